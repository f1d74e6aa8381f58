import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import type { TaggedFinding } from "../../../src/core/schema/diff_result.ts"
import { findingId } from "../../../src/core/schema/finding_id.ts"
import { completeReport, type Report } from "../../../src/core/schema/report.ts"
import { renderReport } from "../../../src/core/report/render_report.ts"
import { validateReport } from "../../../src/core/report/validate_report.ts"
import { mermaidRefuses } from "./mermaid_parser.ts"
import { line, report } from "./report_arbitrary.ts"

function reportWith(findings: readonly Partial<TaggedFinding>[]): Report {
  return completeReport({
    run_mode: "fresh",
    baseline: null,
    findings: findings.map((finding, index): TaggedFinding => ({
      id: findingId(index + 1),
      pass: "link-integrity",
      locator: `docs/${index}.md`,
      verdict: "DEAD",
      severity: "Low",
      what: "a link is dead",
      route: "none",
      proposed_action: "",
      tag: "NEW",
      ...finding,
    })),
    resolved: [],
    unverified: [],
    id_max: findings.length,
    warnings: [],
  })
}

function diagramOf(report: Report, nodes = 50): string {
  const text = renderReport(report, { limits: { diagram_nodes: nodes } })
  return /## Diagram\n([^]*?)\n\n## /u.exec(text)?.[1] ?? ""
}

function mermaidOf(report: Report): string {
  return /```mermaid\n([^]*?)\n```/u.exec(diagramOf(report))?.[1] ?? ""
}

Deno.test("mermaid itself refuses what the diagram must avoid", async () => {
  ok(await mermaidRefuses("flowchart LR\n  end --> a(b(c)"))
  strictEqual(await mermaidRefuses('flowchart LR\n  n0["end"] -->|"a"| n1["b"]'), undefined)
})

Deno.test("mermaid takes a diagram of any labels", async () => {
  const pairs = Arbitrary.array(Arbitrary.all([line, line, line]), { minLength: 1, maxLength: 12 })
  const samples = await Effect.runPromise(Arbitrary.sampleEffect(pairs, { count: 150, seed: 5 }))
  for (const sample of samples) {
    const relations = sample.map(([from, to, kind]) => ({ from, to, kind }))
    const text = mermaidOf(reportWith([{ relations }]))
    strictEqual(await mermaidRefuses(text), undefined, text)
  }
})

Deno.test("mermaid takes the diagram of any report", async () => {
  const reports = await Effect.runPromise(Arbitrary.sampleEffect(report, { count: 60, seed: 9 }))
  for (const report of reports) {
    const text = mermaidOf(report)
    if (text !== "") strictEqual(await mermaidRefuses(text), undefined, text)
  }
})

Deno.test("a diagram draws relations after one line of ASCII that says them", () => {
  const chain = reportWith([
    { relations: [{ from: "adr/1.md", to: "adr/2.md", kind: "superseded by" }] },
    { relations: [{ from: "adr/2.md", to: "größe.md", kind: "superseded by" }] },
  ])
  strictEqual(
    diagramOf(chain),
    [
      "3 nodes, 2 edges: adr/1.md -> adr/2.md (superseded by); adr/2.md -> gr??e.md (superseded by)",
      "",
      "```mermaid",
      "flowchart LR",
      '  n0["adr/1.md"]',
      '  n1["adr/2.md"]',
      '  n2["größe.md"]',
      '  n0 -->|"superseded by"| n1',
      '  n1 -->|"superseded by"| n2',
      "```",
    ].join("\n"),
  )
})

Deno.test("a diagram of more than its nodes and edges says what is not drawn", async () => {
  const star = reportWith([
    { relations: Array.from({ length: 80 }, (_, index) => ({ from: "hub", to: `leaf ${index}`, kind: "links" })) },
  ])
  ok(diagramOf(star).endsWith("Not drawn: 31 nodes, 31 edges."))
  ok(diagramOf(star, 4).endsWith("Not drawn: 77 nodes, 77 edges."))
  const dense = reportWith([{
    relations: Array.from({ length: 900 }, (_, index) => ({
      from: `${index % 30}`,
      to: `${Math.floor(index / 30)}`,
      kind: "x".repeat(100),
    })),
  }])
  const drawn = mermaidOf(dense)
  ok(drawn.length <= 40_000)
  ok([...drawn.matchAll(/-->/gu)].length <= 300)
  strictEqual(await mermaidRefuses(drawn), undefined)
})

Deno.test("labels longer than a diagram are left out and counted", () => {
  const text = diagramOf(reportWith([{ relations: [{ from: "x".repeat(50_000), to: "b", kind: "to" }] }]))
  ok(text.includes('n0["b"]'))
  ok(text.endsWith("Not drawn: 1 nodes, 1 edges."))
})

Deno.test("the node of a structural finding is drawn without any relation", () => {
  for (const finding of [{ structural: true }, { what: "the layer below imports the one above" }]) {
    ok(mermaidOf(reportWith([{ locator: "src/a b:12", ...finding }])).includes('["src/a b"]'))
  }
})

Deno.test("findings without relations are a bar chart of the passes", () => {
  const text = diagramOf(reportWith([{}, {}, {}, { pass: "count-claim" }]))
  deepStrictEqual(text.split("\n"), [
    "Findings per pass:",
    "",
    "```text",
    "  link-integrity | ### 3",
    "  count-claim    | # 1",
    "```",
  ])
})

Deno.test("a report without structure says why it has no diagram", () => {
  strictEqual(diagramOf(reportWith([{}, {}])), "Diagram: N/A — fewer than three findings and no relations")
  deepStrictEqual(validateReport(renderReport(reportWith([]))), [])
})
