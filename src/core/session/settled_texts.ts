/** How many texts are remembered, and how long they may be. */
const [most, longest] = [4096, 1000]

/** Commands, as JSON writes them, that were judged and run nothing that is worth telling: agents repeat themselves. */
export class SettledTexts {
  /** Of two texts with one hash, the one that came last. */
  readonly #texts = new Map<number, string>()

  /** Remembers a text, under its hash. */
  add(hash: number, written: string): void {
    if (written.length > longest) return
    if (this.#texts.size >= most) this.#texts.clear()
    this.#texts.set(hash, written)
  }

  /** Whether a text is remembered. */
  has(hash: number, written: string): boolean {
    return this.#texts.get(hash) === written
  }
}
