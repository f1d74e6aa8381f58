/** What CommonMark, GFM tables and GFM autolinks read as markup anywhere in a line. */
const markup = /[\\`*_~[\]<>&|@]|:(?=\/\/)|(?<=www)\./giu

/** A backslash escape of CommonMark: only ASCII punctuation can be escaped, `\d` is a backslash and a letter. */
const escape = /\\([!-/:-@[-`{-~])/gu

/** Text as Markdown that shows exactly this text, inside a line or a table cell. */
export function escapeText(text: string): string {
  return text.replace(markup, "\\$&")
}

/** Text that starts a line or a list item: what would open a heading or a nested list there is escaped too. */
export function escapeLineStart(text: string): string {
  return escapeText(text)
    .replace(/^(#{1,6}|[-+])(?=[ \t]|$)/u, "\\$1")
    .replace(/^(\d{1,9})([.)])(?=[ \t]|$)/u, "$1\\$2")
}

/** Text of a heading: number signs at its end would be taken for the closing sequence. */
export function escapeHeading(text: string): string {
  return escapeText(text).replace(/(^|[ \t])(#+)$/u, "$1\\$2")
}

/** The text that escaped Markdown shows: the inverse of the three functions above. */
export function unescapeText(markdown: string): string {
  return markdown.replace(escape, "$1")
}

/** Any string as one line: line breaks and tabs become a space, other control characters a visible replacement. */
export function oneLine(text: string): string {
  return text
    .replace(/[\t-\r\u0085\u2028\u2029]+/gu, " ")
    // deno-lint-ignore no-control-regex -- replacing control characters is the purpose of the pattern
    .replace(/[\u0000-\u001f\u007f-\u009f]/gu, "\ufffd")
    .trim()
}

// deno-lint-ignore no-control-regex -- replacing control characters is the purpose of the pattern
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu

/** The lines of a string; of their control characters only the tab is left. */
export function plainLines(text: string): readonly string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/u).map((line) => line.replace(controls, "\ufffd"))
}

/** A code fence around lines, longer than any run of backticks inside. */
export function codeFence(lines: readonly string[], info: string): readonly string[] {
  let longest = 2
  for (const line of lines) {
    for (const run of line.match(/`+/gu) ?? []) longest = Math.max(longest, run.length)
  }
  const fence = "`".repeat(longest + 1)
  return [fence + info, ...lines, fence]
}
