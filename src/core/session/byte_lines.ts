const lineFeed = 10

/** The longest line that is read, in bytes without its line end. */
export const longestLine = 16 * 1024 * 1024

/** How much room a line has that is not over, until it needs more. */
const smallestRoom = 1 << 16

/** Who takes the lines. */
export interface ByteLineSink {
  /** A line, from `start` to `end` of the bytes and without its line end; `ended` says whether it had one. */
  readonly onLine: (bytes: Uint8Array, start: number, end: number, ended: boolean) => void
  /** A line that is longer than {@link longestLine}: it is passed over. */
  readonly onLongLine: () => void
}

/** Cuts bytes into lines, wherever the pieces in which they come are cut. Keeps one line, however long the file is. */
export class ByteLines {
  readonly #sink: ByteLineSink
  /** Holds the beginning of a line that is not over. */
  #kept = new Uint8Array(smallestRoom)
  #length = 0
  /** Whether the line that is being read is passed over. */
  #passing = false

  constructor(sink: ByteLineSink) {
    this.#sink = sink
  }

  /** Takes the next bytes; they may be written over afterwards. */
  push(bytes: Uint8Array): void {
    let start = 0
    if (this.#length > 0 || this.#passing) {
      const end = bytes.indexOf(lineFeed)
      this.#keep(bytes.subarray(0, end < 0 ? bytes.length : end))
      if (end < 0) return
      this.#endLine(true)
      start = end + 1
    }
    for (let end = bytes.indexOf(lineFeed, start); end >= 0; end = bytes.indexOf(lineFeed, start)) {
      if (end - start > longestLine) this.#sink.onLongLine()
      else this.#sink.onLine(bytes, start, end, true)
      start = end + 1
    }
    this.#keep(bytes.subarray(start))
  }

  /** The file is over: what is left is its last line. */
  end(): void {
    if (this.#length > 0 || this.#passing) this.#endLine(false)
  }

  #endLine(ended: boolean): void {
    const [kept, length] = [this.#kept, this.#length]
    this.#length = 0
    if (this.#passing) this.#sink.onLongLine()
    else this.#sink.onLine(kept, 0, length, ended)
    this.#passing = false
    if (kept.length > smallestRoom * 16) this.#kept = new Uint8Array(smallestRoom)
  }

  #keep(bytes: Uint8Array): void {
    const length = this.#length + bytes.length
    if (this.#passing || length > longestLine) {
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
