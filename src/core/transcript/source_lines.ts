/** Tells on which line of a transcript something starts, 1-based. */
export type LineOf = (offset: number) => number

/** The lines of a transcript. */
export class SourceLines {
  readonly #text: string
  /** Where each line starts; found when it is asked for, since most texts are one line. */
  #starts: readonly number[] | undefined

  constructor(text: string) {
    this.#text = text
  }

  /** The line of an offset of the transcript. */
  readonly lineOf: LineOf = (offset) => {
    const starts = this.#lineStarts()
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) > offset) high = middle - 1
      else low = middle
    }
    return low + 1
  }

  /**
   * The lines of a text that a command on a line gives to a shell. Where the transcript has the same lines there, they are
   * meant; else the text was put together (`$'a\nb'`), and all of it is on the line of the command.
   */
  within(text: string, first: number): LineOf {
    const inner = new SourceLines(text)
    const known = new Map<number, number>()
    return (offset) => {
      const line = inner.lineOf(offset)
      const found = known.get(line) ?? (this.#has(first + line - 1, inner.#line(line)) ? first + line - 1 : first)
      known.set(line, found)
      return found
    }
  }

  #has(line: number, text: string): boolean {
    return this.#line(line).includes(text.trim())
  }

  #line(line: number): string {
    const starts = this.#lineStarts()
    return this.#text.slice(starts[line - 1] ?? this.#text.length, starts[line])
  }

  #lineStarts(): readonly number[] {
    if (this.#starts !== undefined) return this.#starts
    const starts = [0]
    for (let at = this.#text.indexOf("\n"); at >= 0; at = this.#text.indexOf("\n", at + 1)) starts.push(at + 1)
    return this.#starts = starts
  }
}
