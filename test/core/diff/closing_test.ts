import { deepStrictEqual, strictEqual } from "node:assert/strict"
import type { BaselineFinding, TaggedFinding } from "../../../src/core/schema/diff_result.ts"
import { baseline, diff, finding, pass, row, rowsOf, tagsOf } from "./builders.ts"

const here = ["docs/a.md"]

Deno.test("absence proves something only when the pass ran, was complete and looked there", () => {
  const cases = [
    { passes: [], expected: "UNVERIFIED pass did not run" },
    { passes: [pass([], { ran: false })], expected: "UNVERIFIED pass did not run" },
    { passes: [pass([], { complete: false, scanned: here })], expected: "UNVERIFIED pass incomplete" },
    { passes: [pass([])], inventory: here, expected: "UNVERIFIED node not scanned" },
    { passes: [pass([])], expected: "UNVERIFIED node not scanned" },
    { passes: [pass([], { scanned: here })], expected: "RESOLVED not detected" },
    { passes: [pass([], { scanned: here })], inventory: here, expected: "RESOLVED not detected" },
    { passes: [pass([])], inventory: [], expected: "RESOLVED node gone" },
    { passes: [pass([], { ran: false })], inventory: [], expected: "UNVERIFIED pass did not run" },
    { passes: [pass([], { scanned: here }), pass([], { complete: false })], expected: "UNVERIFIED pass incomplete" },
  ]
  for (const { expected, ...current } of cases) {
    deepStrictEqual(rowsOf(diff({ current, baseline: baseline([row("R001")]) })), [`R001 ${expected}`])
  }
})

Deno.test("a plain list counts as everything looked at", () => {
  deepStrictEqual(rowsOf(diff({ current: { findings: [] }, baseline: baseline([row("R001")]) })), [
    "R001 RESOLVED not detected",
  ])
})

Deno.test("a renamed node is gone once somebody looked at its new name", () => {
  const renames = { "docs/a.md": "docs/b.md" }
  const inventory = ["docs/b.md"]
  const looked = diff({
    current: { passes: [pass([], { scanned: inventory })], inventory },
    baseline: baseline([row("R001")]),
    renames,
  })
  deepStrictEqual(rowsOf(looked), ["R001 RESOLVED node gone"])
  const not = diff({ current: { passes: [pass([])], inventory }, baseline: baseline([row("R001")]), renames })
  deepStrictEqual(rowsOf(not), ["R001 UNVERIFIED node not scanned"])
})

Deno.test("a closed row says how: applied and won't-fix rows by their status", () => {
  const rows = [
    row("R001", { what: "one", status: "applied" }),
    row("R002", { what: "two", status: "wont_fix:by design" }),
    row("R003", { what: "three", status: "skipped" }),
  ]
  deepStrictEqual(rowsOf(diff({ current: { findings: [] }, baseline: baseline(rows) })), [
    "R001 RESOLVED applied",
    "R002 RESOLVED wont_fix not observed",
    "R003 RESOLVED not detected",
  ])
})

Deno.test("a skip is for one run", () => {
  const present = diff({ current: { findings: [finding()] }, baseline: baseline([row("R001", { status: "skipped" })]) })
  deepStrictEqual([present.findings[0]?.tag, present.findings[0]?.status], ["CARRIED", "open"])
  const unseen = diff({ current: { passes: [] }, baseline: baseline([row("R001", { status: "skipped" })]) })
  strictEqual(unseen.unverified[0]?.status, "open")
})

Deno.test("only applied edits are reopened", () => {
  const edits = [{ path: "docs/a.md", find: "x", replace: "y" }]
  const cases = [
    { now: { route: "direct-fix" }, expected: ["CARRIED", "open", "applied"] },
    { now: { route: "memory-audit" }, expected: ["CARRIED", "open", "applied"] },
    { now: { route: "proposal", edits }, expected: ["CARRIED", "open", "applied"] },
    { now: { route: "proposal" }, expected: ["CARRIED", "applied", undefined] },
    { now: { route: "capture" }, expected: ["CARRIED", "applied", undefined] },
  ] as const
  for (const { now, expected } of cases) {
    const result = diff({
      current: { findings: [finding(now)] },
      baseline: baseline([row("R001", { status: "applied" })]),
    })
    const [first] = result.findings
    deepStrictEqual([first?.tag, first?.status, first?.reopened], expected)
  }
})

Deno.test("a won't-fix holds, with its reason, through its last day", () => {
  for (const status of ["wont_fix:by design", "wont_fix:by design until 2027-03-01"]) {
    const result = diff({ current: { findings: [finding()] }, baseline: baseline([row("R001", { status })]) })
    deepStrictEqual(tagsOf(result), ["R001 WONT_FIX text"])
    deepStrictEqual([result.findings[0]?.status, result.warnings], [status, []])
  }
})

Deno.test("a won't-fix that is over, or whose date is none, is open again, and a warning quotes it", () => {
  const cases = [
    {
      status: "wont_fix:by design until 2027-02-28",
      said: `R001: the won't-fix "by design" was until 2027-02-28, which is over; the finding is open again`,
    },
    {
      status: "wont_fix:by design until 2027-02-30",
      said: `R001: the won't-fix "by design" does not hold, its end "2027-02-30" is no date; the finding is open again`,
    },
    {
      status: "wont_fix: by design until 27-1-1",
      said: `R001: the won't-fix "by design" does not hold, its end "27-1-1" is no date; the finding is open again`,
    },
    {
      status: "wont_fix:until 2027-09-30",
      said: `R001: the won't-fix until 2027-09-30 does not hold, it has no reason; the finding is open again`,
    },
  ]
  for (const { status, said } of cases) {
    const present = diff({ current: { findings: [finding()] }, baseline: baseline([row("R001", { status })]) })
    deepStrictEqual([present.findings[0]?.tag, present.findings[0]?.status], ["CARRIED", "open"])
    deepStrictEqual(present.warnings, [said])
    const unseen = diff({ current: { passes: [] }, baseline: baseline([row("R001", { status })]) })
    deepStrictEqual([unseen.unverified[0]?.status, unseen.warnings], ["open", [said]])
    const absent = diff({ current: { findings: [] }, baseline: baseline([row("R001", { status })]) })
    deepStrictEqual([rowsOf(absent), absent.warnings], [["R001 RESOLVED not detected"], []])
  }
})

Deno.test("a won't-fix that closed and is over when it comes back is open again, and a warning says so once", () => {
  const status = "wont_fix:by design until 2027-02-28"
  const closed = [{ ...row("R001", { status }), closed_in: 1 }]
  const back = diff({ current: { findings: [finding()] }, baseline: baseline([], closed) })
  deepStrictEqual(back.findings.map(({ tag, status, reopened }) => [tag, status, reopened]), [
    ["CARRIED", "open", "resolved"],
  ])
  deepStrictEqual(back.warnings.length, 1)
  const next = diff({ current: { findings: [finding()] }, baseline: baseline(back.findings.map(asRow)) })
  deepStrictEqual([tagsOf(next), next.warnings], [["R001 CARRIED text"], []])
  const away = diff({ current: { findings: [] }, baseline: baseline([], closed) })
  deepStrictEqual([away.warnings, away.closed], [[], closed])
})

Deno.test("what was closed and comes back keeps its id and leaves the memory", () => {
  const closed = [
    { ...row("R002", { what: "one" }), closed_in: 3 },
    { ...row("R001", { what: "two", key: "k" }), closed_in: 2 },
    { ...row("R003", { what: "three" }), closed_in: 3 },
  ]
  const findings = [finding({ what: "one" }), finding({ what: "two, in other words", key: "k" })]
  const result = diff({ current: { findings }, baseline: baseline([], closed) })
  deepStrictEqual(tagsOf(result), ["R001 CARRIED key", "R002 CARRIED text"])
  deepStrictEqual(result.findings.map(({ reopened }) => reopened), ["resolved", "resolved"])
  deepStrictEqual(result.closed?.map(({ id, closed_in }) => [id, closed_in]), [["R003", 3]])
  strictEqual(result.id_max, 3)
})

Deno.test("a closed row comes back by key or text only, and says nothing when it stays away", () => {
  const closed = [{ ...row("R001", { locator: "a:1", what: "the first rule of the gate is closed" }), closed_in: 1 }]
  const now = finding({ locator: "a:1", what: "the first rule of the gate is closed!" })
  const result = diff({ current: { findings: [now] }, baseline: baseline([], closed) })
  deepStrictEqual(tagsOf(result), ["R002 NEW"])
  deepStrictEqual([rowsOf(result), result.closed], [[], closed])
})

Deno.test("a closed won't-fix comes back as a won't-fix, and a closed fix as reopened", () => {
  const closed = [
    { ...row("R001", { what: "one", status: "wont_fix:by design" }), closed_in: 1 },
    { ...row("R002", { what: "two", status: "applied", route: "direct-fix" }), closed_in: 1 },
  ]
  const findings = [finding({ what: "one" }), finding({ what: "two" })]
  const result = diff({ current: { findings }, baseline: baseline([], closed) })
  deepStrictEqual(result.findings.map(({ tag, status, reopened }) => [tag, status, reopened]), [
    ["WONT_FIX", "wont_fix:by design", undefined],
    ["CARRIED", "open", "applied"],
  ])
})

Deno.test("an open row is matched before a closed one that says the same", () => {
  const closed = [{ ...row("R001"), closed_in: 1 }]
  const result = diff({ current: { findings: [finding()] }, baseline: baseline([row("R002")], closed) })
  deepStrictEqual([tagsOf(result), result.closed], [["R002 CARRIED text"], closed])
})

/** A finding as the next run's baseline has it. */
function asRow({ id, pass, locator, what, status = "open" }: TaggedFinding): BaselineFinding {
  return { id, pass, locator, what, status }
}
