/** A zero-width space: not seen, and it parts what would be read as one word. */
const gap = "\u200b"

/**
 * What GitHub, or a reader of the raw text, takes for more than text, each with the place where it is parted. In a code
 * block GitHub links nothing, but a comment travels: into mail, chat and the quotations of other programs.
 */
const partings: readonly (readonly [what: RegExp, parted: string])[] = [
  // @user, @org/team, owner/repo@commit
  [/@(?=[\p{L}\p{N}])/gu, `@${gap}`],
  // #12, owner/repo#12, "fixes #12"
  [/#(?=\d)/gu, `#${gap}`],
  // GH-12
  [/\b(GH-)(?=\d)/giu, `$1${gap}`],
  // The address of an issue, a pull request, a discussion or a commit
  [/\/(issues|pulls?|discussions|commits?)\/(?=[0-9a-f])/giu, `/$1/${gap}`],
  // An HTML comment, which could look like a marker
  [/<(?=!--)/gu, `<${gap}`],
  [/--(?=>)/gu, `--${gap}`],
  // The fence of a code block
  [/`{2}(?=`)/gu, `\`\`${gap}`],
  [/~{2}(?=~)/gu, `~~${gap}`],
]

/** A commit: seven to forty hexadecimal digits. No part of it may be one. */
const commit = /(?<![\p{L}\p{N}_])[0-9a-f]{7,40}(?![\p{L}\p{N}_])/giu
const shortOfCommit = /.{6}(?=.)/gu

const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/u
/** Control characters, and marks that turn the direction of a text. */
// deno-lint-ignore no-control-regex -- replacing control characters is the purpose of the pattern
const unshown = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** What somebody typed as one line, in which a line break is seen and nothing turns or hides the text around it. */
export function singleLine(text: string): string {
  const lines = text.split(lineBreak).map((line) => line.trim()).filter((line) => line !== "")
  return lines.join(" ⏎ ").replaceAll("\t", " ").replace(unshown, "\ufffd").toWellFormed()
}

/** A line in which nobody is mentioned, nothing is referred to, and no fence or comment of Markdown begins or ends. */
export function inert(line: string): string {
  const parted = partings.reduce((text, [what, instead]) => text.replace(what, instead), line)
  return parted.replace(commit, (digits) => digits.replace(shortOfCommit, `$&${gap}`))
}

/** What no character begins with: an accent, a joiner, the colour of a skin. */
const goesOn = /^[\p{M}\u200d\u{1f3fb}-\u{1f3ff}]/u
const joiner = "\u200d"

/** The beginning of a text, of at most so many UTF-16 code units, that ends with a whole character. */
export function beginning(text: string, atMost: number): string {
  let end = Math.min(atMost, text.length)
  while (end > 0 && isInside(text, end)) end--
  return (end === 0 ? text.slice(0, atMost) : text.slice(0, end)).toWellFormed()
}

/** Whether an offset splits a pair of surrogates, a letter and its accents, or signs that are joined. */
function isInside(text: string, offset: number): boolean {
  if (offset >= text.length) return false
  const isPair = isBetween(text.charCodeAt(offset - 1), 0xd800, 0xdbff) &&
    isBetween(text.charCodeAt(offset), 0xdc00, 0xdfff)
  return isPair || text[offset - 1] === joiner || goesOn.test(text.slice(offset, offset + 2))
}

function isBetween(unit: number, from: number, to: number): boolean {
  return unit >= from && unit <= to
}
