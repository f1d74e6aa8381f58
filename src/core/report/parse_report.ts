import * as Data from "effect/Data"
import * as Result from "effect/Result"
import type { Baseline } from "../diff/baseline.ts"
import type { BaselineFinding, ClosedFinding } from "../schema/diff_result.ts"
import { findingNumber } from "../schema/finding_id.ts"
import { readTable } from "./pipe_table.ts"
import { readReportBlock, readReportFrontMatter, type ReportProblem } from "./read_report_front_matter.ts"
import { readRows, type StoredRow } from "./read_rows.ts"
import { isRememberedLine, readRememberedLine, type RememberedRows } from "./remembered_rows.ts"
import type { ReportRow } from "./report_entry.ts"
import type { ReportFrontMatter } from "./report_front_matter.ts"
import { type OutlineLine, outlineOf, type ReportOutline, sectionNamed, splitLines } from "./report_outline.ts"

/** A report file as data: what the next run compares with. */
export interface ParsedReport {
  /** The YAML block at its start. */
  readonly front_matter: ReportFrontMatter
  /** The rows of the findings table, in its order; a row that says it is resolved is in {@link closed} instead. */
  readonly rows: readonly ReportRow[]
  /** The rows that left the table in earlier runs. */
  readonly closed: readonly ClosedFinding[]
}

/**
 * A text that is not a report: `reason` says why, `line` (1-based) where.
 *
 * @example
 * ```ts
 * import { ReportMalformed } from "@retro/cli/core"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(
 *   new ReportMalformed({ reason: "there is no front matter", line: 1 }).message,
 *   "cannot read the report: line 1: there is no front matter; restore the file from version control, or move it away",
 * )
 * ```
 */
export class ReportMalformed extends Data.Error<{
  /** What is wrong, without the place. */
  readonly reason: string
  /** 1-based. */
  readonly line: number
  /** Two rows have one id: what else the report says can be trusted, and which of the two is meant cannot be known. */
  readonly equal_ids?: boolean
  /** A newer program wrote it: nothing is wrong with it, and what it says cannot be known. */
  readonly newer_schema?: boolean
}> {
  /** Tells the error from others, as for `Effect.catchTag`. */
  readonly _tag = "ReportMalformed"
  /** What a log calls the error. */
  override readonly name = "ReportMalformed"
  /** What failed, why, and the next step. */
  override get message(): string {
    const next = this.newer_schema === true
      ? "use the version of retro that wrote it"
      : "restore the file from version control, or move it away"
    return `cannot read the report: line ${this.line}: ${this.reason}; ${next}`
  }
}

/**
 * A report with the markers of an unresolved merge, the first of them at `line` (1-based).
 *
 * @example
 * ```ts
 * import { MergeConflict } from "@retro/cli/core"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(
 *   new MergeConflict({ line: 12 }).message,
 *   "cannot read the report: line 12 is a merge conflict marker; resolve the conflict and run again",
 * )
 * ```
 */
export class MergeConflict extends Data.Error<{ readonly line: number }> {
  /** Tells the error from others, as for `Effect.catchTag`. */
  readonly _tag = "MergeConflict"
  /** What a log calls the error. */
  override readonly name = "MergeConflict"
  /** What failed, why, and the next step. */
  override get message(): string {
    return `cannot read the report: line ${this.line} is a merge conflict marker; resolve the conflict and run again`
  }
}

/**
 * Reads a report file: front matter, findings table and the hidden comment after it. A report of another writer without the
 * comment is read from its table alone; column names and statuses that such writers use are understood.
 *
 * @example
 * ```ts
 * import { completeReport, parseReport, renderReport } from "@retro/cli/core"
 * import * as Result from "effect/Result"
 * import { deepStrictEqual } from "node:assert/strict"
 * const report = completeReport({
 *   run_mode: "fresh", baseline: null, findings: [], resolved: [], unverified: [], id_max: 0, warnings: [],
 * })
 * const parsed = Result.getOrThrow(parseReport(renderReport(report)))
 * deepStrictEqual(parsed.rows, [])
 * ```
 */
export function parseReport(text: string): Result.Result<ParsedReport, ReportMalformed | MergeConflict> {
  const lines = splitLines(text)
  const conflict = lines.findIndex((line) => /^(?:<{7}|>{7})(?: |$)/u.test(line))
  if (conflict !== -1) return Result.fail(new MergeConflict({ line: conflict + 1 }))
  return Result.mapError(parseLines(text, lines), (problem) => new ReportMalformed(problem))
}

function parseLines(text: string, lines: readonly string[]): Result.Result<ParsedReport, ReportProblem> {
  return Result.flatMap(
    readReportBlock(text),
    (block) =>
      Result.flatMap(readReportFrontMatter(block), (front_matter) => {
        const outline = outlineOf(lines, block.length)
        return Result.flatMap(readRemembered(outline), (remembered) =>
          Result.map(
            readFindings(outline, remembered, front_matter),
            (stored) => parsed(front_matter, stored, remembered),
          ))
      }),
  )
}

function parsed(
  front_matter: ReportFrontMatter,
  stored: readonly StoredRow[],
  remembered: RememberedRows,
): ParsedReport {
  const version = versionAfter(front_matter)
  return {
    front_matter,
    rows: stored.filter((row) => !row.closed).map(({ row }) => row),
    closed: [
      ...remembered.closed,
      ...stored.filter((row) => row.closed).map(({ row }) => ({ ...withoutTag(row), closed_in: version ?? 0 })),
    ],
  }
}

function readRemembered(outline: ReportOutline): Result.Result<RememberedRows, ReportProblem> {
  let last: OutlineLine | undefined
  for (const section of [{ lines: outline.header }, ...outline.sections]) {
    for (const line of section.lines) if (!line.fenced && isRememberedLine(line.text)) last = line
  }
  if (last === undefined) return Result.succeed({ rows: {}, closed: [] })
  const { line } = last
  return Result.mapError(readRememberedLine(last.text), (reason) => ({ reason, line }))
}

function readFindings(
  outline: ReportOutline,
  remembered: RememberedRows,
  { findings_total }: ReportFrontMatter,
): Result.Result<readonly StoredRow[], ReportProblem> {
  const section = sectionNamed(outline, "Findings table")
  const counted = (rows: readonly StoredRow[]): Result.Result<readonly StoredRow[], ReportProblem> =>
    rows.length === findings_total ? Result.succeed(rows) : Result.fail({
      reason: `findings_total is ${findings_total}, the findings table has ${rows.length} rows`,
      line: section?.line ?? 1,
    })
  if (section === undefined) {
    return findings_total === 0 ? Result.succeed([]) : Result.fail({
      reason: `findings_total is ${findings_total}, and there is no "## Findings table"`,
      line: 1,
    })
  }
  return Result.flatMap(
    readTable(section.lines),
    (table) => table === undefined ? counted([]) : Result.flatMap(readRows(table, remembered.rows), counted),
  )
}

function withoutTag(row: ReportRow): BaselineFinding {
  const { tag: _tag, ...finding } = row
  return finding
}

/** A report supersedes the version before its own. */
function versionAfter({ supersedes }: ReportFrontMatter): number | undefined {
  const superseded = /^v(\d+)\.md$/u.exec(supersedes ?? "")?.[1]
  return superseded === undefined ? undefined : Number(superseded) + 1
}

/**
 * A parsed report as the baseline of the next run. The version is that of the file name `v<k>.md`, else one above the version
 * that the report supersedes.
 *
 * @example
 * ```ts
 * import { baselineOf, completeReport, parseReport, renderReport } from "@retro/cli/core"
 * import * as Result from "effect/Result"
 * import { strictEqual } from "node:assert/strict"
 * const report = completeReport({
 *   run_mode: "fresh", baseline: null, findings: [], resolved: [], unverified: [], id_max: 7, warnings: [],
 * })
 * const baseline = baselineOf(Result.getOrThrow(parseReport(renderReport(report))), "reports/v1.md")
 * strictEqual(baseline.version, 1)
 * strictEqual(baseline.id_max, 7)
 * ```
 */
export function baselineOf(report: ParsedReport, path: string): Baseline {
  const named = /(?:^|\/)v(\d+)\.md$/u.exec(path)?.[1]
  const version = named === undefined ? versionAfter(report.front_matter) : Number(named)
  const { date, commit, id_max } = report.front_matter
  const numbers = [...report.rows, ...report.closed].map((row) => findingNumber(row.id) ?? 0)
  return {
    path,
    ...(version === undefined ? {} : { version }),
    date,
    ...(commit === undefined ? {} : { commit }),
    id_max: numbers.reduce((most, number) => Math.max(most, number), id_max ?? 0),
    findings: report.rows.map(withoutTag),
    closed: report.closed,
  }
}
