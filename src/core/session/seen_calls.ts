import { hashOfText } from "./text_hash.ts"

const smallest = 1 << 13

/** What is kept of a call: hashes of its id, and of its text as JSON writes it. */
export interface CallHash {
  readonly id: number
  readonly text: number
}

/** The hash of the id of a call; as a signed number, which engines keep without a box. */
export function hashOfId(id: string): number {
  return hashOfText(id, 1) | 0
}

/** The hashes of a call. */
export function callHash(id: string, written: string): CallHash {
  return { id: hashOfId(id), text: hashOfText(written, 2) | 0 }
}

/**
 * Remembers which calls were met, by id and text. It keeps 64 bits of each, so that a million calls take 17 MB at most and
 * keep no text alive. Among a million, two different calls are taken for the same once in ten million runs.
 */
export class SeenCalls {
  /** Pairs of a hash of the id, never 0, and a hash of the text. */
  #pairs = new Int32Array(smallest)
  #count = 0

  /** Adds a call; `false` when it was there, with the same text. */
  add({ id, text }: CallHash): boolean {
    // Three quarters full: twice as much memory is taken late.
    if (this.#count * 8 >= this.#pairs.length * 3) this.#grow()
    const at = this.#find(id || 1, text)
    if (this.#pairs[at] !== 0) return false
    this.#pairs[at] = id || 1
    this.#pairs[at + 1] = text
    this.#count++
    return true
  }

  /** Whether a call of this id was added, with whatever text. */
  has(id: number): boolean {
    return this.#count > 0 && this.#pairs[this.#find(id || 1, undefined)] !== 0
  }

  /** Where the pair is, or the empty place where it would be. */
  #find(id: number, text: number | undefined): number {
    const pairs = this.#pairs
    const mask = pairs.length - 1
    let at = (id << 1) & mask
    while (pairs[at] !== 0 && (pairs[at] !== id || text !== undefined && pairs[at + 1] !== text)) at = (at + 2) & mask
    return at
  }

  #grow(): void {
    const old = this.#pairs
    this.#pairs = new Int32Array(old.length * 2)
    for (let from = 0; from < old.length; from += 2) {
      const [id = 0, text = 0] = [old[from], old[from + 1]]
      if (id === 0) continue
      const at = this.#find(id, text)
      this.#pairs[at] = id
      this.#pairs[at + 1] = text
    }
  }
}
