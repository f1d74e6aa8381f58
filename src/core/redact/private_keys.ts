import type { SecretSpan } from "./secret_span.ts"

const name = "private-key"
const begin = /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/g
const end = /-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/g
/** How far the end of a key may be from its beginning: the largest keys in use have about 13,000 characters. */
const longestKey = 20_000
/** A line of a key whose end is missing: base64 and whatever a comment, a diff or a YAML block puts before it. */
const keyLine = /^[\s>|+*#/-]{0,40}[A-Za-z0-9+/=]{16,100}["',\\]{0,3}\r?$/
/** What follows the header on its own line when its line breaks are escaped. */
const escapedBody = /[A-Za-z0-9+/=\\]*/y

/** Private keys in PEM, also in one line with escaped line breaks, and also cut off. One span a line. */
export function findPrivateKeys(text: string): readonly SecretSpan[] {
  const found: SecretSpan[] = []
  begin.lastIndex = 0
  end.lastIndex = 0
  let ending = end.exec(text)
  for (let header = begin.exec(text); header !== null; header = begin.exec(text)) {
    while (ending !== null && ending.index < begin.lastIndex) ending = end.exec(text)
    const isWhole = ending !== null && ending.index - begin.lastIndex <= longestKey
    const to = ending !== null && isWhole ? ending.index + ending[0].length : cutOff(text, begin.lastIndex)
    pushLines(found, text, header.index, to)
    begin.lastIndex = to
  }
  return found
}

/** Where a key ends of which the end is missing: after the last line that looks like one of a key. */
function cutOff(text: string, from: number): number {
  escapedBody.lastIndex = from
  escapedBody.test(text)
  let at = Math.max(from, escapedBody.lastIndex)
  while (text.charAt(at) === "\n" || text.startsWith("\r\n", at)) {
    const start = text.indexOf("\n", at) + 1
    const next = text.indexOf("\n", start)
    const stop = next < 0 ? text.length : next
    if (stop - start > 200 || !keyLine.test(text.slice(start, stop))) break
    at = text.charAt(stop - 1) === "\r" ? stop - 1 : stop
  }
  return at
}

/** A span for what each line holds, so that the lines stay as many. */
function pushLines(found: SecretSpan[], text: string, from: number, to: number): void {
  for (const line of text.slice(from, to).matchAll(/[^\r\n]+/g)) {
    const blank = line[0].length - line[0].trimStart().length
    if (blank < line[0].length) {
      found.push({ name, start: from + line.index + blank, end: from + line.index + line[0].trimEnd().length })
    }
  }
}
