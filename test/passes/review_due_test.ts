import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { readDecisions } from "../../src/core/decision/read_decisions.ts"
import type { PassResult } from "../../src/core/schema/pass_result.ts"
import { reviewDue } from "../../src/passes/review_due.ts"
import { writtenDay } from "../../src/passes/review_due/written_day.ts"
import { corpusOf } from "./corpus_of.ts"
import { type Files, lookWith, toldBy } from "./look_with.ts"

const today = "2026-06-24"

function look(files: Files): PassResult {
  return lookWith(reviewDue)(files, { today })
}

function said(files: Files): readonly string[] {
  return toldBy(({ locator, severity, what }) => `${locator} ${severity}: ${what}`, look(files))
}

function front(fields: string): string {
  return `---\n${fields}\n---\n\n# A title\n`
}

Deno.test("writtenDay reads days, months and quarters", () => {
  const cases: readonly (readonly [string, string | undefined])[] = [
    ["2026-01-31", "2026-01-31"],
    ["2026/1/3", "2026-01-03"],
    ["by 2026-02, at the latest", "2026-02-28"],
    ["2028-02", "2028-02-29"],
    ["Q3 2026", "2026-09-30"],
    ["2026-Q1", "2026-03-31"],
    ["15 January 2026", "2026-01-15"],
    ["3rd of May", undefined],
    ["12-Sep-2025", "2025-09-12"],
    ["Sept. 3rd, 2025", "2025-09-03"],
    ["December 2025", "2025-12-31"],
    ["Feb 2000", "2000-02-29"],
    ["February 2100", "2100-02-28"],
    ["2025-06-01, then 2026-06-01", "2025-06-01"],
    ["2026-02-30", undefined],
    ["2026-13-01", undefined],
    ["03/04/2026", undefined],
    ["v1.26", undefined],
    ["TBD", undefined],
    ["", undefined],
  ]
  for (const [text, day] of cases) strictEqual(writtenDay(text), day, text)
})

Deno.test("reviewDue finds reviews, decisions and targets whose day is past", () => {
  deepStrictEqual(
    said({
      "docs/adr/0001-a.md": "# 1. A\n\n- Status: Proposed\n- Review: 2026-06-23\n\n## Context\n\nText.\n",
      "eips/eip-1.md": front("eip: 1\ntitle: One\nstatus: Last Call\nlast-call-deadline: 2026-05-01"),
      "proposals/p.md": front("status: draft\ntarget-date: Q1 2026"),
      "handbook.md": front("next-review: March 2026"),
      "policy.md": "# Policy\n\n**Status:** Draft | **Next review:** 1 June 2026\n\n## More\n\nReview by: 2001-01-01\n",
      "table.md": "# Table\n\n| Status | Pending |\n|---|---|\n| Review date | 2026-01-01 |\n",
      "target.md": front("status: accepted\ntarget: 2026-01-01"),
      "section.md": "# Section\n\n## Status\n\nOn hold\n\n## Revisit by\n\n2026-01-01\n",
    }),
    [
      'docs/adr/0001-a.md Low: it was to be reviewed by 2026-06-23 ("review"); its status is "Proposed"',
      'eips/eip-1.md Medium: it was to be decided by 2026-05-01 ("last-call-deadline"); its status is "Last Call"',
      'handbook.md Low: it was to be reviewed by 2026-03-31 ("next-review")',
      'policy.md Low: it was to be reviewed by 2026-06-01 ("next-review"); its status is "Draft"',
      'proposals/p.md Low: it was to be done by 2026-03-31 ("target-date"); its status is "draft"',
      'section.md Low: it was to be reviewed by 2026-01-01 ("revisit-by"); its status is "On hold"',
      'table.md Low: it was to be reviewed by 2026-01-01 ("review-date"); its status is "Pending"',
      'target.md Low: it was to be done by 2026-01-01 ("target"); its status is "accepted"',
    ],
  )
})

Deno.test("reviewDue says nothing of days to come, of what is decided, and of reviews that were held", () => {
  deepStrictEqual(
    said({
      "a.md": front("status: accepted\nreview: 2026-06-24"),
      "b.md": front("status: superseded\nreview: 2026-01-01"),
      "c.md": front("status: final\nlast-call-deadline: 2026-01-01"),
      "d.md": front("status: implemented\ntarget: 2026-01-01"),
      "e.md": front("reviewed: 2026-01-01\nlast-review: 2026-01-01"),
      "f.md": front("review: 2026-01-01\ndeadline: 2026-01-01"),
      "g.md": front("status: blue\nreview: 2026-01-01"),
    }),
    [],
  )
})

Deno.test("reviewDue's guards", () => {
  const due = front("status: accepted\nreview: 2026-01-01")
  const cases: readonly (readonly [string, Files])[] = [
    ["template", { "docs/adr/template.md": due }],
    ["test data", { "test/fixtures/a.md": due }],
    ["someone else's file", { "vendor/a.md": due }],
    ["the past", { "archive/a.md": due }],
    ["reviewed since", { "a.md": front("status: accepted\nreview: 2026-01-01\nlast-reviewed: 2026-01-05") }],
    ["held", { "a.md": front("status: accepted\ndate: 2026-01-03\nreview: 2026-01-01") }],
    ["done", { "a.md": front("status: accepted\nreview: 2026-01-01 (done)") }],
    ["decided", { "a.md": due }],
    ["decided", { "docs/adr/0001-a.md": "# 1. A\n\n- Status: Accepted\n- Next review: 2026-01-01\n\n## Context\n" }],
  ]
  for (const [why, files] of cases) deepStrictEqual(said(files), [`${Object.keys(files)[0]}: ${why}`], why)
  const before = front("status: draft\nreview: 2026-01-01\nlast-reviewed: 2025-01-05")
  deepStrictEqual(said({ "a.md": before }).length, 1)
})

Deno.test("reviewDue reads decisions that are no Markdown", () => {
  const path = "peps/pep-0001.rst"
  const text =
    "PEP: 1\nTitle: One\nStatus: Draft\nType: Process\nCreated: 01-Jan-2020\nReview-By: 01-Feb-2026\n\nText\n"
  const corpus = corpusOf(new Map([[path, text]]), { today })
  const decisions = readDecisions([{ path, text }], corpus.paths)
  deepStrictEqual(reviewDue.look({ ...corpus, decisions }).findings.map(({ locator, key }) => [locator, key]), [
    [path, "review-by"],
  ])
})

Deno.test("reviewDue does not run where no day is set, and reports only what is in scope", () => {
  strictEqual(look({}).skip_reason, "no Markdown files and no decisions")
  strictEqual(look({ "a.md": "# A\n" }).skip_reason, "no file says by when it is to be reviewed or decided")
  const due = front("next-review: 2026-01-01")
  const corpus = corpusOf(new Map([["a/x.md", due], ["b/x.md", due]]), { scope: ["a"], today })
  deepStrictEqual(reviewDue.look(corpus).findings.map(({ locator }) => locator), ["a/x.md"])
})
