import { deepStrictEqual, strictEqual } from "node:assert/strict"
import type { DiffResult, Tag } from "../../src/core/schema/diff_result.ts"
import { severities, type Severity } from "../../src/core/schema/finding.ts"
import { completeReport, type Report, type ReportInput } from "../../src/core/schema/report.ts"
import { verdictOn } from "../../src/cli/verdict.ts"

const row = { pass: "p", locator: "a.md", verdict: "DEAD", what: "w", route: "none", proposed_action: "" } as const

interface Found {
  readonly tag: Tag | "UNVERIFIED"
  readonly severity?: Severity
  readonly status?: string
}

function reportWith(found: Found, more: Partial<ReportInput> = {}): Report {
  const { tag, severity = "High", status = "open" } = found
  const unverified: DiffResult["unverified"] = tag === "UNVERIFIED"
    ? [{ ...row, id: "R001", severity, status, tag, why: "pass did not run" }]
    : []
  const findings: DiffResult["findings"] = tag === "UNVERIFIED" ? [] : [{ ...row, id: "R001", severity, status, tag }]
  const base = { run_mode: "fresh", baseline: null, resolved: [], id_max: 1, warnings: [] } as const
  return completeReport({ ...base, findings, unverified, ...more })
}

Deno.test("verdictOn counts what is new or carried and still open, and nothing else", () => {
  const codes = [
    { tag: "NEW" },
    { tag: "CARRIED" },
    { tag: "WONT_FIX", status: "wont_fix:by design" },
    { tag: "UNVERIFIED" },
    { tag: "NEW", status: "applied" },
    { tag: "NEW", status: "skipped" },
    { tag: "CARRIED", status: "wont_fix:by design" },
  ] as const
  deepStrictEqual(codes.map((found) => verdictOn(reportWith(found), "low", undefined).code), [1, 1, 0, 0, 0, 0, 0])
})

Deno.test("verdictOn forbids what is at least as severe as the limit", () => {
  const limits = ["critical", "high", "medium", "low", "never"] as const
  const codes = severities.map((severity) =>
    limits.map((limit) => verdictOn(reportWith({ tag: "NEW", severity }), limit, undefined).code)
  )
  deepStrictEqual(codes, [[1, 1, 1, 1, 0], [0, 1, 1, 1, 0], [0, 0, 1, 1, 0], [0, 0, 0, 1, 0]])
})

Deno.test("verdictOn takes the flag over the configuration, says which it was, and forbids nothing without either", () => {
  const report = reportWith({ tag: "NEW" })
  deepStrictEqual(verdictOn(report, undefined, undefined), { code: 0, why: [] })
  deepStrictEqual(verdictOn(report, "never", "low"), { code: 0, why: [] })
  deepStrictEqual(verdictOn(report, "critical", "low"), { code: 0, why: [] })
  deepStrictEqual(verdictOn(report, "high", "never").why, ["1 open finding is high or worse, which --fail-on forbids"])
  deepStrictEqual(verdictOn(report, undefined, "high").why, [
    "1 open finding is high or worse, which fail_on in .retro.yaml forbids",
  ])
})

Deno.test("verdictOn calls a run unfinished before it counts, and says why where nobody said it", () => {
  const incomplete = (pass: string, warnings: readonly string[] = [], skip_reason = "no key") =>
    verdictOn(
      reportWith({ tag: "NEW" }, {
        warnings,
        passes: [{ pass, state: "incomplete", found: 1, skip_reason }],
      }),
      "low",
      undefined,
    )
  deepStrictEqual(incomplete("link-integrity", [], "could not read a.md (it is not UTF-8)"), {
    code: 3,
    why: [
      "link-integrity is incomplete: could not read a.md (it is not UTF-8); " +
      'fix it or leave it out with "ignore" in .retro.yaml',
    ],
  })
  deepStrictEqual(incomplete("slug-conformance").why, ["slug-conformance is incomplete: no key"])
  deepStrictEqual(incomplete("judge"), { code: 3, why: ["judge is incomplete: no key"] })
  deepStrictEqual(incomplete("judge", ["judge is incomplete: no key"]), { code: 3, why: [] })
  const failed = { id: "R001", result: "failed", message: "m", files: [] } as const
  strictEqual(verdictOn(reportWith({ tag: "NEW" }, { outcomes: [failed] }), "never", undefined).code, 3)
})
