import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { parseJson } from "../foreign/parse_json.ts"
import { ClosedFinding } from "../schema/diff_result.ts"
import type { BaselineFinding } from "../schema/diff_result.ts"
import { findingNumber } from "../schema/finding_id.ts"
import { Line } from "../schema/line.ts"
import type { Report } from "../schema/report.ts"
import { formatStatus, parseStatus } from "../schema/status.ts"
import type { ReportEntry } from "./report_entry.ts"

/** What the table has no column for. */
export interface RememberedRow {
  readonly key?: string
  readonly verdict?: string
}

/** The hidden comment after the table: key and verdict of its rows, and every row that ever left it. */
export interface RememberedRows {
  readonly rows: { readonly [id: string]: RememberedRow }
  readonly closed: readonly ClosedFinding[]
}

const opening = "<!-- retro:rows "
const closing = " -->"

const RememberedRows: Schema.Codec<RememberedRows> = Schema.Struct({
  rows: Schema.Record(
    Schema.String,
    Schema.Struct({ key: Schema.optionalKey(Line), verdict: Schema.optionalKey(Line) }),
  ),
  closed: Schema.Array(ClosedFinding),
})

/** Writes the comment. */
export function rememberedLine(report: Report, entries: readonly ReportEntry[]): string {
  const rows = Object.fromEntries(entries.map(({ row }) => [row.id, remembered(row)]))
  const json = JSON.stringify({ rows, closed: closedRows(report) })
  const inert = json.replace(/</gu, "\\u003c").replace(/>/gu, "\\u003e").replace(/--/gu, "\\u002d\\u002d")
  return `${opening}${inert}${closing}`
}

function remembered(row: BaselineFinding): RememberedRow {
  return {
    ...(row.key === undefined ? {} : { key: row.key }),
    ...(row.verdict === undefined ? {} : { verdict: row.verdict }),
  }
}

function closedRows(report: Report): readonly ClosedFinding[] {
  // Resolved rows left the table in this run, which is the one after its baseline when it has no version yet
  const version = report.persisted?.version ?? (report.baseline?.version ?? 0) + 1
  const rows = new Map<string, ClosedFinding>()
  for (const row of report.closed ?? []) rows.set(row.id, closedRow(row, row.closed_in))
  for (const row of report.resolved) rows.set(row.id, closedRow(row, version))
  return [...rows.values()].sort((left, right) => (findingNumber(left.id) ?? 0) - (findingNumber(right.id) ?? 0))
}

function closedRow(row: BaselineFinding, closed_in: number): ClosedFinding {
  const status = parseStatus(row.status)
  return {
    id: row.id,
    pass: row.pass,
    locator: row.locator,
    what: row.what,
    status: status === undefined ? "open" : formatStatus(status),
    ...(row.severity === undefined ? {} : { severity: row.severity }),
    ...(row.effort === undefined ? {} : { effort: row.effort }),
    ...(row.route === undefined ? {} : { route: row.route }),
    ...remembered(row),
    closed_in,
  }
}

/** Whether a line is the comment. */
export function isRememberedLine(line: string): boolean {
  return line.startsWith(opening)
}

const decode = Schema.decodeUnknownResult(RememberedRows)

/** Reads the comment; the failure says what is wrong with it. */
export function readRememberedLine(line: string): Result.Result<RememberedRows, string> {
  const trimmed = line.trimEnd()
  if (!trimmed.endsWith(closing)) return Result.fail('the comment "retro:rows" does not end on its line')
  return Result.mapError(
    parseJson(trimmed.slice(opening.length, -closing.length)),
    (problem) => `the comment "retro:rows" is ${problem === "too deep" ? "nested too deep" : problem}`,
  ).pipe(
    Result.flatMap((json) =>
      Result.mapError(decode(json), (error) => `the comment "retro:rows": ${error.message.split("\n")[0]}`)
    ),
  )
}
