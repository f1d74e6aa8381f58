/**
 * `TextEncoder` and `TextDecoder` where the engine has none: libraries look for them as soon as they are imported, so
 * this module comes before them. Only UTF-8, and only what the core asks of them: a decoder refuses what is not UTF-8,
 * and keeps a byte order mark.
 */

class Utf8Encoder {
  readonly encoding = "utf-8"

  encode(text = ""): Uint8Array {
    const bytes = encodeURIComponent(text.toWellFormed()).matchAll(/%(..)|[^]/gu)
    return Uint8Array.from(bytes, ([token, hex]) => hex === undefined ? token.charCodeAt(0) : Number.parseInt(hex, 16))
  }
}

class Utf8Decoder {
  readonly encoding = "utf-8"

  decode(bytes: Uint8Array): string {
    const escapes = Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, "0")}`)
    return decodeURIComponent(escapes.join(""))
  }
}

for (const [name, value] of [["TextEncoder", Utf8Encoder], ["TextDecoder", Utf8Decoder]] as const) {
  if (!(name in globalThis)) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
}
