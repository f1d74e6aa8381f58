import { ByteLines, longestLine } from "./byte_lines.ts"
import { SessionFile, type SessionFormatChoice } from "./session_file.ts"
import type { SessionSink } from "./session_sink.ts"

const tooLong = `it is longer than ${longestLine / 1024 / 1024} MiB`
const notUtf8 = "the file is UTF-16; convert it to UTF-8"

/** Reads the bytes of one file, in whatever pieces they come, and tells a sink what they hold. */
export class SessionReader {
  readonly #sink: SessionSink
  readonly #file: SessionFile
  readonly #lines: ByteLines
  #isFirst = true
  #isRefused = false

  constructor(sink: SessionSink, choice: SessionFormatChoice) {
    this.#sink = sink
    const file = new SessionFile(sink, choice)
    this.#file = file
    this.#lines = new ByteLines({
      onLine: (bytes, start, end, ended) => {
        if (this.#isFirst) this.#refuse(bytes, start)
        if (!this.#isRefused) file.take(bytes, start, end, ended)
      },
      onLongLine: () => {
        this.#isFirst = false
        if (!this.#isRefused) file.passOver(tooLong)
      },
    })
  }

  /** Takes the next bytes; they may be written over afterwards. */
  push(bytes: Uint8Array): void {
    this.#lines.push(bytes)
  }

  /** The file is over. */
  end(): void {
    this.#lines.end()
    this.#file.end()
  }

  /** A byte order mark of UTF-16 in front: no byte of the file is what it seems. */
  #refuse(bytes: Uint8Array, start: number): void {
    this.#isFirst = false
    const mark = `${bytes[start]} ${bytes[start + 1]}`
    this.#isRefused = mark === "255 254" || mark === "254 255"
    if (this.#isRefused) this.#sink.skip(1, notUtf8, true)
  }
}
