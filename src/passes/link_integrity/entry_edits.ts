import { baseName } from "../../core/corpus/folder_path.ts"
import { lineEdits } from "../../core/edit/line_edits.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import type { Edit } from "../../core/schema/finding.ts"
import { isEntryFor } from "../prose/index_entry.ts"

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
