import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import type { Edit } from "../../core/schema/finding.ts"

interface Place {
  readonly start: number
  readonly end: number
}

/** How much text around a destination is taken into an edit until it occurs only once. */
const contexts = [2, 8, 32, 128, 512] as const

/**
 * The edits that put one destination in the place of another, on the lines where links have it. `undefined` when no text
 * around a destination is unique, or when a line holds the destination somewhere else too, in code for one.
 */
export function linkEdits(
  document: MarkdownDocument,
  linksByLine: ReadonlyMap<number, number>,
  from: string,
  to: string,
): readonly Edit[] | undefined {
  const starts = lineStarts(document)
  const places: Place[] = []
  for (const [line, links] of linksByLine) {
    const columns = destinations(document.lines[line - 1] ?? "", from)
    if (columns.length === 0 || columns.length > links) return undefined
    for (const column of columns) {
      const start = (starts[line - 1] ?? 0) + column
      places.push({ start, end: start + from.length })
    }
  }
  const windows: { around: Place; readonly places: Place[] }[] = []
  for (const place of places.sort((left, right) => left.start - right.start)) {
    const around = uniqueAround(document.text, place)
    if (around === undefined) return undefined
    const last = windows.at(-1)
    if (last === undefined || around.start >= last.around.end) windows.push({ around, places: [place] })
    else {
      last.places.push(place)
      last.around = { start: Math.min(last.around.start, around.start), end: Math.max(last.around.end, around.end) }
    }
  }
  return windows.map(({ around, places }) => ({
    path: document.path,
    find: document.text.slice(around.start, around.end),
    replace: replaced(document.text, around, places, to),
  }))
}

/** The columns where a line has this text as a destination: between what may stand around one. */
function destinations(line: string, target: string): readonly number[] {
  const columns: number[] = []
  for (let at = line.indexOf(target); at >= 0; at = line.indexOf(target, at + 1)) {
    const [before, after] = [line.charAt(at - 1), line.charAt(at + target.length)]
    if (/^[(<"'=\s]?$/u.test(before) && /^[)>"'\s]?$/u.test(after)) columns.push(at)
  }
  return columns
}

function uniqueAround(text: string, { start, end }: Place): Place | undefined {
  for (const context of contexts) {
    const around = { start: boundary(text, start - context), end: boundary(text, end + context) }
    const part = text.slice(around.start, around.end)
    const first = text.indexOf(part)
    if (first === around.start && text.indexOf(part, first + 1) < 0) return around
  }
  return undefined
}

/** A position that splits neither a character nor a line end. */
function boundary(text: string, position: number): number {
  const within = Math.min(Math.max(position, 0), text.length)
  const before = text.charCodeAt(within - 1)
  const splits = (before >= 0xd800 && before < 0xdc00) || (before === 13 && text.charCodeAt(within) === 10)
  return splits ? within - 1 : within
}

function replaced(text: string, around: Place, places: readonly Place[], to: string): string {
  let [written, position] = ["", around.start]
  for (const { start, end } of places) {
    written += text.slice(position, start) + to
    position = end
  }
  return written + text.slice(position, around.end)
}

/** Kept as long as their documents: a file with many dead links is measured once. */
const startsByDocument = new WeakMap<MarkdownDocument, readonly number[]>()

function lineStarts(document: MarkdownDocument): readonly number[] {
  const known = startsByDocument.get(document)
  if (known !== undefined) return known
  const starts = [0]
  for (const end of document.text.matchAll(/\r\n|\n|\r/gu)) starts.push(end.index + end[0].length)
  startsByDocument.set(document, starts)
  return starts
}
