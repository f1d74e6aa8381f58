import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import type { Destination } from "../../../src/core/report/dialect.ts"
import { renderReport } from "../../../src/core/report/render_report.ts"
import { validateReport } from "../../../src/core/report/validate_report.ts"
import type { TaggedFinding } from "../../../src/core/schema/diff_result.ts"
import type { Severity } from "../../../src/core/schema/finding.ts"
import { findingId } from "../../../src/core/schema/finding_id.ts"
import { completeReport, type Report, type ReportInput } from "../../../src/core/schema/report.ts"
import { everything, fixture } from "./fixture.ts"
import { holds, report as anyReport } from "./report_arbitrary.ts"

const empty: ReportInput = {
  run_mode: "fresh",
  baseline: null,
  date: "2026-07-01",
  findings: [],
  resolved: [],
  unverified: [],
  id_max: 0,
  warnings: [],
}

const finding: TaggedFinding = {
  id: "R001",
  pass: "link-integrity",
  locator: "docs/a.md",
  verdict: "DEAD",
  severity: "Medium",
  what: "a link is dead",
  route: "direct-fix",
  proposed_action: "remove it",
  tag: "NEW",
}

function reportOf(findings: readonly Partial<TaggedFinding>[], more: Partial<ReportInput> = {}): Report {
  const numbered = findings.map((each, index): TaggedFinding => ({ ...finding, id: findingId(index + 1), ...each }))
  return completeReport({ ...empty, findings: numbered, id_max: findings.length, ...more })
}

function many(count: number, more: Partial<TaggedFinding> = {}): Report {
  const severities: readonly Severity[] = ["Low", "Medium", "High", "Critical"]
  return reportOf(Array.from({ length: count }, (_, index) => ({
    locator: `docs/${index % 7}.md`,
    severity: severities[index % 4] ?? "Low",
    what: `link ${index} is dead`,
    ...more,
  })))
}

const section = (text: string, title: string): string => text.split(`## ${title}\n`)[1]?.split("\n## ")[0]?.trim() ?? ""
const bullets = (text: string): readonly string[] => text.match(/^- R\d+ .*$/gmu)?.map((line) => line.slice(2, 6)) ?? []

for (
  const [destination, name] of [["file", "everything.md"], ["terminal", "everything.txt"], [
    "github",
    "everything.github.md",
  ]] as const
) {
  Deno.test(`renderReport writes everything for ${destination} as fixtures/report/${name}`, () => {
    strictEqual(renderReport(everything(), { destination }), fixture(name))
  })
}

Deno.test("renderReport writes the same text for findings in any order", () => {
  const report = everything()
  const shuffled = { ...report, findings: report.findings.toReversed(), resolved: report.resolved }
  strictEqual(renderReport(shuffled), renderReport(report))
})

Deno.test("renderReport counts anew what a caller changed", () => {
  const report = { ...reportOf([{}]), findings: [] }
  ok(renderReport(report).includes("counts: { critical: 0, high: 0, medium: 0, low: 0 }"))
})

Deno.test("a report without findings has no node sections and no table, and everything else", () => {
  const text = renderReport(completeReport({ ...empty, clean_nodes: ["docs/a.md"] }))
  const titles = text.match(/^##+ .*$/gmu)
  deepStrictEqual(titles, [
    "## Orientation",
    "## Severity × Pass",
    "## Diagram",
    "## Quick wins",
    "## Things that look bad but are actually fine",
  ])
  strictEqual(section(text, "Quick wins"), "None — no Low-effort × Medium+-severity findings in this run")
  deepStrictEqual(validateReport(text), [])
})

Deno.test("the front matter names baseline and superseded version on a repeat run alone", () => {
  const keys = (report: Report): readonly string[] =>
    renderReport(report).match(/^(?:baseline|supersedes): .*$/gmu) ?? []
  const repeat = { run_mode: "repeat", baseline: { path: "x/latest.md", version: 2, date: "2026-06-01" } } as const
  const persisted = { dir: "x", version: 6, file: "v6.md", latest: "latest.md", supersedes: "v5.md" }
  deepStrictEqual(keys(reportOf([], repeat)), ["baseline: v2.md", "supersedes: v2.md"])
  deepStrictEqual(keys(reportOf([], { ...repeat, persisted })), ["baseline: v2.md", "supersedes: v5.md"])
  deepStrictEqual(keys(reportOf([], { persisted })), [])
  deepStrictEqual(keys(reportOf([], { run_mode: "repeat", baseline: { path: "findings.json" } })), [])
})

Deno.test("the header says what a pass that did not run or did not finish means for its number", () => {
  const text = renderReport(completeReport({
    ...empty,
    scope: "module src/a",
    scope_reason: "--scope",
    kinds: ["decisions", "docs"],
    files_scanned: 3,
    passes: [
      { pass: "a", state: "complete", found: 0 },
      { pass: "b", state: "incomplete", found: 2 },
      { pass: "c", state: "skipped", found: 0, skip_reason: "no vision" },
      { pass: "d", state: "skipped", found: 0 },
    ],
    warnings: ["two\nlines"],
  }))
  ok(text.includes([
    "Checkpoint of: module src/a (--scope)",
    "Corpus: decisions, docs; files scanned: 3",
    "Run mode: fresh",
    "Passes: a 0, b 2 (incomplete), c skipped (no vision), d skipped",
    "Findings: 0 total (0 critical, 0 high, 0 medium, 0 low); 0 new, 0 carried, 0 won't-fix; 0 resolved",
    "Warning: two lines",
  ].join("\n")))
  ok(section(text, "Severity × Pass").endsWith("| a | 0 | 0 | 0 | 0 |\n| b | 0 | 0 | 0 | 0 |"))
})

Deno.test("within a node the file is ordered by severity, effort and id, GitHub by line", () => {
  const report = reportOf([
    { locator: "a.md:9", severity: "Low" },
    { locator: "a.md:30", severity: "High", effort: "L" },
    { locator: "a.md:4", severity: "High", effort: "S" },
    { locator: "a.md", severity: "High", effort: "S", evidence: [{ path: "a.md", line: 7, quote: "x" }] },
  ])
  deepStrictEqual(bullets(renderReport(report)), ["R003", "R004", "R002", "R001"])
  deepStrictEqual(bullets(renderReport(report, { destination: "github" })), ["R003", "R004", "R001", "R002"])
})

Deno.test("nodes are ordered by their worst finding, then by name", () => {
  const report = reportOf([{ locator: "c" }, { locator: "b" }, { locator: "z", severity: "Critical" }, {
    locator: "z",
    severity: "Low",
  }])
  deepStrictEqual(renderReport(report).match(/^### .*$/gmu), ["### z", "### b", "### c"])
})

Deno.test("ids of four digits come after those of three in the table", () => {
  const report = reportOf([{ id: "R1000" }, { id: "R999" }])
  deepStrictEqual(renderReport(report).match(/^\| R\d+/gmu), ["| R999", "| R1000"])
})

Deno.test("quick wins are open, of effort S by default of their route, of Medium or more, and actionable", () => {
  const report = reportOf([
    {},
    { route: "proposal" },
    { route: "proposal", effort: "S" },
    { severity: "Low" },
    { route: "none" },
    { status: "skipped" },
    { tag: "WONT_FIX", status: "wont_fix:by design" },
    { proposed_action: "first\nsecond" },
  ])
  strictEqual(
    section(renderReport(report), "Quick wins"),
    ["- [ ] R001 — remove it", "- [ ] R003 — remove it", "- [ ] R008 — first second"].join("\n"),
  )
})

Deno.test("up to fifty clean nodes are listed, more are counted", () => {
  const nodes = (count: number): string =>
    renderReport(reportOf([{}], { clean_nodes: Array.from({ length: count }, (_, index) => `n${index}`) }))
  strictEqual(nodes(50).match(/^### .* — no findings$/gmu)?.length, 50)
  ok(nodes(51).includes("\nClean: 51 nodes\n"))
})

Deno.test("fewer than two near misses come with a line that says so", () => {
  const near = { pass: "p", locator: "# a", what: "b", why: "c" }
  const misses = (...near_misses: readonly (typeof near)[]): string =>
    section(renderReport(reportOf([], { near_misses })), "Things that look bad but are actually fine")
  strictEqual(misses(), "None — no guard of a pass met a case that looks bad and is fine")
  ok(misses(near).startsWith("Only one — no guard"))
  ok(misses(near).endsWith("\n- \\# a: b — c (p)"))
  strictEqual(misses(near, near).split("\n").length, 2)
})

Deno.test("a repeat run says that nothing was resolved, a fresh one does not", () => {
  const repeat = reportOf([], { run_mode: "repeat", baseline: { path: "v1.md", version: 1 } })
  strictEqual(section(renderReport(repeat), "Resolved since last run (0)"), "None")
  ok(!renderReport(reportOf([])).includes("Resolved since"))
})

Deno.test("the file is never cut, the terminal and GitHub show the most severe fifty", () => {
  const report = many(80)
  strictEqual(bullets(renderReport(report)).length, 80)
  for (const destination of ["terminal", "github"] as const) {
    const text = renderReport(report, { destination })
    strictEqual(bullets(text).length, 50)
    ok(text.includes("Ceiling: 50 of 80 findings are shown, most severe first;"), text.slice(0, 900))
    strictEqual(text.match(/\[Critical\/S\]/gu)?.length, 20)
    strictEqual(text.match(/\[Medium\/S\]/gu)?.length, 10)
    ok(section(text, "Quick wins").endsWith("Not shown: 10 quick wins; the report file holds all."))
    strictEqual(bullets(renderReport(report, { destination, limits: { findings: 7 } })).length, 7)
  }
})

Deno.test("the terminal has neither front matter nor hidden comment nor escapes", () => {
  const text = renderReport(reportOf([{ what: "a_b * c | <d> \\ e" }]), { destination: "terminal" })
  ok(text.startsWith("Checkpoint of: corpus\n"))
  ok(!text.includes("retro:rows"))
  ok(text.includes("a_b * c | <d> \\ e"))
})

Deno.test("the terminal shows no control character of any finding but the tab", async () => {
  await holds(anyReport, (report) => {
    // deno-lint-ignore no-control-regex -- finding control characters is the purpose of the pattern
    return !/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/u.test(
      renderReport(report, { destination: "terminal" }),
    )
  }, 100)
})

Deno.test("lines for the terminal are broken at spaces, tables and blocks are not", () => {
  const what = "word ".repeat(60).trim()
  const text = renderReport(reportOf([{ what, edits: [{ path: "a", create: what }] }]), { destination: "terminal" })
  const long = text.split("\n").filter((line) => line.length > 80)
  deepStrictEqual(long, [`    | +${what}`])
})

function suggestionsOf(more: Partial<TaggedFinding>): string | undefined {
  const text = renderReport(reportOf([more]), { destination: "github" })
  return /```suggestion\n([^]*?)\n {4}```/u.exec(text)?.[1]
}

Deno.test("GitHub gets a suggestion for one direct fix of a few lines, with the quoted line whole", () => {
  const evidence = [{ path: "a.md", line: 3, quote: "  see [x](old.md) there" }]
  const edit = { path: "a.md", find: "old.md", replace: "new.md" }
  strictEqual(suggestionsOf({ evidence, edits: [edit] }), "      see [x](new.md) there")
  strictEqual(suggestionsOf({ edits: [{ path: "a.md", find: "a\nb\n", replace: "c\n" }] }), "    c")
})

Deno.test("a suggestion of whole lines names all of them, and has the indentation and the end that a quote lacks", () => {
  const placeOf = (find: string, quote: string): string | undefined => {
    const more = { evidence: [{ path: "a.md", line: 7, quote }], edits: [{ path: "a.md", find, replace: "  - x" }] }
    return /Suggestion for (.*):/u.exec(renderReport(reportOf([more]), { destination: "github" }))?.[1]
  }
  strictEqual(placeOf("  - old and more", "- old and"), "a.md:7")
  strictEqual(placeOf("  - one\n  - old\n", "- old"), "a.md:6-7")
  strictEqual(placeOf("  - old\n  - one\n  - two", "- old"), "a.md:7-9")
  strictEqual(placeOf("  - old", "another line"), "a.md")
})

Deno.test("an edit that takes a line out with its end shows no empty line in its place", () => {
  const shownOf = (find: string, destination: "file" | "github"): string => {
    const text = renderReport(reportOf([{ edits: [{ path: "a.md", find, replace: "" }] }]), { destination })
    return /```(?:diff|suggestion)\n[^]*?```/u.exec(text)?.[0].replace(/^ {4}/gmu, "") ?? ""
  }
  strictEqual(shownOf("- old\n", "file"), "```diff\n-- old\n```")
  strictEqual(shownOf("- old\n", "github"), "```suggestion\n```")
  strictEqual(shownOf("- old", "file"), "```diff\n-- old\n+\n```")
  strictEqual(shownOf("- old", "github"), "```suggestion\n\n```")
})

const noSuggestion: readonly (readonly [string, Partial<TaggedFinding>])[] = [
  ["another route", { route: "proposal", edits: [{ path: "a", find: "x", replace: "y" }] }],
  ["two edits", { edits: [{ path: "a", find: "x", replace: "y" }, { path: "b", find: "x", replace: "y" }] }],
  ["a new file", { edits: [{ path: "a", create: "x" }] }],
  ["more than ten lines", { edits: [{ path: "a", find: "x", replace: "y\n".repeat(11) }] }],
  ["another indentation", { edits: [{ path: "a", find: "  x", replace: "x" }] }],
  ["a diff marker", { edits: [{ path: "a", find: "x", replace: "+x" }] }],
]

for (const [what, more] of noSuggestion) {
  Deno.test(`GitHub gets prose instead of a suggestion for ${what}`, () => strictEqual(suggestionsOf(more), undefined))
}

Deno.test("a list item that replaces a list item is no diff marker", () => {
  strictEqual(suggestionsOf({ edits: [{ path: "a", find: "- x", replace: "- y" }] }), "    - y")
})

Deno.test("GitHub is kept from notifying people and linking issues, commits and addresses", () => {
  const what =
    "@octo ping org/repo#12, GH-7, https://x.org www.x.org a@b.co :tada: 5f0c9a1b2c3d4e5f60718293a4b5c6d7e8f90123"
  const text = renderReport(reportOf([{ what, proposed_action: what }]), { destination: "github" })
  for (
    const live of [/@(?=\w)/u, /#(?=\d{2}\b)/u, /GH-(?=\d)/u, /:\/\//u, /www\\?\.x/u, /:tada:/u, /\b[0-9a-f]{7,40}\b/u]
  ) {
    strictEqual(live.exec(text.replace(/&#8203;/gu, "\u200b")), null, String(live))
  }
})

Deno.test("a comment on GitHub never exceeds its limit and counts what is not in it", () => {
  for (const count of [60, 400]) {
    const text = renderReport(many(count, { proposed_action: "x".repeat(3000) }), {
      destination: "github",
      limits: { findings: 1000 },
    })
    ok(text.length <= 65_536, String(text.length))
    ok(text.length > 50_000, String(text.length))
    const shown = bullets(text).length
    ok(section(text, "Findings by node").endsWith(`Not shown: ${count - shown} findings; the report file holds all.`))
    ok(text.includes("\nCeiling: "))
  }
})

Deno.test("a comment on GitHub fits even when single texts do not", () => {
  const long = "x".repeat(70_000)
  const report = reportOf([{ what: long }, { locator: long }, {}], { warnings: [long], scope: long, kinds: [long] })
  for (const destination of ["github"] satisfies readonly Destination[]) {
    const text = renderReport(report, { destination })
    ok(text.length <= 65_536, String(text.length))
    deepStrictEqual(bullets(text), ["R003"])
  }
})

Deno.test("a comment on GitHub keeps new findings before reopened and carried ones", () => {
  const report = reportOf(Array.from({ length: 60 }, (_, index) => ({
    severity: index % 3 === 0 ? "Low" as const : "High" as const,
    tag: index % 3 === 0 ? "NEW" as const : "CARRIED" as const,
    ...(index % 3 === 1 ? { reopened: "applied" as const } : {}),
    what: "y".repeat(2000),
  })))
  const text = renderReport(report, { destination: "github", limits: { findings: 100 } })
  const tags = (pattern: RegExp): number => text.match(pattern)?.length ?? 0
  strictEqual(tags(/^- R\d+ \[Low\/S\] NEW/gmu), 20)
  ok(tags(/Reopened: was applied/gu) > 0)
  strictEqual(tags(/^- R\d+ \[High\/S\] CARRIED/gmu), tags(/Reopened: was applied/gu))
})

Deno.test("every destination renders any report, GitHub within its limit", async () => {
  await holds(anyReport, (report) => {
    ok(renderReport(report, { destination: "terminal" }).length > 0)
    return renderReport(report, { destination: "github" }).length <= 65_536
  }, 100)
})
