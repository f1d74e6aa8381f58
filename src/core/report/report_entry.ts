import type { BaselineFinding, TaggedFinding, UnverifiedFinding } from "../schema/diff_result.ts"
import { type Effort, type Finding, severities, type Severity } from "../schema/finding.ts"
import { findingNumber } from "../schema/finding_id.ts"
import { lineOf, nodeOf } from "../schema/locator.ts"
import type { Report } from "../schema/report.ts"
import type { RouteOutcome } from "../schema/route_outcome.ts"
import { formatStatus, parseStatus } from "../schema/status.ts"

/** The tag of a row of the findings table. */
export type RowTag = "NEW" | "CARRIED" | "WONT_FIX" | "UNVERIFIED"
/** The tags of rows. */
export const rowTags: readonly RowTag[] = ["NEW", "CARRIED", "WONT_FIX", "UNVERIFIED"]

/** A row of the findings table: what the next run reads. `tag` is absent when a foreign table has no such column. */
export interface ReportRow extends BaselineFinding {
  /** How the row relates to the run before. */
  readonly tag?: RowTag
}

/** A row and what else the report knows of it. */
export interface ReportEntry {
  readonly row: ReportRow
  readonly node: string
  readonly source:
    | { readonly _tag: "finding"; readonly finding: TaggedFinding }
    | { readonly _tag: "unverified"; readonly row: UnverifiedFinding }
  readonly outcome?: RouteOutcome
}

/** The effort of a finding: what it says, else by its route. */
export function effortOf(finding: Pick<Finding, "effort" | "route">): Effort | undefined {
  if (finding.effort !== undefined || finding.route === "none") return finding.effort
  return finding.route === "proposal" ? "M" : "S"
}

/** Where a severity stands in every order; a row that does not say is the least. */
export function severityRank(severity: Severity | undefined): number {
  return severities.indexOf(severity ?? "Low")
}

/** The rows of a report, findings and UNVERIFIED ones, id ascending. */
export function entriesOf(report: Report): readonly ReportEntry[] {
  const outcomes = new Map((report.outcomes ?? []).map((outcome) => [outcome.id, outcome]))
  const entries: ReportEntry[] = []
  for (const finding of report.findings) {
    entries.push(entry(row(finding, effortOf(finding), finding.tag), { _tag: "finding", finding }, outcomes))
  }
  for (const unverified of report.unverified) {
    entries.push(
      entry(row(unverified, unverified.effort, "UNVERIFIED"), { _tag: "unverified", row: unverified }, outcomes),
    )
  }
  return entries.sort(byId)
}

function entry(
  row: ReportRow,
  source: ReportEntry["source"],
  outcomes: ReadonlyMap<string, RouteOutcome>,
): ReportEntry {
  const outcome = outcomes.get(row.id)
  // "a :12" is line 12 of "a": a heading cannot end with a space
  const node = nodeOf(row.locator).trim()
  return outcome === undefined ? { row, node, source } : { row, node, source, outcome }
}

function row(finding: TaggedFinding | UnverifiedFinding, effort: Effort | undefined, tag: RowTag): ReportRow {
  return {
    id: finding.id,
    pass: finding.pass,
    locator: finding.locator,
    what: finding.what,
    status: canonicalStatus(finding.status),
    ...(finding.severity === undefined ? {} : { severity: finding.severity }),
    ...(effort === undefined ? {} : { effort }),
    ...(finding.route === undefined ? {} : { route: finding.route }),
    ...(finding.verdict === undefined ? {} : { verdict: finding.verdict }),
    ...(finding.key === undefined ? {} : { key: finding.key }),
    tag,
  }
}

function canonicalStatus(status: string | undefined): string {
  const value = parseStatus(status ?? "open")
  return value === undefined ? "open" : formatStatus(value)
}

/** Orders entries by the number of their id: R999 before R1000. */
export function byId(left: ReportEntry, right: ReportEntry): number {
  return (findingNumber(left.row.id) ?? 0) - (findingNumber(right.row.id) ?? 0)
}

const effortRanks = { S: 0, M: 1, L: 2 } as const

/** Orders entries for a reader: severity, then least effort, then id. */
export function bySeverity(left: ReportEntry, right: ReportEntry): number {
  return severityRank(left.row.severity) - severityRank(right.row.severity) || effortRank(left) - effortRank(right) ||
    byId(left, right)
}

function effortRank(entry: ReportEntry): number {
  return entry.row.effort === undefined ? 3 : effortRanks[entry.row.effort]
}

/** Orders entries of one node as its file reads: by line, then id. */
export function byLine(left: ReportEntry, right: ReportEntry): number {
  const [first, second] = [firstLine(left), firstLine(right)]
  return first === second ? byId(left, right) : first - second
}

function firstLine(entry: ReportEntry): number {
  const evidence = entry.source._tag === "finding" ? entry.source.finding.evidence ?? [] : []
  return lineOf(entry.row.locator) ?? evidence.find((place) => place.path === entry.node)?.line ?? evidence[0]?.line ??
    Number.MAX_SAFE_INTEGER
}
