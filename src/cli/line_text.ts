/** A text on one line, to be edited there. */
export interface LineText {
  readonly line: string
  /** Whether `\n` stands for a line break and `\t` for a tab, and `\\` for a backslash. */
  readonly isEscaped: boolean
}

const letters: { readonly [character: string]: string } = { "\\": "\\", "\n": "n", "\r": "r", "\t": "t" }
const characters: { readonly [letter: string]: string } = { "\\": "\\", n: "\n", r: "\r", t: "\t" }

/** A text as one line; `undefined` when it has control characters that no one can type. */
export function lineTextOf(text: string): LineText | undefined {
  if (/(?![\n\r\t])\p{Cc}/u.test(text)) return undefined
  const isEscaped = /[\n\r\t]/u.test(text)
  return { line: isEscaped ? text.replace(/[\\\n\r\t]/gu, (one) => `\\${letters[one] ?? one}`) : text, isEscaped }
}

/** The text that a line means: the inverse of {@link lineTextOf}. */
export function textOfLine(line: string, isEscaped: boolean): string {
  return isEscaped ? line.replace(/\\([\\nrt])/gu, (_, letter: string) => characters[letter] ?? letter) : line
}
