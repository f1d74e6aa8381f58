import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import type { Edit } from "../../core/schema/finding.ts"
import { lineStarts, type Replacement, textEdits } from "../outcome/text_edits.ts"

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
  const places: Replacement[] = []
  for (const [line, links] of linksByLine) {
    const columns = destinations(document.lines[line - 1] ?? "", from)
    if (columns.length === 0 || columns.length > links) return undefined
    for (const column of columns) {
      const start = (starts[line - 1] ?? 0) + column
      places.push({ start, end: start + from.length, to })
    }
  }
  return textEdits(document, places)
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
