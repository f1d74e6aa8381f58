import type { ResolvedFinding } from "../schema/diff_result.ts"
import type { Report } from "../schema/report.ts"
import { parseStatus } from "../schema/status.ts"
import type { Dialect } from "./dialect.ts"
import { type ReportEntry, severityRank } from "./report_entry.ts"
import { listSection, type Section } from "./section.ts"

/** The line of a report without a quick win. */
export const noQuickWins = "None — no Low-effort × Medium+-severity findings in this run"

/** What takes little work and matters: effort S, severity Medium or more, open, actionable. */
export function quickWins(entries: readonly ReportEntry[], dialect: Dialect): Section {
  const lines = entries.flatMap((entry) =>
    isQuickWin(entry) && entry.source._tag === "finding"
      ? [`- [ ] ${entry.row.id} — ${dialect.text(entry.source.finding.proposed_action)}`]
      : []
  )
  return listSection("Quick wins", "quick wins", lines, lines.length === 0 ? [noQuickWins] : [])
}

function isQuickWin({ row }: ReportEntry): boolean {
  return row.effort === "S" && severityRank(row.severity) <= severityRank("Medium") && row.tag !== "WONT_FIX" &&
    row.route !== "none" && row.status === "open"
}

const closedBecause = {
  "not detected": "no longer detected",
  "node gone": "node removed",
  "applied": "applied",
  "wont_fix not observed": "no longer observed, was won't-fix",
} as const

/** What the last run had and this one has not; a fresh run has no such section. */
export function resolved(report: Report, dialect: Dialect): readonly Section[] {
  if (report.run_mode === "fresh") return []
  const lines = report.resolved.map((row) =>
    `- ${row.id} — ${dialect.text(row.locator)}: ${dialect.text(row.what)} (${closing(report, row, dialect)})`
  )
  const title = `Resolved since last run (${lines.length})`
  return [listSection(title, "resolved findings", lines, lines.length === 0 ? ["None"] : [])]
}

function closing(report: Report, row: ResolvedFinding, dialect: Dialect): string {
  const version = report.baseline?.version
  if (row.how === "applied" && version !== undefined) return `applied in v${version}`
  // A won't-fix that nothing needs any more: whoever gave the reason may want to know.
  const reason = row.how === "wont_fix not observed" ? `: ${quotedReason(row.status, dialect)}` : ""
  return `${closedBecause[row.how]}${reason}`
}

/** The reason of a won't-fix and its last day. */
function quotedReason(text: string, dialect: Dialect): string {
  const status = parseStatus(text)
  if (status?._tag !== "wont_fix") return `"${dialect.text(text)}"`
  return `"${dialect.text(status.reason)}"${status.until === undefined ? "" : `, until ${status.until}`}`
}

const tooFewNearMisses: readonly string[] = [
  "None — no guard of a pass met a case that looks bad and is fine",
  "Only one — no guard of a pass met a second case that looks bad and is fine",
]

/** What a reader could take for a finding, and the guard that says it is none. */
export function nearMisses(report: Report, dialect: Dialect): Section {
  const lines = report.near_misses.map((near) =>
    `- ${dialect.lineStart(near.locator)}: ${dialect.text(near.what)} — ${dialect.text(near.why)} (${
      dialect.text(near.pass)
    })`
  )
  const few = tooFewNearMisses[lines.length]
  const lead = few === undefined ? [] : lines.length === 0 ? [few] : [few, ""]
  return listSection("Things that look bad but are actually fine", "near misses", lines, lead)
}

/** Findings that somebody decided to live with, and why; also those that this run did not see. */
export function wontFix(entries: readonly ReportEntry[], dialect: Dialect): readonly Section[] {
  const lines = entries.filter(isWaived).map(({ row, source }) => {
    const unseen = source._tag === "unverified" ? `; not checked in this run: ${source.row.why}` : ""
    return `- ${row.id} — ${dialect.text(row.what)} (reason: ${quotedReason(row.status, dialect)}${unseen})`
  })
  return lines.length === 0 ? [] : [listSection("Carried as won't-fix", "won't-fix findings", lines)]
}

function isWaived({ row }: ReportEntry): boolean {
  return row.tag === "WONT_FIX" || (row.tag === "UNVERIFIED" && parseStatus(row.status)?._tag === "wont_fix")
}
