import * as Schema from "effect/Schema"

/** A text that is a regular expression with the flag `u`. */
export const RegularExpression: Schema.Codec<string> = Schema.NonEmptyString.check(
  Schema.makeFilter((pattern: string) =>
    isRegularExpression(pattern) || `Expected a regular expression, got ${JSON.stringify(pattern)}`
  ),
)

function isRegularExpression(pattern: string): boolean {
  try {
    new RegExp(pattern, "u")
    return true
  } catch {
    return false
  }
}
