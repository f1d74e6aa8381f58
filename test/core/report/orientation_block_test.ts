import { deepStrictEqual } from "node:assert/strict"
import { renderOrientation } from "../../../src/core/report/orientation_block.ts"
import type { Orientation } from "../../../src/core/schema/orientation.ts"

const decisions: Orientation = {
  kind: "decisions",
  roots: ["proposals"],
  nodes: { proposal: 59, "memory file": 38, skill: 1 },
  since: { method: "commits", date: "2026-06-01", changed: { ship: 2, recap: 0, memory: 3, skill: 1 } },
  largest: [],
  most_linked: [],
  focus: ["a_b.md", "c.md"],
}

function block(orientation: Orientation): readonly string[] {
  return renderOrientation([orientation]).split("\n").slice(1)
}

Deno.test("renderOrientation writes the block of each corpus under one heading", () => {
  const small: Orientation = {
    ...decisions,
    kind: "system",
    nodes: {},
    focus: [],
    since: { method: "first run", changed: {} },
  }
  deepStrictEqual(renderOrientation([decisions, small]).split("\n"), [
    "## Orientation",
    "Corpus: decisions — 59 proposals, 38 memory files, 1 skill",
    "Since last run (2026-06-01): 2 ships / 3 memories / 1 skill in window",
    "Focus hint: a\\_b.md; c.md",
    "",
    "Corpus: system — 0 nodes",
    "Since last run (first run): full corpus",
    "Focus hint: none — corpus too small/new (0 nodes)",
  ])
})

Deno.test("renderOrientation says that nothing changed", () => {
  deepStrictEqual(
    block({ ...decisions, since: { ...decisions.since, changed: { ship: 0 } } })[1],
    "Since last run (2026-06-01): no changes in window",
  )
})

Deno.test("renderOrientation names the commit where there is no date", () => {
  const since = { method: "commits", commit: "0123456789abcdef", changed: {} } as const
  deepStrictEqual(block({ ...decisions, since })[1], "Since last run (0123456789ab): no changes in window")
})

Deno.test("renderOrientation adds what a reader must know as a fourth line", () => {
  deepStrictEqual(block({ ...decisions, note: "a root is missing: *" })[3], "Note: a root is missing: \\*")
})
