import { LineBlocks } from "./line_blocks.ts"
import { SessionFile, type SessionFormatChoice } from "./session_file.ts"
import type { SessionSink } from "./session_sink.ts"
import { headLength, unreadable } from "./unreadable_bytes.ts"

/** Reads the bytes of one file, in whatever pieces they come, and tells a sink what they hold. */
export class SessionReader {
  readonly #sink: SessionSink
  readonly #file: SessionFile
  readonly #lines: LineBlocks
  /** The beginning of a file of which it is not known yet whether it is text. */
  #head: Uint8Array | undefined = new Uint8Array(0)
  #isRefused = false

  constructor(sink: SessionSink, choice: SessionFormatChoice) {
    this.#sink = sink
    const file = new SessionFile(sink, choice)
    this.#file = file
    this.#lines = new LineBlocks({
      onLines: (lines) => file.takeLines(lines),
      onRest: (line) => file.take(line, false),
      onLongLine: () => file.passOver(),
    })
  }

  /** Takes the next bytes; they may be written over afterwards. */
  push(bytes: Uint8Array): void {
    const head = this.#head
    if (head === undefined) {
      if (!this.#isRefused) this.#lines.push(bytes)
      return
    }
    const missing = bytes.subarray(0, headLength - head.length)
    const longer = new Uint8Array(head.length + missing.length)
    longer.set(head)
    longer.set(missing, head.length)
    this.#head = longer
    if (longer.length < headLength) return
    this.#judgeHead()
    this.push(bytes.subarray(missing.length))
  }

  /** The file is over. */
  end(): void {
    this.#judgeHead()
    if (this.#isRefused) return
    this.#lines.end()
    this.#file.end()
  }

  /** A file that is no text is not read: no byte of it is what it seems. */
  #judgeHead(): void {
    const head = this.#head
    this.#head = undefined
    if (head === undefined) return
    const reason = unreadable(head)
    this.#isRefused = reason !== undefined
    if (reason === undefined) this.#lines.push(head)
    else this.#sink.skip(1, reason, true)
  }
}
