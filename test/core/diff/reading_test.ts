import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { isBaselineFinding, isFinding } from "../../../src/core/diff/finding_guard.ts"
import { readBaseline } from "../../../src/core/diff/read_baseline.ts"
import { readFindings } from "../../../src/core/diff/read_findings.ts"
import { BaselineFinding, type DiffResult } from "../../../src/core/schema/diff_result.ts"
import { Finding } from "../../../src/core/schema/finding.ts"
import { completeReport } from "../../../src/core/schema/report.ts"
import { diff, finding, pass, row } from "./builders.ts"

const isByContract = Schema.is(Finding)
const isRowByContract = Schema.is(BaselineFinding)

/** Values that stand where others should, of every kind that JSON has. */
const strange: readonly unknown[] = [
  null,
  true,
  0,
  1,
  -1,
  1.5,
  2 ** 60,
  "",
  " padded",
  "two\nlines",
  "open",
  "fixed",
  "wont_fix:",
  "wont_fix:x",
  "R001",
  "R1",
  [],
  [null],
  [{}],
  [{ path: "a", line: 0, quote: "" }],
  [{ path: "a", line: 1, end_line: 2, quote: "" }],
  [{ path: "a", find: "", replace: "" }],
  [{ path: "a", find: "b", replace: "" }],
  [{ path: "a", create: "" }],
  [{ from: "a", to: "b", kind: "" }],
  {},
  { a: 1 },
]

const fields = [
  "id",
  "pass",
  "locator",
  "verdict",
  "severity",
  "what",
  "route",
  "proposed_action",
  "status",
  "effort",
  "evidence",
  "key",
  "relations",
  "structural",
  "edits",
  "capture",
  "proposal",
  "unknown",
]

Deno.test("isFinding and isBaselineFinding say what the contracts say, field by field", () => {
  for (const field of fields) {
    for (const value of strange) {
      const changed: unknown = { ...finding(), [field]: value }
      strictEqual(isFinding(changed), isByContract(changed), `finding with ${field} ${JSON.stringify(value)}`)
      const changedRow: unknown = { ...row("R001"), [field]: value }
      strictEqual(
        isBaselineFinding(changedRow),
        isRowByContract(changedRow),
        `row with ${field} ${JSON.stringify(value)}`,
      )
    }
    const { [field]: _left, ...without } = finding()
    strictEqual(isFinding(without), isByContract(without), `finding without ${field}`)
  }
  for (const value of strange) deepStrictEqual([isFinding(value), isBaselineFinding(value)], [false, false])
})

Deno.test("isFinding and isBaselineFinding take what the contracts generate", async () => {
  const options = { runs: 300, seed: 5 }
  const findings = await Effect.runPromise(Arbitrary.checkEffect(Arbitrary.schema(Finding), isFinding, options))
  strictEqual(Arbitrary.formatCheckFailure(findings), undefined)
  const rows = await Effect.runPromise(
    Arbitrary.checkEffect(Arbitrary.schema(BaselineFinding), isBaselineFinding, options),
  )
  strictEqual(Arbitrary.formatCheckFailure(rows), undefined)
})

Deno.test("readFindings keeps unknown fields of findings and drops those of passes", () => {
  const findings = [finding({ extra: 1 })]
  deepStrictEqual(readFindings(findings), Result.succeed({ findings }))
  const passes = [pass(findings)]
  const read = readFindings({ passes: passes.map((each) => ({ ...each, nearMisses: [] })), inventory: ["docs/a.md"] })
  deepStrictEqual(read, Result.succeed({ passes, inventory: ["docs/a.md"] }))
})

Deno.test("readFindings names the finding and the field that it refuses, and quotes the value", () => {
  const cases: readonly (readonly [unknown, string])[] = [
    [[finding(), { ...finding(), what: "two\nlines" }], "findings[1].what"],
    [[{ ...finding(), severity: "Fatal" }], "findings[0].severity"],
    [[{ ...finding(), evidence: [{ path: "a", line: 0, quote: "" }] }], "findings[0].evidence[0].line"],
    [[{ ...finding(), proposed_action: " " }], "findings[0].proposed_action"],
    [[3], "findings[0]"],
    [
      { passes: [pass([finding()]), { ...pass([]), findings: [finding(), { ...finding(), pass: "" }] }] },
      "passes[1].findings[1].pass",
    ],
    [{ passes: [{ ...pass([]), ran: "yes" }] }, "passes[0].ran"],
    [{ passes: [{ ...pass([]), findings: undefined }] }, "passes[0].findings"],
    [{ passes: [], inventory: ["a", " b"] }, "inventory[1]"],
    [{ findings: [] }, ""],
    ["findings", ""],
  ]
  for (const [input, field] of cases) {
    const read = readFindings(input)
    ok(Result.isFailure(read))
    strictEqual(read.failure.field, field)
    match(read.failure.message, /^cannot compare the findings: /u)
  }
  const read = readFindings([{ ...finding(), severity: "Fatal" }])
  match(Result.isFailure(read) ? read.failure.message : "", /findings\[0\]\.severity: .*"Fatal"/u)
})

function failureOf(input: unknown): string {
  const read = readBaseline(input, "old.json")
  return Result.isFailure(read) ? read.failure.message : ""
}

Deno.test("readBaseline reads a list, and a row without a status is open", () => {
  const { status: _none, ...bare } = row("R003")
  const read = readBaseline([bare, row("R001", { status: "skipped", extra: 1 })], "old.json")
  deepStrictEqual(
    read,
    Result.succeed({
      path: "old.json",
      id_max: 3,
      findings: [row("R003"), row("R001", { status: "skipped", extra: 1 })],
      closed: [],
    }),
  )
})

Deno.test("readBaseline keeps a result's UNVERIFIED rows as rows, its RESOLVED ones as closed, and its id_max", () => {
  const earlier: DiffResult = {
    run_mode: "repeat",
    baseline: null,
    findings: [{ ...finding(), id: "R001", tag: "CARRIED", matched_by: "text", score: 1 }],
    unverified: [{ ...row("R002"), tag: "UNVERIFIED", why: "ambiguous" }],
    resolved: [{ ...row("R003", { status: "applied" }), tag: "RESOLVED", how: "applied" }],
    closed: [{ ...row("R004"), closed_in: 2 }],
    id_max: 9,
    warnings: [],
  }
  const expected = {
    path: "old.json",
    id_max: 9,
    findings: [{ ...finding(), id: "R001", status: "open" }, row("R002")],
    closed: [{ ...row("R003", { status: "applied" }), closed_in: 0 }, { ...row("R004"), closed_in: 2 }],
  }
  deepStrictEqual(readBaseline(earlier, "old.json"), Result.succeed(expected))
  const persisted = { dir: "d", version: 3, file: "v3.md", latest: "latest.md" }
  const report = { ...completeReport({ ...earlier, date: "2027-02-03", commit: "c".repeat(40) }), persisted }
  const read = readBaseline(report, "old.json")
  const [version, date, commit, closed] = Result.isSuccess(read)
    ? [read.success.version, read.success.date, read.success.commit, read.success.closed[0]?.closed_in]
    : []
  deepStrictEqual([version, date, commit, closed], [3, "2027-02-03", "c".repeat(40), 3])
})

Deno.test("readBaseline takes back what diffFindings prints, run after run", () => {
  const first = diff({ current: { findings: [finding({ what: "one" }), finding({ what: "two" })] } })
  const second = Result.getOrThrow(
    Result.map(
      readBaseline(first, "old.json"),
      (baseline) => diff({ current: { findings: [finding({ what: "two" })] }, baseline }),
    ),
  )
  deepStrictEqual(second.resolved.map(({ id }) => id), ["R001"])
  const third = Result.getOrThrow(
    Result.map(
      readBaseline(second, "old.json"),
      (baseline) => diff({ current: { findings: [finding({ what: "two" }), finding({ what: "one" })] }, baseline }),
    ),
  )
  deepStrictEqual(third.findings.map(({ id, reopened }) => [id, reopened]), [["R001", "resolved"], ["R002", undefined]])
})

Deno.test("readBaseline refuses two equal ids and names both places", () => {
  match(
    failureOf([row("R001"), row("R002"), row("R001")]),
    /^cannot use the baseline old\.json: findings\[2\]\.id: .*R001.*findings\[0\]\.id/u,
  )
  match(failureOf([row("R001"), row("R0001")]), /findings\[1\]\.id: .*R0001.*findings\[0\]\.id/u)
  match(
    failureOf({ findings: [row("R002")], closed: [{ ...row("R002"), closed_in: 1 }] }),
    /closed\[0\]\.id: .*findings\[0\]\.id/u,
  )
})

Deno.test("readBaseline names what it refuses", () => {
  match(failureOf([row("R001"), { ...row("R002"), status: "fixed" }]), /findings\[1\]\.status: /u)
  match(failureOf([{ ...row("R001"), id: "X1" }]), /findings\[0\]\.id: /u)
  match(failureOf([finding()]), /findings\[0\]\.id: /u)
  match(failureOf([row("R99999999999999999999")]), /findings\[0\]\.id: .*too large/u)
  match(failureOf({ findings: [], id_max: -1 }), /id_max: /u)
  match(failureOf({ findings: [], closed: {} }), /closed: must be a list/u)
  match(failureOf({ passes: [] }), /must be a list of findings/u)
})
