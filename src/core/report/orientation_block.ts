import type { Orientation } from "../schema/orientation.ts"
import { fileDialect } from "./dialect.ts"
import type { Dialect } from "./dialect.ts"

/**
 * The orientation block: one heading, three lines for each corpus, and a fourth where its numbers need a note.
 *
 * @example
 * ```ts
 * import { renderOrientation } from "@retro/cli/core"
 * import { strictEqual } from "node:assert/strict"
 * const block = renderOrientation([{
 *   kind: "decisions", roots: ["docs/adr"], nodes: { decision: 2 }, largest: [], most_linked: [], focus: [],
 *   since: { method: "first run", changed: {} },
 * }])
 * strictEqual(block, [
 *   "## Orientation",
 *   "Corpus: decisions — 2 decisions",
 *   "Since last run (first run): full corpus",
 *   "Focus hint: none — corpus too small/new (2 nodes)",
 * ].join("\n"))
 * ```
 */
export function renderOrientation(orientations: readonly Orientation[]): string {
  return ["## Orientation", ...orientationLines(orientations, fileDialect)].join("\n")
}

/** The lines below the heading, in a dialect. */
export function orientationLines(orientations: readonly Orientation[], dialect: Dialect): readonly string[] {
  if (orientations.length === 0) return ["None — no corpus was oriented"]
  return orientations.flatMap((orientation, index) => [
    ...(index === 0 ? [] : [""]),
    `Corpus: ${dialect.text(orientation.kind)} — ${census(orientation.nodes, ", ", dialect) ?? "0 nodes"}`,
    `Since last run (${sinceWhen(orientation)}): ${delta(orientation, dialect)}`,
    `Focus hint: ${focus(orientation, dialect)}`,
    ...(orientation.note === undefined ? [] : [`Note: ${dialect.text(orientation.note)}`]),
  ])
}

function sinceWhen(orientation: Orientation): string {
  const { method, date, commit } = orientation.since
  return method === "first run" ? "first run" : date ?? commit?.slice(0, 12) ?? "unknown date"
}

function delta(orientation: Orientation, dialect: Dialect): string {
  if (orientation.since.method === "first run") return "full corpus"
  const changed = Object.fromEntries(Object.entries(orientation.since.changed).filter(([, count]) => count > 0))
  const counts = census(changed, " / ", dialect)
  return counts === undefined ? "no changes in window" : `${counts} in window`
}

function focus(orientation: Orientation, dialect: Dialect): string {
  if (orientation.focus.length > 0) return orientation.focus.map(dialect.text).join("; ")
  const nodes = Object.values(orientation.nodes).reduce((sum, count) => sum + count, 0)
  return `none — corpus too small/new (${quantity(nodes, "node")})`
}

function census(counts: { readonly [kind: string]: number }, separator: string, dialect: Dialect): string | undefined {
  const entries = Object.entries(counts)
  if (entries.length === 0) return undefined
  return entries.map(([kind, count]) => dialect.text(quantity(count, kind))).join(separator)
}

/** A count and its noun: `1 skill`, `2 memories`. */
export function quantity(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : plural(noun)}`
}

function plural(noun: string): string {
  if (/[^aeiou]y$/u.test(noun)) return `${noun.slice(0, -1)}ies`
  return /(?:s|x|z|ch|sh)$/u.test(noun) ? `${noun}es` : `${noun}s`
}
