import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import { renderReport } from "../../../src/core/report/render_report.ts"
import { validateReport } from "../../../src/core/report/validate_report.ts"
import type { TaggedFinding } from "../../../src/core/schema/diff_result.ts"
import { completeReport, type Report, type ReportInput } from "../../../src/core/schema/report.ts"
import { finding } from "../selection/rows.ts"

function reportOf(findings: readonly TaggedFinding[], more: Partial<ReportInput>): Report {
  return completeReport({
    run_mode: "repeat",
    baseline: { path: "v1.md", version: 1 },
    date: "2026-07-01",
    findings,
    resolved: [],
    unverified: [],
    id_max: 4,
    warnings: [],
    ...more,
  })
}

const section = (text: string, title: string): string => text.split(`## ${title}\n`)[1]?.split("\n## ")[0]?.trim() ?? ""

Deno.test("a won't-fix that nothing needs any more is resolved, with its reason", () => {
  const row = { id: "R001", pass: "p", locator: "a.md", what: "a link is dead" }
  const report = reportOf([], {
    resolved: [
      { ...row, status: "wont_fix:a *sample*", tag: "RESOLVED", how: "wont_fix not observed" },
      { ...row, id: "R002", status: "wont_fix:b until 2027-01-31", tag: "RESOLVED", how: "wont_fix not observed" },
    ],
  })
  strictEqual(
    section(renderReport(report), "Resolved since last run (2)"),
    [
      '- R001 — a.md: a link is dead (no longer observed, was won\'t-fix: "a \\*sample\\*")',
      '- R002 — a.md: a link is dead (no longer observed, was won\'t-fix: "b", until 2027-01-31)',
    ].join("\n"),
  )
})

Deno.test("won't-fixes are listed with their reasons, also those that the run did not see", () => {
  const waived = finding("R001", { tag: "WONT_FIX", status: "wont_fix:by design until 2027-01-31" })
  const unseen = { pass: "p", locator: "a.md", what: "a link is dead", tag: "UNVERIFIED" } as const
  const report = reportOf([waived, finding("R002")], {
    unverified: [
      { ...unseen, id: "R003", status: "wont_fix:a sample", why: "pass did not run" },
      { ...unseen, id: "R004", status: "open", why: "ambiguous" },
    ],
  })
  const text = renderReport(report)
  strictEqual(
    section(text, "Carried as won't-fix"),
    [
      '- R001 — The link of R001 leads nowhere (reason: "by design", until 2027-01-31)',
      '- R003 — a link is dead (reason: "a sample"; not checked in this run: pass did not run)',
    ].join("\n"),
  )
  deepStrictEqual(validateReport(text), [])
  ok(!renderReport(reportOf([finding("R002")], {})).includes("Carried as won't-fix"))
})
