import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { BaselineFinding, DiffResult } from "../../../src/core/schema/diff_result.ts"
import type { Finding } from "../../../src/core/schema/finding.ts"
import { findingId } from "../../../src/core/schema/finding_id.ts"
import type { PassResult } from "../../../src/core/schema/pass_result.ts"
import { baseline, diff, finding, pass, row } from "./builders.ts"

/** Few values, so that equal, similar and unlike findings meet in one run. */
const Sketch = Schema.Struct({
  pass: Schema.Literals(["p", "q"]),
  node: Schema.Literals(["docs/a.md", "docs/b.md", "skills/c/SKILL.md", "skills/d/SKILL.md"]),
  line: Schema.Literals(["", "", ":3", ":4", ":7", ":9"]),
  what: Schema.Literals([
    "skill c has no command shim",
    "skill d has no command shim",
    "the decision names an owner who left the team",
    "the decision names an owner who quit the team",
    "no back-link from the superseding record",
    "link target is missing",
    "link target is missing!",
  ]),
  key: Schema.Literals(["", "", "k", "l"]),
  status: Schema.Literals(["open", "applied", "skipped", "wont_fix:by design", "wont_fix:later until 2027-01-01"]),
})
type Sketch = typeof Sketch.Type

const Run = Schema.Struct({
  before: Schema.Array(Sketch),
  closed: Schema.Array(Sketch),
  now: Schema.Array(Sketch),
  complete: Schema.Boolean,
  scanned: Schema.Array(Schema.Literals(["docs/a.md", "skills/c/SKILL.md"])),
  inventory: Schema.Array(Schema.Literals(["docs/a.md", "docs/b.md", "skills/d/SKILL.md"])),
  known: Schema.Boolean,
  seed: Schema.Int,
})
type Run = typeof Run.Type

function contentOf({ pass, node, line, what, key }: Sketch): Pick<Finding, "pass" | "locator" | "what" | "key"> {
  return { pass, locator: node + line, what, ...(key === "" ? {} : { key }) }
}

function rowsOf(sketches: readonly Sketch[], first: number): readonly BaselineFinding[] {
  return sketches.map((sketch, index) => row(findingId(first + index), { ...contentOf(sketch), status: sketch.status }))
}

function findingsOf(run: Run): readonly Finding[] {
  return run.now.map((sketch, index) => finding({ ...contentOf(sketch), mark: index }))
}

/** A deterministic order that differs from the given one. */
function shuffled<A>(values: readonly A[], seed: number): readonly A[] {
  const mixed = values.map((value, index) => ({ value, rank: Math.imul(index + 1, seed | 1) ^ (seed >>> 3) }))
  return mixed.sort((a, b) => a.rank - b.rank).map(({ value }) => value)
}

function diffOf(run: Run, findings: readonly Finding[], seed?: number): DiffResult {
  const order = <A>(values: readonly A[]): readonly A[] => seed === undefined ? values : shuffled(values, seed)
  const passes: readonly PassResult[] = [
    pass(findings.filter((each) => each.pass === "p"), { pass: "p", complete: run.complete, scanned: run.scanned }),
    pass(findings.filter((each) => each.pass === "q"), { pass: "q", scanned: run.scanned }),
  ]
  const closed = rowsOf(run.closed, run.before.length + 1).map((each) => ({ ...each, closed_in: 1 }))
  return diff({
    current: run.known ? { passes, inventory: run.inventory } : { passes },
    baseline: baseline(order(rowsOf(run.before, 1)), order(closed)),
  })
}

async function holds(property: (run: Run) => boolean, runs = 300): Promise<void> {
  const result = await Effect.runPromise(
    Arbitrary.checkEffect(Arbitrary.schema(Run), property, { seed: 11, runs, size: 14 }),
  )
  strictEqual(Arbitrary.formatCheckFailure(result), undefined)
}

Deno.test("the order of the baseline changes not a byte", async () => {
  await holds((run) => {
    const findings = findingsOf(run)
    return JSON.stringify(diffOf(run, findings)) === JSON.stringify(diffOf(run, findings, run.seed))
  })
})

Deno.test("the order of the findings changes only which new id a new one gets", async () => {
  const essence = (result: DiffResult): string => {
    const findings = result.findings.map((each) => JSON.stringify(each.tag === "NEW" ? { ...each, id: "" } : each))
    return JSON.stringify({ ...result, findings: findings.sort() })
  }
  await holds((run) => {
    const findings = findingsOf(run)
    return essence(diffOf(run, findings)) === essence(diffOf(run, shuffled(findings, run.seed)))
  })
})

Deno.test("every finding comes out once, every row comes out once, and no id is given twice", async () => {
  await holds((run) => {
    const findings = findingsOf(run)
    const result = diffOf(run, findings)
    const marks = new Set(result.findings.map((each) => each["mark"]))
    const ids = [result.findings, result.resolved, result.unverified, result.closed ?? []].flat().map(({ id }) => id)
    const rows = run.before.length + run.closed.length
    const news = result.findings.filter(({ tag }) => tag === "NEW")
    return marks.size === findings.length && result.findings.length === findings.length &&
      ids.length === new Set(ids).size && ids.length === rows + news.length &&
      result.id_max === rows + news.length
  })
})

Deno.test("nothing is resolved in a pass that is incomplete, or at a node that nobody scanned and that may exist", async () => {
  await holds((run) => {
    const findings = findingsOf(run)
    const result = diffOf(run, findings)
    const seen = new Set([...run.scanned.map(String), ...findings.map(({ locator }) => locator.replace(/:\d+$/u, ""))])
    return result.resolved.every(({ pass, locator }) => {
      const node = locator.replace(/:\d+$/u, "")
      const isGone = run.known && !run.inventory.map(String).includes(node)
      return (pass === "q" || run.complete) && (isGone || seen.has(node))
    })
  })
})

Deno.test("an ambiguous finding names an ambiguous row, and an ambiguous row has a finding that names one", async () => {
  await holds((run) => {
    const result = diffOf(run, findingsOf(run))
    const ambiguous = new Set(result.unverified.filter(({ why }) => why === "ambiguous").map(({ id }) => id))
    const named = result.findings.flatMap(({ possible_match }) => possible_match ?? [])
    return named.every((id) => ambiguous.has(id)) && (ambiguous.size > 0) === (named.length > 0)
  })
})

Deno.test("a run against itself is carried whole, by key or text, with score 1", async () => {
  await holds((run) => {
    const first = diff({ current: { findings: findingsOf(run) } })
    const again = diff({
      current: { findings: findingsOf(run) },
      baseline: baseline(first.findings.map((each) => ({ ...each, status: "open" }))),
    })
    deepStrictEqual([again.resolved, again.unverified], [[], []])
    return again.findings.every(({ tag, matched_by, score }) =>
      tag === "CARRIED" && (matched_by === "key" || matched_by === "text") && score === 1
    )
  })
})

Deno.test("any number of files that are renamed at once carries all their findings", () => {
  const subjects = ["owner", "link", "status", "number", "heading", "table", "budget", "token", "branch", "review"]
  const sentence = (index: number): string =>
    `${subjects[index % 10]} ${subjects[(index * 3 + 1) % 10]} ${
      subjects[(index * 7 + 4) % 10]
    } of part ${index} is wrong`
  for (const count of [1, 2, 5, 10]) {
    const rows = Array.from(
      { length: count },
      (_, index) => row(findingId(index + 1), { locator: `old/f${index}.md:${index + 1}`, what: sentence(index) }),
    )
    const moved = Array.from(
      { length: count },
      (_, index) =>
        finding({ locator: `new/f${index}.md:${index + 9}`, what: sentence(index), mark: findingId(index + 1) }),
    )
    for (const seed of [3, 7, 12]) {
      const result = diff({ current: { passes: [pass(shuffled(moved, seed))] }, baseline: baseline(rows) })
      ok(result.findings.every((each) => each.matched_by === "moved" && each.id === each["mark"]))
    }
  }
})

Deno.test("thousands of files that are renamed at once carry their findings, reworded or not", () => {
  const words = ["owner", "link", "status", "number", "heading", "table", "budget", "token", "branch", "review", "gate"]
  const sentence = (index: number, other: string): string => {
    const word = (step: number): string => words[Math.floor(index / 11 ** (step % 3) + step * index * 0.37) % 11] ?? ""
    return [0, 1, 2, 3, 4, 5, 6, 7, 8].map(word).join(" ") + ` ${other} part ${index} of the list`
  }
  const count = 2_000
  const rows = Array.from(
    { length: count },
    (_, index) => row(findingId(index + 1), { locator: `old/f${index}.md`, what: sentence(index, "names") }),
  )
  const now = Array.from(
    { length: count },
    (_, index) =>
      finding({
        locator: `new/f${index}.md`,
        what: sentence(index, index % 2 === 0 ? "names" : "quotes"),
        mark: findingId(index + 1),
      }),
  )
  const result = diff({ current: { passes: [pass(now)] }, baseline: baseline(rows) })
  const carried = result.findings.filter((each) => each.tag === "CARRIED")
  ok(carried.every((each) => each.id === each["mark"]))
  ok(carried.length > count * 0.95, `${carried.length} carried`)
})

Deno.test("siblings that shift together keep their ids, however many there are and whatever the shift", () => {
  for (const count of [2, 3, 20, 1_500]) {
    for (const shift of [-1, 1, 2, 13]) {
      const lines = Array.from(
        { length: count },
        (_, index) => 10 + Math.floor(index * 1.7) + (index % 7 === 3 ? 1 : 0),
      )
      const rows = lines.map((line, index) => row(findingId(index + 1), { locator: `f:${line}` }))
      const now = lines.map((line, index) => finding({ locator: `f:${line + shift}`, mark: index + 1 }))
      const result = diff({ current: { findings: shuffled(now, count) }, baseline: baseline(rows) })
      const byLine = (value: string): number => Number(value.slice(2))
      const ids = result.findings.map(({ id, locator }) => [Number(id.slice(1)), byLine(locator)])
      deepStrictEqual(ids, lines.map((line, index) => [index + 1, line + shift]))
    }
  }
})
