import { baseName } from "../../core/corpus/folder_path.ts"
import { plainText } from "../../core/decision/status.ts"
import type { Table } from "../../core/markdown/markdown_blocks.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { sectionAt, sectionsOf } from "../../core/markdown/section.ts"
import { idsIn, type UnitIds } from "./unit_id.ts"

/** A row of a list of work, and what it stands for. */
export interface BacklogRow extends UnitIds {
  readonly document: MarkdownDocument
  readonly line: number
  /** Its cells as a reader sees them. */
  readonly cells: readonly string[]
  /** The cell of its status; empty when it has none. */
  readonly status: string
}

const idHeader = /^(?:#|ids?|nos?\.?|nr\.?|number|proposals?|slugs?|units?|refs?|item)$/iu
const rankHeader = /^(?:rank|order|prio(?:rity)?|pos(?:ition)?)$/iu
const statusHeader = /^(?:status|state)$/iu

const done = /^\W*(?:done|shipped|complete[d]?|closed|released|merged|archived)\b|[✓✔✅]/iu
const record = /\b(?:done|shipped|completed?|closed|released|history|archived?)\b/iu

/** Whether a file lists work that is to be done. */
export function isBacklog(path: string): boolean {
  return /^backlog\.md$/iu.test(baseName(path))
}

/** The rows of a backlog's tables that name what they stand for. */
export function backlogRows(document: MarkdownDocument): readonly BacklogRow[] {
  return document.blocks.tables.filter(({ quoted }) => !quoted).flatMap((table) => {
    const header = table.header.map((cell) => plainText(cell).trim())
    const status = header.findIndex((cell) => statusHeader.test(cell))
    const columns = idColumns(table, header)
    return table.rows.flatMap(({ line, cells }): readonly BacklogRow[] => {
      const ids = columns.map((column) => cellIds(cells[column] ?? "")).find((found) => found !== undefined)
      if (ids === undefined) return []
      const plain = cells.map((cell) => plainText(cell).trim())
      return [{ ...ids, document, line, cells: plain, status: plain[status] ?? "" }]
    })
  })
}

/** Whether a row stands where what is done is kept, or says itself that it is. */
export function isRecord({ document, line, status }: BacklogRow): boolean {
  return done.test(status) || record.test(sectionAt(sectionsOf(document), line)?.heading.text ?? "")
}

/** The columns that may hold ids. One that counts its rows is none, unless another one does that. */
function idColumns(table: Table, header: readonly string[]): readonly number[] {
  const named = header.flatMap((cell, column) => idHeader.test(cell) ? [column] : [])
  const counts = (column: number): boolean =>
    header[column] === "#" && table.rows.every(({ cells }, index) => cells[column]?.trim() === String(index + 1))
  return header.some((cell) => rankHeader.test(cell)) ? named : named.filter((column) => !counts(column))
}

/** The ids of a cell: its text, or else the file that it links to. */
function cellIds(cell: string): UnitIds | undefined {
  const text = idsIn(plainText(cell))
  const target = /\]\(\s*<?([^\s<>()?#]+)/u.exec(cell)?.[1]
  const file = target === undefined ? undefined : idsIn(baseName(target).replace(/\.md$/iu, ""))
  return text ?? file
}
