import * as Effect from "effect/Effect"

/** The SHA-256 of texts and of where each ends, as `sha256:` and hexadecimal digits. */
export function digestOf(texts: readonly string[]): Effect.Effect<string> {
  return Effect.map(
    // The length in front of each: two lists with the same characters differ.
    Effect.promise(() => crypto.subtle.digest("SHA-256", new TextEncoder().encode(texts.map(withLength).join("")))),
    (hash) => `sha256:${[...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`,
  )
}

function withLength(text: string): string {
  return `${text.length}:${text}`
}
