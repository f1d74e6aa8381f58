import { byCodeUnit } from "../code_unit_order.ts"
import type { Report } from "../schema/report.ts"
import { severities } from "../schema/finding.ts"
import type { Dialect } from "./dialect.ts"
import { type ReportEntry, severityRank } from "./report_entry.ts"

/** How many rows each pass has of each severity: every pass that ran, and every pass that has a row. */
export function matrixLines(report: Report, entries: readonly ReportEntry[], dialect: Dialect): readonly string[] {
  const passes = countByPass(report, entries)
  if (passes.size === 0) return ["None — no pass ran"]
  return dialect.table(
    ["Pass", ...severities],
    [...passes].map(([pass, counts]) => [dialect.text(pass), ...counts.map(String)]),
  )
}

function countByPass(report: Report, entries: readonly ReportEntry[]): ReadonlyMap<string, readonly number[]> {
  const passes = new Map<string, number[]>()
  for (const pass of report.passes) if (pass.state !== "skipped") passes.set(pass.pass, [0, 0, 0, 0])
  const others = new Set(entries.map((entry) => entry.row.pass).filter((pass) => !passes.has(pass)))
  for (const pass of [...others].sort(byCodeUnit)) passes.set(pass, [0, 0, 0, 0])
  for (const { row } of entries) {
    const counts = passes.get(row.pass)
    const rank = severityRank(row.severity)
    if (counts !== undefined) counts[rank] = (counts[rank] ?? 0) + 1
  }
  return passes
}
