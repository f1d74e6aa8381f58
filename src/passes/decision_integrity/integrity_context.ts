import { adapterOf } from "../../core/decision/adapters/table.ts"
import type { DecisionAdapter } from "../../core/decision/adapter.ts"
import type { DecisionNode, DecisionReference, DecisionStatus } from "../../core/decision/decision_node.ts"
import { saysSuperseded } from "../../core/decision/status.ts"
import { correctedStatus, type InvalidStatus, invalidStatuses } from "../../core/decision/status_vocabulary.ts"
import type { Corpus } from "../../core/corpus/corpus.ts"
import { stronglyConnected } from "../../core/strongly_connected.ts"

/** One decision replaces another: said by the newer one, by the older one, or by both. */
export interface Supersession {
  readonly newer: DecisionNode
  readonly older: DecisionNode
  readonly by_newer?: DecisionReference
  readonly by_older?: DecisionReference
}

/** What every rule looks at; computed once. */
export interface IntegrityContext {
  readonly corpus: Corpus
  /** Decisions that rules apply to: no forms, no stubs. */
  readonly nodes: readonly DecisionNode[]
  readonly byPath: ReadonlyMap<string, DecisionNode>
  /** Whole supersessions, those inside a cycle left out. */
  readonly supersessions: readonly Supersession[]
  readonly cycles: readonly (readonly string[])[]
  /** Supersessions by the path of the older decision. */
  readonly successors: ReadonlyMap<string, readonly Supersession[]>
  /** Whether one decision names the other in a field of that side, wholly or in part. */
  readonly names: (side: "supersedes" | "superseded_by", from: DecisionNode, to: DecisionNode) => boolean
  readonly invalid: ReadonlyMap<string, InvalidStatus>
}

/** Builds the context of a corpus. */
export function integrityContext(corpus: Corpus): IntegrityContext {
  const nodes = corpus.decisions.filter((node) => !node.template && node.redirect_to === undefined)
  const byPath = new Map(nodes.map((node) => [node.path, node]))
  const named = new Set<string>()
  const merged = new Map<
    string,
    { newer: DecisionNode; older: DecisionNode; by_newer?: DecisionReference; by_older?: DecisionReference }
  >()
  for (const node of nodes) {
    for (const side of ["supersedes", "superseded_by"] as const) {
      for (const reference of node[side]) {
        const other = byPath.get(targetPath(reference) ?? "")
        if (other === undefined) continue
        named.add(`${side}\0${node.path}\0${other.path}`)
        if (reference.partial) continue
        const [newer, older] = side === "supersedes" ? [node, other] : [other, node]
        const key = `${newer.path}\0${older.path}`
        const edge = merged.get(key) ?? { newer, older }
        if (side === "supersedes") edge.by_newer ??= reference
        else edge.by_older ??= reference
        merged.set(key, edge)
      }
    }
  }
  const all = [...merged.values()]
  const cycles = stronglyConnected(adjacency(all))
  const cycleOf = new Map(
    cycles.flatMap((members, index) => members.map((member): [string, number] => [member, index])),
  )
  const supersessions = all.filter(({ newer, older }) =>
    cycleOf.get(newer.path) === undefined || cycleOf.get(newer.path) !== cycleOf.get(older.path)
  )
  return {
    corpus,
    nodes,
    byPath,
    supersessions,
    cycles,
    successors: grouped(supersessions),
    names: (side, from, to) => named.has(`${side}\0${from.path}\0${to.path}`),
    invalid: invalidStatuses(nodes),
  }
}

/** The decision that a reference means: where it points, or the only place where it can have moved. */
export function targetPath({ target }: DecisionReference): string | undefined {
  if (target._tag === "node") return target.path
  return target._tag === "dangling" ? target.moved_to : undefined
}

function adjacency(edges: readonly Supersession[]): ReadonlyMap<string, readonly string[]> {
  const next = new Map<string, string[]>()
  for (const { newer, older } of edges) {
    const list = next.get(newer.path)
    if (list === undefined) next.set(newer.path, [older.path])
    else list.push(older.path)
  }
  return next
}

function grouped(edges: readonly Supersession[]): ReadonlyMap<string, readonly Supersession[]> {
  const groups = new Map<string, Supersession[]>()
  for (const edge of edges) {
    const group = groups.get(edge.older.path)
    if (group === undefined) groups.set(edge.older.path, [edge])
    else group.push(edge)
  }
  return groups
}

/** The convention of a node: every node comes from one. */
export function conventionOf(node: DecisionNode): DecisionAdapter | undefined {
  return adapterOf(node.adapter)
}

/** The status of a node, spelt right. */
export function statusOf(context: IntegrityContext, node: DecisionNode): DecisionStatus | undefined {
  return node.status === undefined ? undefined : correctedStatus(node.status, context.invalid.get(node.path))
}

/** Whether a decision is in force; a memory is unless something replaced it. */
export function isLive(context: IntegrityContext, node: DecisionNode): boolean {
  if (node.adapter === "contexture-memory") {
    return !node.superseded_by.some((reference) => says(reference) && !reference.partial)
  }
  return statusOf(context, node)?.class === "live"
}

/** Whether a decision is in force and its convention does not make it wait: "Accepted" comes before "Final". */
export function hasTakenOver(context: IntegrityContext, node: DecisionNode): boolean {
  const status = statusOf(context, node)
  return isLive(context, node) &&
    !(status !== undefined && conventionOf(node)?.obligation.not_yet?.includes(status.normal) === true)
}

/** Whether a decision ended without being replaced: rejected, withdrawn. */
export function endedByItself(context: IntegrityContext, node: DecisionNode): boolean {
  const status = statusOf(context, node)
  return status?.class === "dead" && !saysSuperseded(status.normal)
}

/** Whether a reference says anything: "n/a" and what a template left over do not. */
export function says({ target }: DecisionReference): boolean {
  return target._tag !== "none" && target._tag !== "residue"
}

/**
 * The decisions that something took the place of, whether they say so or not: by a successor in force, or by one that was
 * replaced in turn. From the newest to the oldest; what is in a cycle is left out.
 */
export function replacedDecisions(context: IntegrityContext): ReadonlySet<string> {
  const known = replacedBy.get(context)
  if (known !== undefined) return known
  const replaced = new Set<string>()
  const open = new Map<string, number>()
  const older = new Map<string, Supersession[]>()
  for (const edge of context.supersessions) {
    open.set(edge.older.path, (open.get(edge.older.path) ?? 0) + 1)
    const list = older.get(edge.newer.path)
    if (list === undefined) older.set(edge.newer.path, [edge])
    else list.push(edge)
  }
  replacedBy.set(context, replaced)
  const ready = context.nodes.filter((node) => !open.has(node.path))
  for (let node = ready.pop(); node !== undefined; node = ready.pop()) {
    if (isReplaced(context, node)) replaced.add(node.path)
    for (const edge of older.get(node.path) ?? []) {
      const left = (open.get(edge.older.path) ?? 1) - 1
      open.set(edge.older.path, left)
      if (left === 0) ready.push(edge.older)
    }
  }
  return replaced
}

const replacedBy = new WeakMap<IntegrityContext, Set<string>>()

function isReplaced(context: IntegrityContext, node: DecisionNode): boolean {
  const status = statusOf(context, node)
  if (status?.class === "dead") return saysSuperseded(status.normal)
  if (status !== undefined && conventionOf(node)?.obligation.replaced_status === undefined) return false
  return (context.successors.get(node.path) ?? []).some((edge) => isReplacedBy(context, edge))
}

/** Whether a successor took the place of a decision: it is in force, or something took its place in turn. */
export function isReplacedBy(context: IntegrityContext, { newer }: Supersession): boolean {
  return hasTakenOver(context, newer) || replacedDecisions(context).has(newer.path)
}
