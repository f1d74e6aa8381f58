/** What a one-line locator cannot hold: C0 and C1 controls, DEL, the two Unicode line separators, space at either end. */
// deno-lint-ignore no-control-regex -- replacing control characters is the purpose of the pattern
const unprintable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]|^\s+|\s+$/gu

/**
 * A path as reports write it: `/`, NFC, and percent-encoded where a character would break a line or be trimmed away.
 *
 * @example
 * ```ts
 * import { corpusPath } from "@retro/cli/core"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(corpusPath("docs/two\nlines.md"), "docs/two%0Alines.md")
 * strictEqual(corpusPath("cafe\u0301.md"), "caf\u00e9.md")
 * ```
 */
export function corpusPath(name: string): string {
  return name.normalize("NFC").replace(unprintable, percentEncode)
}

function percentEncode(text: string): string {
  return [...text].map((character) => {
    const encoded = encodeURIComponent(character)
    // ASCII characters that encodeURIComponent keeps are never matched above.
    return encoded === character ? `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}` : encoded
  }).join("")
}
