import { deepStrictEqual, strictEqual } from "node:assert/strict"
import * as Result from "effect/Result"
import { baselineOf, type ParsedReport, parseReport } from "../../../src/core/report/parse_report.ts"

const frontMatter = [
  "---",
  "date: 2026-07-01",
  "kind: decisions",
  "scope_slug: corpus",
  "run_mode: fresh",
  "findings_total: 1",
  "---",
]

const table = [
  "## Findings table",
  "",
  "| ID | Pass | Locator | Description | Status |",
  "|----|------|---------|-------------|--------|",
  "| R001 | D1 | adr/1.md | no back-link | open |",
]

function read(lines: readonly string[]): ParsedReport {
  return Result.getOrThrow(parseReport(lines.join("\n")))
}

function refusal(lines: readonly string[]): string {
  const result = parseReport(lines.join("\n"))
  return Result.isFailure(result) ? `${result.failure._tag} ${result.failure.line}: ${result.failure.message}` : "read"
}

function statusesOf(cells: readonly string[]): readonly (string | undefined)[] {
  return cells.map((cell) =>
    read([...frontMatter, ...table.slice(0, 4), `| R001 | D1 | a | b | ${cell} |`]).rows[0]?.status
  )
}

Deno.test("parseReport reads a report without the hidden comment from its table alone", () => {
  const report = read([...frontMatter, "", ...table, ""])
  deepStrictEqual(report.rows, [{ id: "R001", pass: "D1", locator: "adr/1.md", what: "no back-link", status: "open" }])
  deepStrictEqual(report.closed, [])
})

Deno.test("parseReport knows the column names of others, in any case and order", () => {
  const report = read([
    ...frontMatter,
    "## Findings table",
    "| status | FILE:LINE | What | Category | Id | Severity | Effort | Extra |",
    "|:--|--:|:-:|---|---|---|---|---|",
    "| edited | src/a.ts:3 | a \\| b | O1 | R001 | high | Low | x |",
  ])
  deepStrictEqual(report.rows, [
    { id: "R001", pass: "O1", locator: "src/a.ts:3", what: "a | b", status: "applied", severity: "High" },
  ])
})

Deno.test("parseReport keeps a backslash that escapes nothing", () => {
  const report = read([...frontMatter, ...table.slice(0, 4), "| R001 | D1 | C:\\docs\\a.md | \\\\n and \\d | |"])
  deepStrictEqual([report.rows[0]?.locator, report.rows[0]?.what], ["C:\\docs\\a.md", "\\n and \\d"])
})

Deno.test("parseReport reads cells with tabs as lines, and finds the table below a sentence with a pipe", () => {
  const rows = ["| R001 | D1 | a |\tb\tc\u0007 | |"]
  const report = read([
    ...frontMatter,
    "## Findings table",
    "Columns are split at |",
    "",
    ...table.slice(2, 4),
    ...rows,
  ])
  strictEqual(report.rows[0]?.what, "b c\ufffd")
})

Deno.test("parseReport takes every row of a table without a status column as open", () => {
  const report = read([...frontMatter, "## Findings table", "ID | Pass | Node", "---|---|---", "R001 | D1 | adr/1.md"])
  deepStrictEqual(report.rows, [{ id: "R001", pass: "D1", locator: "adr/1.md", what: "adr/1.md", status: "open" }])
})

Deno.test("parseReport understands the statuses that others write", () => {
  deepStrictEqual(
    statusesOf(["open", " applied ", "skipped", "edited", "", "wont_fix:a", "wont_fix: by design", "WONT_FIX"]),
    [
      "open",
      "applied",
      "skipped",
      "applied",
      "open",
      "wont_fix:a",
      "wont_fix:by design",
      "wont_fix:no reason recorded",
    ],
  )
})

Deno.test("parseReport takes a row that is resolved as one that left the table", () => {
  const report = read([...frontMatter, ...table.slice(0, 4), "| R001 | D1 | adr/1.md | x | RESOLVED |"])
  deepStrictEqual(report.rows, [])
  deepStrictEqual(report.closed.map((row) => [row.id, row.status]), [["R001", "open"]])
})

Deno.test("parseReport ignores a heading and a table inside a code fence", () => {
  const fenced = ["````text", "## Findings table", "```", "| a |", "````"]
  strictEqual(read([...frontMatter, ...fenced, ...table]).rows.length, 1)
})

Deno.test("parseReport reads a report without findings and without a table", () => {
  deepStrictEqual(read(frontMatter.with(5, "findings_total: 0")).rows, [])
})

Deno.test("baselineOf counts the highest id when the front matter does not", () => {
  const baseline = baselineOf(
    read([...frontMatter, ...table.slice(0, 4), "| R1204 | D1 | a | b | open |"]),
    "old/latest.md",
  )
  deepStrictEqual([baseline.path, baseline.version, baseline.id_max], ["old/latest.md", undefined, 1204])
})

const malformed: readonly (readonly [string, readonly string[], string])[] = [
  ["no front matter", table, "1: cannot read the report: line 1: there is no front matter"],
  [
    "front matter without an end",
    frontMatter.slice(0, 6),
    "1: cannot read the report: line 1: the front matter does not end",
  ],
  ["front matter that is not YAML", frontMatter.with(2, "kind: [a"), "the front matter is not usable: "],
  ["front matter that is a list", ["---", "- a", "---"], "front matter is not a mapping"],
  ["a date that is none", frontMatter.with(1, "date: 2026-30-01"), "must be a calendar date"],
  ["a run mode that is none", frontMatter.with(4, "run_mode: again"), "run_mode"],
  ["a total that is no number", frontMatter.with(5, "findings_total: one"), "findings_total"],
  ["no table", frontMatter, 'findings_total is 1, and there is no "## Findings table"'],
  ["a table without a pass", [...frontMatter, ...table.map((line) => line.replace("Pass", "P"))], 'no column "Pass"'],
  [
    "a table without a locator",
    [...frontMatter, ...table.map((line) => line.replace("Locator", "L"))],
    'no column "Locator"',
  ],
  ["a table without an id", [...frontMatter, ...table.map((line) => line.replace("ID", "I"))], 'no column "ID"'],
  [
    "a row with fewer cells",
    [...frontMatter, ...table.with(4, "| R001 | D1 | a |")],
    "12: cannot read the report: line 12: a row has 3 cells, the header 5",
  ],
  [
    "a row with more cells",
    [...frontMatter, ...table.with(4, "| R001 | D1 | a | b | c | open |")],
    "a row has 6 cells",
  ],
  [
    "an id that is none",
    [...frontMatter, ...table.with(4, "| R1 | D1 | a | b | open |")],
    '"R1" is no id such as R001',
  ],
  ["two equal ids", [...frontMatter, ...table, table[4] ?? ""], "two rows are R001; the other is at line 12"],
  [
    "another number of rows",
    [...frontMatter.with(5, "findings_total: 2"), ...table],
    "findings_total is 2, the findings table has 1 rows",
  ],
  [
    "an unknown status",
    [...frontMatter, ...table.with(4, "| R001 | D1 | a | b | fixed |")],
    'the status "fixed" of R001',
  ],
  [
    "no pass in a row",
    [...frontMatter, ...table.with(4, "| R001 |  | a | b | open |")],
    "the row of R001 names no pass",
  ],
  [
    "a comment that is not JSON",
    [...frontMatter, ...table, "", "<!-- retro:rows {rows -->"],
    '14: cannot read the report: line 14: the comment "retro:rows" is not JSON',
  ],
  [
    "a comment of another shape",
    [...frontMatter, ...table, "", '<!-- retro:rows {"rows": {}} -->'],
    'the comment "retro:rows"',
  ],
  ["no delimiter row", [...frontMatter, ...table.toSpliced(3, 1)], "no delimiter row"],
]

for (const [what, lines, message] of malformed) {
  Deno.test(`parseReport refuses ${what}`, () => {
    const text = refusal(lines)
    strictEqual(text.startsWith("ReportMalformed ") && text.includes(message), true, text)
  })
}

for (const key of ["date", "kind", "scope_slug", "run_mode", "findings_total"]) {
  Deno.test(`parseReport refuses a front matter without ${key}`, () => {
    const text = refusal([...frontMatter.filter((line) => !line.startsWith(key)), ...table])
    strictEqual(text.includes(`the front matter has no "${key}"`), true, text)
  })
}

Deno.test("parseReport refuses a report of a newer schema, whatever else is in it, and takes one that is no number for none", () => {
  const lines = (schema: string) => [...frontMatter.toSpliced(1, 0, `schema: ${schema}`), ...table]
  for (const given of [lines("2"), ["---", "schema: 3", "---"]]) {
    const result = parseReport(given.join("\n"))
    strictEqual(
      Result.isFailure(result) && result.failure._tag === "ReportMalformed" && result.failure.newer_schema,
      true,
    )
  }
  strictEqual(
    refusal(lines("2")),
    "ReportMalformed 1: cannot read the report: line 1: its schema is 2, and this program reads no newer one than 1; " +
      "use the version of retro that wrote it",
  )
  for (const schema of ["1", "1.5", "report"]) strictEqual(read(lines(schema)).rows.length, 1, schema)
})

Deno.test("parseReport names the line of a merge conflict before anything else", () => {
  const conflict = [
    "<<<<<<< HEAD",
    "| R001 | D1 | a | b | open |",
    "=======",
    "| R001 | D1 | a | c | open |",
    ">>>>>>> other",
  ]
  strictEqual(refusal([...frontMatter, ...table.slice(0, 4), ...conflict]).startsWith("MergeConflict 12: "), true)
})
