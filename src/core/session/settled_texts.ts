import { hashOfBytes, hashOfText, writtenText } from "./text_hash.ts"

/** How many texts are remembered, and how long they may be. */
const [most, longest] = [4096, 1000]

/** Commands that were judged, and run nothing that is worth telling: agents repeat themselves. */
export class SettledTexts {
  /** Texts as JSON writes them, by hash. */
  readonly #texts = new Map<number, string[]>()
  #count = 0

  /** Remembers a text. */
  add(text: string): void {
    const written = writtenText(text)
    if (written.length > longest || this.#has(written)) return
    if (this.#count++ >= most) {
      this.#texts.clear()
      this.#count = 1
    }
    const hash = hashOfText(written, 0)
    const texts = this.#texts.get(hash)
    if (texts === undefined) this.#texts.set(hash, [written])
    else texts.push(written)
  }

  /** Whether a text is remembered. */
  has(text: string): boolean {
    return this.#has(writtenText(text))
  }

  /** Whether a text of ASCII characters is remembered that stands in JSON. */
  hasBytes(bytes: Uint8Array, start: number, end: number): boolean {
    const texts = this.#texts.get(hashOfBytes(bytes, start, end, 0))
    return texts !== undefined && texts.some((text) => isText(text, bytes, start, end))
  }

  #has(written: string): boolean {
    return this.#texts.get(hashOfText(written, 0))?.includes(written) === true
  }
}

function isText(text: string, bytes: Uint8Array, start: number, end: number): boolean {
  if (text.length !== end - start) return false
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) !== bytes[start + index]) return false
  }
  return true
}
