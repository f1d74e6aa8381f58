import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import type { Edit } from "../../core/schema/finding.ts"

interface Span {
  readonly start: number
  readonly end: number
}

/** A part of a document's text, and what is put in its place. */
export interface Replacement extends Span {
  readonly to: string
}

/** How much text around a place is taken into an edit until it occurs only once. */
const contexts = [2, 8, 32, 128, 512] as const

/**
 * The edits that replace parts of a document, which must not overlap; parts that lie close together are one edit.
 * `undefined` when no text around a part is unique.
 */
export function textEdits(
  document: MarkdownDocument,
  replacements: readonly Replacement[],
): readonly Edit[] | undefined {
  const windows: { around: Span; readonly places: Replacement[] }[] = []
  for (const place of [...replacements].sort((left, right) => left.start - right.start)) {
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
    replace: replaced(document.text, around, places),
  }))
}

/** Where a text stands on a 1-based line of a document, from a column on; `undefined` when it does not. */
export function placeOnLine(document: MarkdownDocument, line: number, text: string, from = 0): Span | undefined {
  const column = (document.lines[line - 1] ?? "").indexOf(text, from)
  const start = (lineStarts(document)[line - 1] ?? 0) + column
  return column < 0 ? undefined : { start, end: start + text.length }
}

function uniqueAround(text: string, { start, end }: Span): Span | undefined {
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

function replaced(text: string, around: Span, places: readonly Replacement[]): string {
  let [written, position] = ["", around.start]
  for (const { start, end, to } of places) {
    written += text.slice(position, start) + to
    position = end
  }
  return written + text.slice(position, around.end)
}

/** Kept as long as their documents: a file with many findings is measured once. */
const startsByDocument = new WeakMap<MarkdownDocument, readonly number[]>()

/** Where each line of a document starts in its text. */
export function lineStarts(document: MarkdownDocument): readonly number[] {
  const known = startsByDocument.get(document)
  if (known !== undefined) return known
  const starts = [0]
  for (const end of document.text.matchAll(/\r\n|\n|\r/gu)) starts.push(end.index + end[0].length)
  startsByDocument.set(document, starts)
  return starts
}
