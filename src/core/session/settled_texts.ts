import { hashOfBytes, hashOfText } from "./text_hash.ts"

/** How many texts are remembered, and how long they may be. */
const [most, longest] = [4096, 1000]

/** Commands that were judged, and run nothing that is worth telling: agents repeat themselves. */
export class SettledTexts {
  readonly #texts = new Map<number, string[]>()
  #count = 0

  /** Remembers a text. */
  add(text: string): void {
    if (text.length > longest || this.has(text)) return
    if (this.#count++ >= most) {
      this.#texts.clear()
      this.#count = 1
    }
    const hash = hashOfText(text, 0)
    const texts = this.#texts.get(hash)
    if (texts === undefined) this.#texts.set(hash, [text])
    else texts.push(text)
  }

  /** Whether a text is remembered. */
  has(text: string): boolean {
    return this.#texts.get(hashOfText(text, 0))?.includes(text) === true
  }

  /** Whether a text of ASCII characters is remembered that was not decoded. */
  hasBytes(bytes: Uint8Array, start: number, end: number): boolean {
    const texts = this.#texts.get(hashOfBytes(bytes, start, end, 0))
    return texts !== undefined && texts.some((text) => isText(text, bytes, start, end))
  }
}

function isText(text: string, bytes: Uint8Array, start: number, end: number): boolean {
  if (text.length !== end - start) return false
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) !== bytes[start + index]) return false
  }
  return true
}
