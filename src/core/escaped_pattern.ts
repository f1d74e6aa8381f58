/** A text as a part of a regular expression that stands for the text itself. */
export function escapedPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&")
}
