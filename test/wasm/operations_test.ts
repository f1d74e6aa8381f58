import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict"
import * as Result from "effect/Result"
import { diffFindings } from "../../src/core/diff/diff_findings.ts"
import { type ForeignObject, isMapping } from "../../src/core/foreign/foreign_value.ts"
import { evaluateRetrospectiveGate } from "../../src/core/gate/evaluate_gate.ts"
import { baselineOf, parseReport } from "../../src/core/report/parse_report.ts"
import { renderReport } from "../../src/core/report/render_report.ts"
import { evaluatePublicDevLoopRouting } from "../../src/core/routing/evaluate_routing.ts"
import { analyzeTranscript } from "../../src/core/transcript/analyze_transcript.ts"
import { strictPolicy } from "../../src/core/transcript/built_in_policies.ts"
import type { Failure } from "../../src/wasm/failure.ts"
import { envelopes, gate, reports, routing, secrets, transcripts } from "../../src/wasm/mod.ts"
import { finding, pass } from "../core/diff/builders.ts"
import { resolved } from "../core/envelope/envelope.ts"
import { everything, fixture } from "../core/report/fixture.ts"

const text = JSON.stringify
const today = "2027-03-01"
const file = { destination: "file" } as const

/** The failure that an operation throws, without its message. */
function failureOf(operation: () => unknown): ForeignObject {
  try {
    operation()
  } catch (error) {
    ok(isMapping(error))
    const { message, ...failure } = error
    match(String(message), /^[Cc]annot /u)
    return failure
  }
  return {}
}

Deno.test("diff gives what diffFindings gives, and of passes also what a report says of them", () => {
  const current = { passes: [pass([finding()], { scanned: ["docs/a.md", "docs/b.md"] })] }
  const { passes, clean_nodes, near_misses, ...result } = JSON.parse(
    reports.diff(text(current), null, { today, idMax: 7, renames: [] }),
  )
  deepStrictEqual(result, diffFindings({ current, today, id_max: 7 }))
  deepStrictEqual([passes, clean_nodes, near_misses], [
    [{ pass: "p", state: "complete", found: 1 }],
    ["docs/b.md"],
    [],
  ])
})

Deno.test("diff reads a baseline from Markdown and from JSON, and follows renames", () => {
  const report = fixture("everything.md")
  const baseline = baselineOf(Result.getOrThrow(parseReport(report)), "v4.md")
  const current = { findings: [finding({ locator: "new.md", what: baseline.findings[0]?.what ?? "" })] }
  const old = baseline.findings[0]?.locator ?? ""
  const renames = [{ oldNode: old.replace(/:\d+$/u, ""), newNode: "new.md" }]
  const given = { path: "v4.md", content: { tag: "markdown", val: report } } as const
  strictEqual(
    reports.diff(text(current.findings), given, { today, renames }),
    text(diffFindings({ current, baseline, today, renames: { [renames[0]?.oldNode ?? ""]: "new.md" } })),
  )
  const rows = { path: "old.json", content: { tag: "json", val: text([{ ...finding(), id: "R004" }]) } } as const
  const [again] = JSON.parse(reports.diff(text([finding()]), rows, { today, renames: [] })).findings
  deepStrictEqual([again.id, again.tag, again.matched_by], ["R004", "CARRIED", "text"])
})

Deno.test("render and parse give what renderReport and parseReport give", () => {
  strictEqual(reports.render(fixture("everything.json"), file), renderReport(everything()))
  const limits = { findings: 2, diagram_nodes: 3 }
  strictEqual(
    reports.render(fixture("everything.json"), { destination: "github", maxFindings: 2, maxDiagramNodes: 3 }),
    renderReport(everything(), { destination: "github", limits }),
  )
  strictEqual(reports.parse(fixture("everything.md")), text(Result.getOrThrow(parseReport(fixture("everything.md")))))
  deepStrictEqual(reports.validate("# Notes").map(({ rule, line }) => [rule, line])[0], ["malformed", 1])
})

Deno.test("analyze-transcript gives what analyzeTranscript gives, the reasons in words of the world", () => {
  const typed = "gh api user\n$TOOL x\ngh pr merge 7\nssh host gh x"
  const { undecided, ...rest } = analyzeTranscript(typed, strictPolicy)
  const found = transcripts.analyzeTranscript(typed, { tag: "strict" })
  deepStrictEqual(found, { ...rest, undecided: [{ segment: "$TOOL x", reason: "computed-word", line: 2 }] })
  deepStrictEqual(undecided, [{ segment: "$TOOL x", reason: "computed word", line: 2 }])
  strictEqual(transcripts.analyzeTranscript(typed, { tag: "default" }).violations.length, 1)
})

Deno.test("the gate and the routing give what their functions give", () => {
  const input = { checkpointState: "missing", proposedRouting: { routeKind: "route" } }
  strictEqual(gate.evaluate(text(input)), text(evaluateRetrospectiveGate(input)))
  strictEqual(gate.evaluate("null"), text(evaluateRetrospectiveGate()))
  strictEqual(routing.evaluate('{"intent":"x"}'), text(evaluatePublicDevLoopRouting({ intent: "x" })))
  const config = [{ path: ".devloops", text: "version: 1\nworkflow:\n  requireRetrospective: true\n" }]
  const checked = gate.check({ tag: "bytes", val: Uint8Array.of(0xff) }, config, '{"routeKind":"route"}')
  deepStrictEqual([checked.verdict, checked.checkpointState], ["closed", "missing"])
  strictEqual(JSON.parse(checked.routing).routeKind, "needs_reconcile")
  const mistaken = [{ path: ".devloops", text: "version: 1\nworkflow:\n  requireRetrospectiv: true\n" }]
  strictEqual(gate.check({ tag: "absent" }, mistaken, "{}").verdict, "cannot-evaluate")
  strictEqual(gate.check({ tag: "absent" }, [], "{}").verdict, "not-enforced")
})

Deno.test("an envelope is built and checked as by its functions", () => {
  const built = envelopes.build(text(resolved), null, null, { repo: "acme/widgets", env: [] }, today)
  deepStrictEqual(envelopes.validate(built, false), {
    ok: true,
    errors: [],
    warnings: [{
      field: "requiredReads",
      reason: "is empty: the agent reads nothing first",
    }],
  })
  deepStrictEqual(envelopes.validate('"prose"', false).errors, [
    { field: "_root", reason: "must be an object", got: '"prose"' },
  ])
})

/** What is wrong with what operations are given, and how each says it. */
const failures: readonly (readonly [operation: () => unknown, failure: Omit<Failure, "message">])[] = [
  [() => reports.diff("[", null, { today, renames: [] }), { kind: "not-json", argument: "findings" }],
  [() => reports.diff("[{}]", null, { today, renames: [] }), {
    kind: "refused",
    argument: "findings",
    field: "findings[0].pass",
  }],
  [() => reports.diff("[]", null, { today: "today", renames: [] }), { kind: "refused", argument: "today" }],
  [() => reports.diff("[]", { path: "a", content: { tag: "json", val: "{}" } }, { today, renames: [] }), {
    kind: "refused",
    argument: "baseline",
  }],
  [() => reports.diff("[]", { path: "a", content: { tag: "markdown", val: "# A" } }, { today, renames: [] }), {
    kind: "malformed",
    argument: "baseline",
    line: 1,
  }],
  [() => reports.render("[".repeat(100_000), file), { kind: "too-deep", argument: "report" }],
  [() => reports.render("{}", file), { kind: "refused", argument: "report", field: "run_mode" }],
  [() => reports.parse("---\n<<<<<<< ours\n"), { kind: "merge-conflict", argument: "text", line: 2 }],
  [() => reports.renderBodies([{ frontmatter: "[]", body: "" }], { tag: "tiers" }, null), {
    kind: "refused",
    argument: "fragments[0].frontmatter",
  }],
  [() => transcripts.analyzeTranscript("", { tag: "custom", val: "rules:\n  - 7\n" }), {
    kind: "refused",
    argument: "policy",
    line: 2,
  }],
  [() => secrets.redactValue("'a'"), { kind: "not-json", argument: "value" }],
  [() => gate.completeCheckpoint(null, today, " "), { kind: "refused", argument: "notes" }],
  [() => gate.check({ tag: "absent" }, [], "{"), { kind: "not-json", argument: "proposed-routing" }],
  [() => envelopes.build("{}", null, null, { env: [] }, null), {
    kind: "refused",
    argument: "resolver-output",
    field: "selectedStrategy",
  }],
]

Deno.test("an operation says which argument is wrong, how, and where", () => {
  for (const [operation, failure] of failures) deepStrictEqual(failureOf(operation), failure)
})
