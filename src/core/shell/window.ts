/** How many heredocs one line may open: a line of many costs more than its length. */
const heredocsPerLine = 256

/** The next stretch of a text to parse. */
export interface Window {
  readonly end: number
  /** Whether it may be parsed. */
  readonly parse: boolean
  /** Whether a larger stretch would end at the same place. */
  readonly last: boolean
}

/**
 * The stretch from `from` on, about `size` characters long, that ends where a line ends which no backslash continues.
 * A complete command may be parsed without what follows it, so a long text needs no tree of the whole.
 */
export function nextWindow(source: string, from: number, size: number): Window {
  const end = lineEnd(source, Math.min(source.length, from + size - 1))
  const crowded = crowdedLine(source, from, end)
  if (crowded === undefined) return { end, parse: true, last: end === source.length }
  return crowded > from
    ? { end: crowded, parse: true, last: true }
    : { end: lineEnd(source, from), parse: false, last: true }
}

function lineEnd(source: string, from: number): number {
  for (let at = source.indexOf("\n", from); at >= 0; at = source.indexOf("\n", at + 1)) {
    let backslashes = 0
    while (source.charCodeAt(at - 1 - backslashes) === 92) backslashes++
    if (backslashes % 2 === 0) return at + 1
  }
  return source.length
}

/** The start of the first line that opens too many heredocs. */
function crowdedLine(source: string, from: number, end: number): number | undefined {
  let [count, line] = [0, -1]
  for (let at = source.indexOf("<<", from); at >= 0 && at < end; at = source.indexOf("<<", at + 2)) {
    const start = source.lastIndexOf("\n", at) + 1
    count = start === line ? count + 1 : 1
    line = start
    if (count > heredocsPerLine) return Math.max(start, from)
  }
  return undefined
}
