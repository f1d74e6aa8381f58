/** How many texts are remembered, and how long they may be. */
const [most, longest] = [4096, 1000]

/** Commands, as JSON writes them, that were judged and run nothing that is worth telling: agents repeat themselves. */
export class SettledTexts {
  readonly #texts = new Set<string>()

  /** Remembers a text. */
  add(written: string): void {
    if (written.length > longest) return
    if (this.#texts.size >= most) this.#texts.clear()
    this.#texts.add(written)
  }

  /** Whether a text is remembered. */
  has(written: string): boolean {
    return this.#texts.has(written)
  }
}
