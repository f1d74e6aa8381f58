import * as Result from "effect/Result"
import { findingNumber } from "../schema/finding_id.ts"
import { isLine } from "../schema/line.ts"
import { formatStatus, parseStatus } from "../schema/status.ts"
import { columnAliases, readEffort, readRoute, readSeverity, readTag } from "./findings_table.ts"
import type { PipeTable, TableRow } from "./pipe_table.ts"
import type { ReportProblem } from "./read_report_front_matter.ts"
import type { RememberedRow } from "./remembered_rows.ts"
import type { ReportRow } from "./report_entry.ts"

/** A row of the table and whether its status says that it is closed. */
export interface StoredRow {
  readonly row: ReportRow
  readonly line: number
  readonly closed: boolean
}

type Columns = { readonly [Column in keyof ReportRow]?: number }

/** Reads the findings of a table; key and verdict come from the hidden comment. */
export function readRows(
  table: PipeTable,
  remembered: { readonly [id: string]: RememberedRow },
): Result.Result<readonly StoredRow[], ReportProblem> {
  const columns = columnsOf(table.header)
  for (const [column, title] of [["id", "ID"], ["pass", "Pass"], ["locator", "Locator"]] as const) {
    if (columns[column] === undefined) {
      return Result.fail({ reason: `the findings table has no column "${title}"`, line: table.header.line })
    }
  }
  const rows: StoredRow[] = []
  const lines = new Map<string, number>()
  for (const tableRow of table.rows) {
    const row = readStoredRow(tableRow, columns, remembered)
    if (Result.isFailure(row)) return Result.fail(row.failure)
    const { id } = row.success.row
    const earlier = lines.get(id)
    if (earlier !== undefined) {
      const reason = `two rows are ${id}; the other is at line ${earlier}`
      return Result.fail({ reason, line: tableRow.line, equal_ids: true })
    }
    lines.set(id, tableRow.line)
    rows.push(row.success)
  }
  return Result.succeed(rows)
}

function columnsOf(header: TableRow): Columns {
  const columns: Record<string, number> = {}
  header.cells.forEach((title, index) => {
    const column = columnAliases[title.toLowerCase()]
    if (column !== undefined) columns[column] ??= index
  })
  return columns
}

function readStoredRow(
  { cells, line }: TableRow,
  columns: Columns,
  remembered: { readonly [id: string]: RememberedRow },
): Result.Result<StoredRow, ReportProblem> {
  const cell = (column: keyof ReportRow): string => {
    const index = columns[column]
    return index === undefined ? "" : cells[index] ?? ""
  }
  const [id, pass, locator] = [cell("id"), cell("pass"), cell("locator")]
  if (findingNumber(id) === undefined) return Result.fail({ reason: `"${id}" is no id such as R001`, line })
  if (!isLine(pass)) return Result.fail({ reason: `the row of ${id} names no pass`, line })
  if (!isLine(locator)) return Result.fail({ reason: `the row of ${id} has no locator`, line })
  const status = readStatus(cell("status"))
  if (status === undefined) {
    return Result.fail({
      reason: `the status "${cell("status")}" of ${id} is none of open, applied, skipped, wont_fix:<reason>`,
      line,
    })
  }
  const memory = Object.hasOwn(remembered, id) ? remembered[id] : undefined
  const [severity, effort, route] = [
    readSeverity(cell("severity")),
    readEffort(cell("effort")),
    readRoute(cell("route")),
  ]
  const tag = readTag(cell("tag"))
  const verdict = memory?.verdict ?? (isLine(cell("verdict")) ? cell("verdict") : undefined)
  return Result.succeed({
    row: {
      id,
      pass,
      locator,
      // A table without descriptions still says which node it means
      what: cell("what") || locator,
      status: status.text,
      ...(severity === undefined ? {} : { severity }),
      ...(effort === undefined ? {} : { effort }),
      ...(route === undefined ? {} : { route }),
      ...(verdict === undefined ? {} : { verdict }),
      ...(memory?.key === undefined ? {} : { key: memory.key }),
      ...(tag === undefined ? {} : { tag }),
    },
    line,
    closed: status.closed,
  })
}

const unknownReason = "wont_fix:no reason recorded"

/** Words of other writers, in lower case. */
const foreignStatuses: { readonly [word: string]: { readonly text: string; readonly closed: boolean } } = {
  "": { text: "open", closed: false },
  "open": { text: "open", closed: false },
  "applied": { text: "applied", closed: false },
  "edited": { text: "applied", closed: false },
  "skipped": { text: "skipped", closed: false },
  "wont_fix": { text: unknownReason, closed: false },
  "wont_fix:": { text: unknownReason, closed: false },
  "resolved": { text: "open", closed: true },
}

function readStatus(cell: string): { readonly text: string; readonly closed: boolean } | undefined {
  const word = cell.toLowerCase()
  if (Object.hasOwn(foreignStatuses, word)) return foreignStatuses[word]
  const status = parseStatus(cell)
  return status === undefined ? undefined : { text: formatStatus(status), closed: false }
}
