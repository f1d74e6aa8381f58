import { deepStrictEqual } from "node:assert/strict"
import type { DiffResult } from "../../../src/core/schema/diff_result.ts"
import { findingId } from "../../../src/core/schema/finding_id.ts"
import { baseline, diff, finding, row, rowsOf, tagsOf } from "./builders.ts"

function siblings(before: readonly string[], now: readonly string[], key?: string): DiffResult {
  const fields = key === undefined ? {} : { key }
  const rows = before.map((locator, index) => row(`R00${index + 1}`, { locator, ...fields }))
  return diff({
    current: { findings: now.map((locator) => finding({ locator, ...fields })) },
    baseline: baseline(rows),
  })
}

function idsAt(result: DiffResult): readonly string[] {
  return result.findings.map(({ id, locator }) => `${id} ${locator}`)
}

Deno.test("siblings that moved together keep their ids, though each lands where a neighbour was", () => {
  const result = siblings(["f:10", "f:12", "f:14"], ["f:16", "f:12", "f:14"])
  deepStrictEqual(idsAt(result), ["R001 f:12", "R002 f:14", "R003 f:16"])
})

Deno.test("the sibling that was fixed is resolved, and the one that is more is new", () => {
  const less = siblings(["f:10", "f:12", "f:30"], ["f:15", "f:33"])
  deepStrictEqual(idsAt(less), ["R002 f:15", "R003 f:33"])
  deepStrictEqual(rowsOf(less), ["R001 RESOLVED not detected"])
  const more = siblings(["f:10", "f:20"], ["f:13", "f:23", "f:40"])
  deepStrictEqual(idsAt(more), ["R001 f:13", "R002 f:23", "R003 f:40"])
})

Deno.test("a sibling left over on each side is not paired: one went and another came", () => {
  for (const key of [undefined, "k"]) {
    const result = siblings(["f:10", "f:20"], ["f:10", "f:35"], key)
    deepStrictEqual(tagsOf(result), [`R001 CARRIED ${key === undefined ? "text" : "key"}`, "R003 NEW"])
    deepStrictEqual(rowsOf(result), ["R002 RESOLVED not detected"])
  }
})

Deno.test("between shifts that pair equally many, what did not move is what it was, and then the lowest id stays", () => {
  deepStrictEqual(idsAt(siblings(["f:10", "f:20"], ["f:20"])), ["R002 f:20"])
  deepStrictEqual(idsAt(siblings(["f:10", "f:20"], ["f:15"])), ["R001 f:15"])
})

Deno.test("equal findings without lines are a multiset", () => {
  const less = siblings(["f", "f", "f"], ["f", "f"])
  deepStrictEqual(tagsOf(less), ["R001 CARRIED text", "R002 CARRIED text"])
  deepStrictEqual(rowsOf(less), ["R003 RESOLVED not detected"])
  deepStrictEqual(tagsOf(siblings(["f"], ["f", "f"])), ["R001 CARRIED text", "R002 NEW"])
})

Deno.test("equal findings at one line are a multiset", () => {
  const result = siblings(["f:3", "f:3", "f:9"], ["f:5", "f:11", "f:5", "f:5"])
  deepStrictEqual(idsAt(result), ["R001 f:5", "R002 f:5", "R003 f:11", "R004 f:5"])
})

Deno.test("a finding that gained a line is what it was", () => {
  deepStrictEqual(tagsOf(siblings(["f"], ["f:7"])), ["R001 CARRIED text"])
  deepStrictEqual(idsAt(siblings(["f", "f:9"], ["f:7", "f:11"])), ["R001 f:7", "R002 f:11"])
})

Deno.test("diffFindings carries very many findings that are alike, on one line", () => {
  const [count, locator] = [150_000, "docs/a.md:3"]
  const rows = Array.from({ length: count }, (_, index) => row(findingId(index + 1), { locator }))
  const result = diff({
    current: { findings: rows.map(() => finding({ locator })) },
    baseline: { path: "latest.md", id_max: count, findings: rows, closed: [] },
  })
  deepStrictEqual([result.findings.length, result.id_max], [count, count])
})
