import * as Result from "effect/Result"
import type { ReportProblem } from "./read_report_front_matter.ts"
import { oneLine, unescapeText } from "./markdown_text.ts"
import type { OutlineLine } from "./report_outline.ts"

/** A table row: the text of its cells. */
export interface TableRow {
  readonly line: number
  readonly cells: readonly string[]
}

/** A GFM table. */
export interface PipeTable {
  readonly header: TableRow
  readonly rows: readonly TableRow[]
}

const delimiter = /^\s*(?:\|\s*)?:?-+:?\s*(?:\|\s*:?-+:?\s*)*(?:\|\s*)?$/u

/** The first table of some lines, `undefined` when there is none. */
export function readTable(lines: readonly OutlineLine[]): Result.Result<PipeTable | undefined, ReportProblem> {
  const start = lines.findIndex((line, index) => isPiped(line) && delimiter.test(lines[index + 1]?.text ?? ""))
  const head = lines[start]
  if (head === undefined) {
    const piped = lines.find(isPiped)
    return piped === undefined ? Result.succeed(undefined) : Result.fail({
      reason: "the table has no delimiter row below its header",
      line: piped.line + 1,
    })
  }
  const header = readRow(head)
  const rows: TableRow[] = []
  for (let index = start + 2; index < lines.length; index++) {
    const line = lines[index]
    if (line === undefined || line.text.trim() === "" || line.text.startsWith("<!--")) break
    const row = readRow(line)
    if (row.cells.length !== header.cells.length) {
      return Result.fail({
        reason: `a row has ${row.cells.length} cells, the header ${header.cells.length}`,
        line: line.line,
      })
    }
    rows.push(row)
  }
  return Result.succeed({ header, rows })
}

function isPiped(line: OutlineLine): boolean {
  return !line.fenced && line.text.includes("|")
}

function readRow({ text, line }: OutlineLine): TableRow {
  return { line, cells: splitCells(text.trim()).map((cell) => oneLine(unescapeText(cell.trim()))) }
}

/** Cells end at a pipe that no backslash escapes; the outer pipes are optional. */
function splitCells(row: string): readonly string[] {
  const cells: string[] = []
  let start = row.startsWith("|") ? 1 : 0
  for (let index = start; index < row.length; index++) {
    const character = row.charCodeAt(index)
    if (character === 0x5c) index++
    else if (character === 0x7c) {
      cells.push(row.slice(start, index))
      start = index + 1
    }
  }
  if (start < row.length) cells.push(row.slice(start))
  return cells
}
