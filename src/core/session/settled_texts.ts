/** How many texts are remembered, and how long they may be. */
const [most, longest] = [4096, 1000]

/** Commands, as JSON writes them, that were judged and run nothing that is worth telling: agents repeat themselves. */
export class SettledTexts {
  /** Hashes by text: to compute one takes longer than to look it up. */
  readonly #hashes = new Map<string, number>()

  /** Remembers a text and its hash. */
  add(written: string, hash: number): void {
    if (written.length > longest) return
    if (this.#hashes.size >= most) this.#hashes.clear()
    this.#hashes.set(written, hash)
  }

  /** The hash of a text, if it is remembered. */
  hashOf(written: string): number | undefined {
    return this.#hashes.get(written)
  }
}
