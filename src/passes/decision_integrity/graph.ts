import type { DecisionNode } from "../../core/decision/decision_node.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"
import { stronglyConnected } from "../../core/strongly_connected.ts"
import { type Candidate, evidenceAt, type RuleResult } from "./candidate.ts"
import {
  endedByItself,
  type IntegrityContext,
  isLive,
  replacedDecisions,
  says,
  statusOf,
  targetPath,
} from "./integrity_context.ts"

/** What replaces what makes sense as a whole: no cycles, no rivals, no successor that is not in force, no contradiction. */
export function graph(context: IntegrityContext): RuleResult {
  const rivals = rivalSuperseders(context)
  return {
    candidates: [...cycles(context), ...rivals.candidates, ...notLive(context), ...contradictions(context)],
    near_misses: [...rivals.near_misses, ...requirementCycles(context)],
  }
}

function cycles(context: IntegrityContext): readonly Candidate[] {
  return context.cycles.map((members): Candidate => {
    const inside = new Set(members)
    const nodes = members.flatMap((path) => context.byPath.get(path) ?? [])
    const stated = nodes.flatMap((node) =>
      [...node.supersedes, ...node.superseded_by]
        .filter((reference) => !reference.partial && inside.has(targetPath(reference) ?? ""))
        .map((reference) => ({ node, reference }))
    )
    return {
      rule: "supersession-cycle",
      locator: members[0] ?? "",
      what: members.length === 1
        ? "it supersedes itself"
        : `it supersedes itself through ${members.slice(1).join(", ")}`,
      action: "Decide which of these decisions is in force, and take the references back that say otherwise.",
      evidence: stated.flatMap(({ node, reference }) => evidenceAt(node, reference.line)),
      relations: relationsInside(nodes, inside),
    }
  })
}

function relationsInside(
  nodes: readonly DecisionNode[],
  inside: ReadonlySet<string>,
): NonNullable<Candidate["relations"]> {
  const seen = new Map<string, { readonly from: string; readonly to: string; readonly kind: string }>()
  for (const node of nodes) {
    for (const side of ["supersedes", "superseded_by"] as const) {
      for (const reference of node[side]) {
        const other = targetPath(reference)
        if (other === undefined || reference.partial || !inside.has(other)) continue
        const [from, to] = side === "supersedes" ? [node.path, other] : [other, node.path]
        seen.set(`${from}\0${to}`, { from, to, kind: "supersedes" })
      }
    }
  }
  return [...seen.values()]
}

function rivalSuperseders(context: IntegrityContext): RuleResult {
  const candidates: Candidate[] = []
  const near_misses: NearMiss[] = []
  for (const [path, edges] of context.successors) {
    const node = context.byPath.get(path)
    const live = edges.filter((edge) => isLive(context, edge.newer))
    if (node === undefined || live.length < 2) continue
    const paths = live.map((edge) => edge.newer.path).sort()
    const pair = unrelatedPair(context, node, paths)
    if (pair === undefined) continue
    const evidence = live
      .filter((edge) => pair.includes(edge.newer.path))
      .flatMap((edge) =>
        edge.by_newer === undefined ? evidenceAt(node, edge.by_older?.line) : evidenceAt(edge.newer, edge.by_newer.line)
      )
    if (endedByItself(context, node)) {
      near_misses.push({
        locator: path,
        what: `both ${pair[0]} and ${pair[1]} replace it`,
        why: `it was ${
          statusOf(context, node)?.normal ?? "ended"
        } by itself, so that they do not compete for its place`,
        evidence,
      })
      continue
    }
    candidates.push({
      rule: "rival-superseders",
      locator: path,
      what: `both ${pair[0]} and ${pair[1]} replace it, and neither knows of the other`,
      action: "Decide which one is in force, or name both in this decision.",
      evidence,
      relations: pair.map((from) => ({ from, to: path, kind: "supersedes" })),
    })
  }
  return { candidates, near_misses }
}

/** Successors that are compared with each other, and how far a chain is followed: what is beyond counts as unrelated. */
const mostRivals = 8
const farthest = 64

/** The first two of several successors that have nothing to do with each other and that the decision does not both name. */
function unrelatedPair(
  context: IntegrityContext,
  node: DecisionNode,
  paths: readonly string[],
): readonly [string, string] | undefined {
  const named = new Set(node.superseded_by.map(targetPath))
  // All that the decision names are one group; a rival is outside of it.
  const sorted = [...paths.filter((path) => !named.has(path)), ...paths.filter((path) => named.has(path))]
  const compared = sorted.slice(0, mostRivals)
  const known = new Map<string, ReadonlySet<string>>()
  const later = (path: string): ReadonlySet<string> => {
    const found = known.get(path) ?? laterThan(context, path)
    known.set(path, found)
    return found
  }
  for (const one of compared.filter((path) => !named.has(path))) {
    for (const other of compared) {
      if (one === other || later(one).has(other) || later(other).has(one)) continue
      return one < other ? [one, other] : [other, one]
    }
  }
  return undefined
}

/** What replaced a decision, and what replaced that, nearest first. */
function laterThan(context: IntegrityContext, path: string): ReadonlySet<string> {
  const seen = new Set([path])
  for (const at of seen) {
    for (const edge of context.successors.get(at) ?? []) seen.add(edge.newer.path)
    if (seen.size > farthest) break
  }
  return seen
}

function notLive(context: IntegrityContext): readonly Candidate[] {
  return context.nodes.flatMap((node) =>
    node.superseded_by.filter((reference) => !reference.partial).flatMap((reference): readonly Candidate[] => {
      const successor = context.byPath.get(targetPath(reference) ?? "")
      const status = successor === undefined ? undefined : statusOf(context, successor)
      if (successor === undefined || status === undefined) return []
      // A chain through decisions that were replaced in turn is fine.
      const wentOn = replacedDecisions(context).has(successor.path) ||
        status.class === "dead" && successor.superseded_by.some(says)
      if (wentOn || status.class !== "open" && status.class !== "dead") return []
      return [{
        rule: "superseded-by-not-live",
        locator: node.path,
        subject: successor.path,
        what: `it is superseded by ${successor.path}, whose status is ${status.normal}`,
        action: "Check which decision is in force.",
        evidence: [...evidenceAt(node, reference.line), ...evidenceAt(successor, successor.status?.line)],
        relations: [{ from: successor.path, to: node.path, kind: "supersedes" }],
      }]
    })
  )
}

function contradictions(context: IntegrityContext): readonly Candidate[] {
  const seen = new Set<string>()
  return context.nodes.flatMap((node) =>
    node.contradicts.flatMap((reference): readonly Candidate[] => {
      const other = context.byPath.get(targetPath(reference) ?? "")
      if (other === undefined || other === node || !isLive(context, node) || !isLive(context, other)) return []
      const pair = [node.path, other.path].sort().join("\0")
      if (seen.has(pair)) return []
      seen.add(pair)
      return [{
        rule: "contradicting-decisions",
        locator: node.path,
        subject: other.path,
        what: `it contradicts ${other.path}, and both are in force`,
        action: "Write down which one holds where, or let one supersede the other.",
        evidence: evidenceAt(node, reference.line),
        relations: [{ from: node.path, to: other.path, kind: "contradicts" }],
      }]
    })
  )
}

/** Decisions that require each other replace nothing. */
function requirementCycles(context: IntegrityContext): readonly NearMiss[] {
  const edges = new Map(context.nodes.map((node) => [
    node.path,
    node.requires.flatMap((reference) => targetPath(reference) ?? []).filter((path) => context.byPath.has(path)),
  ]))
  return stronglyConnected(edges).map((members) => ({
    locator: members[0] ?? "",
    what: members.length === 1 ? "it requires itself" : `it requires itself through ${members.slice(1).join(", ")}`,
    why: "a requirement is no supersession",
  }))
}
