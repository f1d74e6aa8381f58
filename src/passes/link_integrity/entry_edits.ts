import { baseName } from "../../core/corpus/folder_path.ts"
import { lineEdits } from "../../core/edit/line_edits.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import type { Edit } from "../../core/schema/finding.ts"

/**
 * The edits that take the entries out of an index of memories that lead to one destination. `undefined` when the document
 * is no such index, or one of the lines is more than an entry for that destination.
 */
export function entryEdits(
  document: MarkdownDocument,
  lines: Iterable<number>,
  target: string,
): readonly Edit[] | undefined {
  if (baseName(document.path) !== "MEMORY.md") return undefined
  const gone = [...lines]
  if (!gone.every((line) => isEntryFor(document, line, target))) return undefined
  return lineEdits(document.path, document.text, gone.map((line) => ({ _tag: "delete", line })))?.edits
}

function isEntryFor({ lines, links }: MarkdownDocument, line: number, target: string): boolean {
  const isItem = /^\s{0,3}[-*+]\s+\S/u.test(lines[line - 1] ?? "")
  // What goes on below the line would be left behind.
  const goesOn = /^\s+\S/u.test(lines[line] ?? "")
  return isItem && !goesOn && links.every((link) => link.line !== line || link.target === target)
}
