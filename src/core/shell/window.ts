import { tooDeepFunctions } from "./nested_functions.ts"

/** How many heredocs one line may open: a line of many costs more than its length. */
const heredocsPerLine = 256

/** How deep `((` may be nested: the parser reads all that stands inside once more for each. */
const deepestArithmetic = 32

/** How much is parsed at once: a tree is many times as large as its text, and no command is so long. */
const mostAtOnce = 1_048_576

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
  const end = lineEnd(source, from, Math.min(size, mostAtOnce))
  if (end === undefined) return { end: physicalLineEnd(source, from + mostAtOnce), parse: false, last: true }
  const crowded = crowdedLine(source, from, end)
  if (crowded === undefined) return { end, parse: true, last: end === source.length || size >= mostAtOnce }
  return crowded > from
    ? { end: crowded, parse: true, last: true }
    : { end: physicalLineEnd(source, from), parse: false, last: true }
}

/** The end of a line that nothing continues, `size` characters on or more; nothing when that is too far. */
function lineEnd(source: string, from: number, size: number): number | undefined {
  const most = from + 2 * mostAtOnce
  let end = physicalLineEnd(source, from + size - 1)
  while (end <= most && end < source.length && isContinued(source, end - 1)) end = physicalLineEnd(source, end)
  return end <= most ? end : undefined
}

/** Whether an odd run of backslashes stands before a line end. */
function isContinued(source: string, at: number): boolean {
  let backslashes = 0
  while (source.charCodeAt(at - 1 - backslashes) === 92) backslashes++
  return backslashes % 2 === 1
}

function physicalLineEnd(source: string, from: number): number {
  const at = source.indexOf("\n", from)
  return at < 0 ? source.length : at + 1
}

/** The start of the first line that opens too many heredocs, or nests arithmetic or functions too deep. */
function crowdedLine(source: string, from: number, end: number): number | undefined {
  // Only the stretch is searched: without a heredoc, a search of the text would go to its end each time.
  const stretch = source.slice(from, end)
  const crowded = Math.min(tooManyHeredocs(stretch), tooDeepArithmetic(stretch), tooDeepFunctions(stretch))
  return crowded === Infinity ? undefined : from + stretch.lastIndexOf("\n", crowded) + 1
}

function tooManyHeredocs(stretch: string): number {
  let [count, line] = [0, -1]
  for (let at = stretch.indexOf("<<"); at >= 0; at = stretch.indexOf("<<", at + 2)) {
    const start = stretch.lastIndexOf("\n", at) + 1
    count = start === line ? count + 1 : 1
    line = start
    if (count > heredocsPerLine) return at
  }
  return Infinity
}

function tooDeepArithmetic(stretch: string): number {
  if (!stretch.includes("((")) return Infinity
  let depth = 0
  for (const { 0: brackets, index } of stretch.matchAll(/\(\(|\)\)/gu)) {
    depth = brackets === "((" ? depth + 1 : Math.max(0, depth - 1)
    if (depth > deepestArithmetic) return index
  }
  return Infinity
}
