/** A secret in a text: `start` and `end` are offsets as of `String.slice`; the name says what kind it is. */
export interface SecretSpan {
  /** The name in the placeholder, of lower-case letters and hyphens. */
  readonly name: string
  /** Where it begins, in UTF-16 code units. */
  readonly start: number
  /** Where the text after it begins. */
  readonly end: number
}
