import type { DecisionNode } from "../decision/decision_node.ts"

/** What a chain is made of. */
export type Supersession = Pick<DecisionNode, "path" | "supersedes" | "superseded_by">

/**
 * The length of the supersedes chain below each decision that nothing supersedes, in decisions: 3 means that it replaced
 * one that had replaced another. Both sides of a supersession count, partial ones do not. A decision of a cycle, where
 * nothing is the newest, counts as a head of its own.
 */
export function chainLengths(decisions: readonly Supersession[]): ReadonlyMap<string, number> {
  const replaced = replacedBy(decisions)
  const superseded = new Set([...replaced.values()].flatMap((older) => [...older]))
  const below = new Map<string, number>()
  const cyclic = new Set<string>()
  for (const { path } of decisions) measure(path, replaced, below, cyclic)
  const lengths = new Map<string, number>()
  for (const { path } of decisions) {
    if (!superseded.has(path) || cyclic.has(path)) lengths.set(path, below.get(path) ?? 1)
  }
  return lengths
}

/** The older decisions that each decision replaced. */
function replacedBy(decisions: readonly Supersession[]): ReadonlyMap<string, ReadonlySet<string>> {
  const replaced = new Map<string, Set<string>>(decisions.map((decision) => [decision.path, new Set()]))
  for (const decision of decisions) {
    for (const { partial, target } of decision.supersedes) {
      if (!partial && target._tag === "node") replaced.get(decision.path)?.add(target.path)
    }
    for (const { partial, target } of decision.superseded_by) {
      if (!partial && target._tag === "node") replaced.get(target.path)?.add(decision.path)
    }
  }
  return replaced
}

/** Depth first with a stack of its own: a chain may be longer than the machine's stack. */
function measure(
  start: string,
  replaced: ReadonlyMap<string, ReadonlySet<string>>,
  below: Map<string, number>,
  cyclic: Set<string>,
): void {
  if (below.has(start)) return
  const open = new Set<string>()
  const stack: { readonly path: string; readonly rest: string[]; longest: number }[] = []
  const enter = (path: string): void => {
    open.add(path)
    stack.push({ path, rest: [...(replaced.get(path) ?? [])], longest: 0 })
  }
  enter(start)
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const next = top.rest.pop()
    if (next === undefined) {
      stack.pop()
      open.delete(top.path)
      below.set(top.path, top.longest + 1)
      const parent = stack.at(-1)
      if (parent !== undefined) parent.longest = Math.max(parent.longest, top.longest + 1)
    } else if (open.has(next)) cyclic.add(next)
    else {
      const known = below.get(next)
      if (known === undefined) enter(next)
      else top.longest = Math.max(top.longest, known)
    }
  }
}
