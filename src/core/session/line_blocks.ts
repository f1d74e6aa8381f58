const lineFeed = 10

/** The longest line that is read, in bytes without its line end. */
export const longestLine = 16 * 1024 * 1024

/** How much is decoded at a time: what a processor keeps at hand. */
const blockSize = 1 << 19

/** How much room a line has that is not over, until it needs more. */
const smallestRoom = 1 << 16

/** Who takes the lines. */
export interface LineBlockSink {
  /** Whole lines, each with its line feed. */
  readonly onLines: (lines: string) => void
  /** The end of a file that has no line feed there. */
  readonly onRest: (line: string) => void
  /** A line that is longer than {@link longestLine}: it is passed over. */
  readonly onLongLine: () => void
}

/**
 * Decodes bytes as UTF-8, whole lines together, wherever the pieces in which they come are cut. Keeps one line, however long
 * the file is. (To decode much at once, and to search in text, is several times as fast as to search in bytes.)
 */
export class LineBlocks {
  readonly #sink: LineBlockSink
  readonly #decoder: TextDecoder = new TextDecoder("utf-8", { ignoreBOM: true })
  /** Holds the beginning of a line that is not over. */
  #kept = new Uint8Array(smallestRoom)
  #length = 0
  /** Whether the line that is being read is passed over. */
  #passing = false

  constructor(sink: LineBlockSink) {
    this.#sink = sink
  }

  /** Takes the next bytes; they may be written over afterwards. */
  push(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += blockSize) this.#take(bytes.subarray(at, at + blockSize))
  }

  /** The file is over: what is left is its last line. */
  end(): void {
    if (this.#passing) this.#sink.onLongLine()
    else if (this.#length > 0) this.#sink.onRest(this.#decoder.decode(this.#kept.subarray(0, this.#length)))
    this.#forget()
  }

  #take(bytes: Uint8Array): void {
    let start = 0
    if (this.#length > 0 || this.#passing) {
      start = bytes.indexOf(lineFeed) + 1
      this.#keep(start === 0 ? bytes : bytes.subarray(0, start))
      if (start === 0) return
      if (this.#passing) this.#sink.onLongLine()
      else this.#sink.onLines(this.#decoder.decode(this.#kept.subarray(0, this.#length)))
      this.#forget()
    }
    const end = bytes.lastIndexOf(lineFeed) + 1
    if (end > start) this.#sink.onLines(this.#decoder.decode(bytes.subarray(start, end)))
    this.#keep(bytes.subarray(Math.max(start, end)))
  }

  #forget(): void {
    this.#length = 0
    this.#passing = false
    if (this.#kept.length > smallestRoom * 16) this.#kept = new Uint8Array(smallestRoom)
  }

  #keep(bytes: Uint8Array): void {
    const length = this.#length + bytes.length
    const ended = bytes[bytes.length - 1] === lineFeed ? 1 : 0
    if (this.#passing || length - ended > longestLine) {
      this.#passing = true
      this.#length = 0
      return
    }
    if (length > this.#kept.length) {
      const larger = new Uint8Array(Math.max(length, this.#kept.length * 2))
      larger.set(this.#kept.subarray(0, this.#length))
      this.#kept = larger
    }
    this.#kept.set(bytes, this.#length)
    this.#length = length
  }
}
