import type { LineChange } from "../decision/line_change.ts"
import type { Edit } from "../schema/finding.ts"
import { onlyPlace } from "./only_place.ts"

/** Lines of a file, 1-based and inclusive. */
interface Region {
  readonly first: number
  readonly last: number
}

/** Edits, and the lines that they need to find unchanged. */
export interface LineEdits {
  readonly edits: readonly Edit[]
  readonly regions: readonly Region[]
}

/** What makes a line findable may need its neighbours; more of them than this, and the file repeats itself. */
const mostLines = 12

/**
 * Turns changes of lines into edits whose text to find occurs exactly once: a line that occurs more often is taken together
 * with its neighbours. `undefined` when that does not help. Line endings stay as they are.
 */
export function lineEdits(path: string, text: string, changes: readonly LineChange[]): LineEdits | undefined {
  const lines = splitLines(text)
  let regions = merged(changes.map(regionOf))
  for (let round = 0; round < mostLines; round++) {
    const next = merged(
      regions.map((region) => isUnique(lines, region, changes, text) ? region : grown(region, lines.length)),
    )
    if (next.every((region, index) => region === regions[index]) && next.length === regions.length) {
      return { edits: regions.map((region) => ({ path, ...editOf(lines, region, changes) })), regions }
    }
    regions = next
  }
  return undefined
}

function regionOf(change: LineChange): Region {
  const line = change._tag === "insert" ? Math.max(1, change.after) : change.line
  return { first: line, last: line }
}

function grown({ first, last }: Region, count: number): Region {
  // Downwards first: what follows a line tells it apart more often than what precedes it.
  return last < count && last - first < 1
    ? { first, last: last + 1 }
    : { first: Math.max(1, first - 1), last: Math.min(count, last + 1) }
}

function merged(regions: readonly Region[]): readonly Region[] {
  const result: Region[] = []
  for (const region of [...regions].sort((left, right) => left.first - right.first)) {
    const previous = result.at(-1)
    if (previous === undefined || region.first > previous.last) result.push(region)
    else if (region.last > previous.last) result[result.length - 1] = { first: previous.first, last: region.last }
  }
  return result
}

function isUnique(lines: readonly Line[], region: Region, changes: readonly LineChange[], text: string): boolean {
  const { find } = editOf(lines, region, changes)
  return find !== "" && onlyPlace(text, find) !== undefined
}

function editOf(
  lines: readonly Line[],
  { first, last }: Region,
  changes: readonly LineChange[],
): { readonly find: string; readonly replace: string } {
  const before = lines.slice(first - 1, last)
  const fallback = lines[0]?.end || "\n"
  const after: Line[] = []
  before.forEach((line, index) => {
    const own = changes.filter((change) => change._tag !== "insert" && change.line === first + index)
    const [change] = own
    if (change === undefined) after.push(line)
    else if (change._tag === "replace") {
      after.push(...change.text.split("\n").map((content) => ({ content, end: line.end || fallback })))
    }
    for (const insertion of changes) {
      if (insertion._tag !== "insert" || Math.max(1, insertion.after) !== first + index) continue
      after.push(...insertion.texts.map((content) => ({ content, end: line.end || fallback })))
    }
  })
  // What deletes its last line takes the line break along.
  return after.length === 0
    ? { find: before.map(({ content, end }) => content + end).join(""), replace: "" }
    : { find: joined(before, fallback), replace: joined(after, fallback) }
}

/** A line and how it ends; the last one may end with nothing. */
interface Line {
  readonly content: string
  readonly end: string
}

function joined(lines: readonly Line[], fallback: string): string {
  return lines.map(({ content, end }, index) => index === lines.length - 1 ? content : content + (end || fallback))
    .join("")
}

function splitLines(text: string): readonly Line[] {
  return text.split("\n").map((line, index, all) => {
    if (index === all.length - 1) return { content: line, end: "" }
    return line.endsWith("\r") ? { content: line.slice(0, -1), end: "\r\n" } : { content: line, end: "\n" }
  })
}
