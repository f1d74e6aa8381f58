import { redactValue } from "../redact/redact.ts"

/** A secret in something that is to be written: the field that holds it, and the name of its pattern. */
export interface HeldSecret {
  readonly field: string
  readonly pattern: string
}

/** The first secret of the fields of a value, never its text; `undefined`: they hold none. */
export function heldSecret(fields: { readonly [field: string]: unknown }): HeldSecret | undefined {
  for (const [field, value] of Object.entries(fields)) {
    const written = JSON.stringify({ [field]: value })
    const redacted = JSON.stringify(redactValue({ [field]: value }))
    if (redacted === written) continue
    const before = patternsIn(written)
    // What the text redacted before is no secret; the first name too many is.
    const pattern = patternsIn(redacted).find((name, index) => before[index] !== name)
    return { field, pattern: pattern ?? "secret" }
  }
  return undefined
}

function patternsIn(text: string): readonly string[] {
  return [...text.matchAll(/<redacted:([a-z0-9-]+)>/gu)].map(([, name = ""]) => name)
}
