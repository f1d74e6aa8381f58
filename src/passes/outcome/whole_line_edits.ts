import { onlyPlace } from "../../core/edit/only_place.ts"
import type { Edit, Finding } from "../../core/schema/finding.ts"
import type { PassResult } from "../../core/schema/pass_result.ts"

/** Lines with more text than this are nothing that a person reviews. */
const longest = 1_000

/**
 * The results with edits of whole lines, because a person reviews lines, not the few characters that tell a place from
 * others. Findings that change the same line keep what they have: each of them must still fit when another one is applied.
 */
export function wholeLineEdits(
  results: readonly PassResult[],
  texts: ReadonlyMap<string, string>,
): readonly PassResult[] {
  const changes = new Map<Finding, readonly LineChanges[]>()
  for (const finding of results.flatMap(({ findings }) => findings)) {
    const own = changesOf(finding, texts)
    if (own !== undefined) changes.set(finding, own)
  }
  const shared = sharingLines(changes)
  const whole = (finding: Finding): Finding => {
    const own = changes.get(finding)
    return own === undefined || shared.has(finding) || own.every(isWhole) || own.some(isLong)
      ? finding
      : { ...finding, edits: own.map(editOf) }
  }
  return results.map((result) => ({ ...result, findings: result.findings.map(whole) }))
}

interface Span {
  readonly start: number
  readonly end: number
}

/** What an edit puts in the place of another text; what surrounds both is left out. */
interface Change extends Span {
  readonly to: string
}

/** Lines of a file, and what changes in them. */
interface LineChanges extends Span {
  readonly path: string
  readonly text: string
  /** In the order of the file. */
  readonly changes: readonly Change[]
  /** Whether one edit has just these lines already. */
  readonly whole: boolean
}

/** What a finding changes, in the order of each file; `undefined`: no text to replace, or none that occurs only once. */
function changesOf({ edits = [] }: Finding, texts: ReadonlyMap<string, string>): readonly LineChanges[] | undefined {
  const all: LineChanges[] = []
  for (const edit of edits) {
    const text = texts.get(edit.path)
    const at = text === undefined || !("find" in edit) ? undefined : onlyPlace(text, edit.find)
    if (text === undefined || at === undefined || !("find" in edit)) return undefined
    const found = { start: at, end: at + edit.find.length }
    const change = changeOf(at, edit.find, edit.replace)
    const own = linesAround(text, change)
    // Lines that occur more often are told apart by what the edit finds around them.
    const lines = onlyPlace(text, text.slice(own.start, own.end)) === undefined ? linesAround(text, found) : own
    const whole = isLineStart(text, found.start) && (isLineEnd(text, found.end) || isLineStart(text, found.end))
    all.push({ path: edit.path, text, ...lines, changes: [change], whole })
  }
  return all.length === 0 ? undefined : [...Map.groupBy(all, ({ path }) => path).values()].flatMap(joined)
}

function joined(all: readonly LineChanges[]): readonly LineChanges[] {
  const result: LineChanges[] = []
  for (const next of [...all].sort((left, right) => left.start - right.start)) {
    const last = result.at(-1)
    if (last === undefined || next.start >= last.end) result.push(next)
    else {
      const changes = [...last.changes, ...next.changes].sort((left, right) => left.start - right.start)
      result[result.length - 1] = { ...last, end: Math.max(last.end, next.end), changes, whole: false }
    }
  }
  return result
}

/** The findings that change a line which another one changes, too. */
function sharingLines(changes: ReadonlyMap<Finding, readonly LineChanges[]>): ReadonlySet<Finding> {
  const all = [...changes].flatMap(([finding, own]) =>
    own.map(({ path, start, end }) => ({ finding, path, start, end }))
  )
  const shared = new Set<Finding>()
  for (const group of Map.groupBy(all, ({ path }) => path).values()) {
    let furthest: (typeof group)[number] | undefined
    for (const next of group.sort((left, right) => left.start - right.start)) {
      if (furthest !== undefined && next.start < furthest.end && next.finding !== furthest.finding) {
        shared.add(next.finding).add(furthest.finding)
      }
      if (furthest === undefined || next.end > furthest.end) furthest = next
    }
  }
  return shared
}

function isWhole({ whole }: LineChanges): boolean {
  return whole
}

function isLong({ start, end }: LineChanges): boolean {
  return end - start > longest
}

function editOf({ path, text, start, end, changes }: LineChanges): Edit {
  let [replace, position] = ["", start]
  for (const change of changes) {
    replace += text.slice(position, change.start) + change.to
    position = change.end
  }
  return { path, find: text.slice(start, end), replace: replace + text.slice(position, end) }
}

/** The end is compared first: lines that are added belong to the one before them. */
function changeOf(at: number, find: string, replace: string): Change {
  const most = Math.min(find.length, replace.length)
  let after = 0
  while (after < most && find.at(-1 - after) === replace.at(-1 - after)) after++
  let before = 0
  while (before < most - after && find[before] === replace[before]) before++
  return { start: at + before, end: at + find.length - after, to: replace.slice(before, replace.length - after) }
}

/** The whole lines that hold a part of a text, without the line end of the last one unless the part has it, too. */
function linesAround(text: string, { start, end }: Span): Span {
  let [first, last] = [start, end]
  while (!isLineStart(text, first)) first--
  if (end > start && isLineStart(text, end)) return { start: first, end }
  while (!isLineEnd(text, last)) last++
  return { start: first, end: last }
}

function isLineStart(text: string, position: number): boolean {
  const before = text[position - 1]
  return position === 0 || before === "\n" || before === "\r" && text[position] !== "\n"
}

function isLineEnd(text: string, position: number): boolean {
  const after = text[position]
  return position === text.length || after === "\r" || after === "\n" && text[position - 1] !== "\r"
}
