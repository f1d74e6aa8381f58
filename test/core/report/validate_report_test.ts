import { deepStrictEqual, notStrictEqual, strictEqual } from "node:assert/strict"
import { renderReport } from "../../../src/core/report/render_report.ts"
import { validateReport } from "../../../src/core/report/validate_report.ts"
import { completeReport } from "../../../src/core/schema/report.ts"
import { everything } from "./fixture.ts"

const file = renderReport(everything())

Deno.test("validateReport finds nothing wrong with a whole report", () => {
  deepStrictEqual(validateReport(file), [])
})

function section(title: string): RegExp {
  return new RegExp(`## ${title}[^]*?\n\n(?=## )`, "u")
}

const mermaid = /```mermaid[^]*?```/u

/** A rule, what breaks it, and the report broken so. */
const broken: readonly (readonly [string, string, string])[] = [
  ["malformed", "no front matter", file.replace(/^---[^]*?\n---\n/u, "")],
  ["malformed", "a newer schema", file.replace("schema: 1", "schema: 2")],
  ["C03", "a finding under another node", file.replace("### README.md", "### README.txt")],
  ["C03", "two sections of one node", file.replace("### docs/adr/0001-record.md —", "### docs/adr/0002-language.md —")],
  [
    "C03",
    "a node with findings that is said to be clean",
    file.replace("### docs/adr/0001-record.md", "### README.md"),
  ],
  [
    "C03",
    "a node without findings that does not say so",
    file.replace("0001-record.md — no findings", "0001-record.md"),
  ],
  ["C04", "the lesser finding first", file.replace(/(- R004[^]*?\n)(- R002[^]*?\n)\n/u, "$2$1\n")],
  ["C05", "a finding without a label", file.replace("- R005 [Medium/S] ", "- R005 ")],
  ["C05", "a label of no severity", file.replace("- R005 [Medium/S] ", "- R005 [Major/S] ")],
  ["C05", "a label that the table contradicts", file.replace("- R005 [Medium/S] ", "- R005 [Medium/L] ")],
  ["C06", "no diagram section", file.replace(section("Diagram"), "")],
  ["C06", "an empty diagram section", file.replace(section("Diagram"), "## Diagram\n\n")],
  ["C06", "an empty drawing", file.replace(mermaid, "```mermaid\n```")],
  ["C06", "no line before the mermaid block", file.replace(/4 nodes, 2 edges.*\n\n/u, "")],
  ["C06", "a line before it that is not ASCII", file.replace("4 nodes, 2 edges", "4 nodes — 2 edges")],
  ["C06", "a reason of two words", file.replace(section("Diagram"), "## Diagram\nDiagram: N/A — no structure\n\n")],
  [
    "C07",
    "no diagram though there is structure",
    file.replace(section("Diagram"), "## Diagram\nDiagram: N/A — there is no structure\n\n"),
  ],
  ["C08", "a structural finding that is not drawn", file.replace('["skill deliver"]', '["skill other"]')],
  ["C11", "no section of near misses", file.replace("## Things that look bad", "## Some that look bad")],
  ["C11", "one near miss and no word about it", file.replace(/- docs\/guide\.md: the link to.*\n/u, "")],
  ["C11", "a near miss without a reason", file.replace(" — a partial supersession", ", a partial supersession")],
  ["C12", "no findings table", file.replace(section("Findings table"), "")],
  ["C12", "a row less", file.replace(/\| R005 .*\n/u, "")],
  ["C12", "another id in the table", file.replace("| R005 |", "| R015 |")],
  ["C12", "a row with a cell less", file.replace(/(\| R005 .*) \| open \|/u, "$1 |")],
  ["C12", "another total", file.replace("findings_total: 8", "findings_total: 9")],
  ["C12", "the same bullet twice", file.replace(/(- R014 .*\n)/u, "$1$1")],
  ["C13", "no quick wins section", file.replace("## Quick wins", "## Quick")],
  ["C13", "no quick wins and no line that says so", file.replace(/- \[ \] .*\n/gu, "")],
  ["C13", "a quick win that is no finding", file.replace("- [ ] R005", "- [ ] R099")],
  ["C14", "a matrix with another number", file.replace("| count-claim | 0 | 0 |", "| count-claim | 0 | 1 |")],
  ["C14", "counts with another number", file.replace("critical: 1, high: 2", "critical: 2, high: 1")],
  ["C14", "no matrix", file.replace("## Severity × Pass", "## Severities")],
  ["C14", "a matrix without a severity", file.replace("| Pass | Critical |", "| Pass | Blocker |")],
  [
    "C15",
    "a cut that the header does not say",
    file.replace("\n## Findings table", "Not shown: 3 findings.\n\n## Findings table"),
  ],
]

for (const [rule, what, text] of broken) {
  Deno.test(`validateReport sees ${what} (${rule})`, () => {
    notStrictEqual(text, file, "the report was not broken")
    const rules = validateReport(text).map((violation) => violation.rule)
    strictEqual(rules.includes(rule), true, `found only ${rules.join(", ") || "nothing"}`)
  })
}

Deno.test("validateReport names the line of what it sees", () => {
  const lines = file.split("\n")
  const line = lines.findIndex((text) => text.startsWith("- R005"))
  deepStrictEqual(validateReport(lines.with(line, lines[line]?.replace("[Medium/S] ", "") ?? "").join("\n")), [
    { rule: "C05", line: line + 1, message: "R005 has no label such as [High/S]" },
  ])
})

Deno.test("validateReport refuses a findings table where there are no findings", () => {
  const empty = renderReport(completeReport({
    run_mode: "fresh",
    baseline: null,
    findings: [],
    resolved: [],
    unverified: [],
    id_max: 0,
    warnings: [],
  }))
  deepStrictEqual(validateReport(empty), [])
  const withTable = empty.replace("## Quick wins", "## Findings table\n\n## Quick wins")
  deepStrictEqual(validateReport(withTable).map((violation) => violation.rule), ["C12"])
})

Deno.test("validateReport reads what is no report at all", () => {
  const rules = validateReport("hello\n").map((violation) => violation.rule)
  deepStrictEqual(rules, ["malformed", "C06", "C11", "C13", "C14"])
})
