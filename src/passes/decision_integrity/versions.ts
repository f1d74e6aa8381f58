import { byCodeUnit } from "../../core/code_unit_order.ts"
import type { DecisionNode } from "../../core/decision/decision_node.ts"
import { asLine, type Candidate, evidenceAt, type RuleResult } from "./candidate.ts"
import { endedByItself, type IntegrityContext, isLive, targetPath } from "./integrity_context.ts"

/** A version of a subject. */
type Version = DecisionNode & Required<Pick<DecisionNode, "version">>

/** One version of a subject is in force, each supersedes the one before it, and plans follow the newest. */
export function versions(context: IntegrityContext): RuleResult {
  const groups = new Map<string, Version[]>()
  for (const node of context.nodes) {
    if (!isVersion(node) || /(?:^|\/)archive\//u.test(node.path)) continue
    const key = `${node.family}\0${node.version.slug}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [node])
    else group.push(node)
  }
  const candidates: Candidate[] = []
  for (const group of groups.values()) {
    group.sort((left, right) => left.version.number - right.version.number || byCodeUnit(left.path, right.path))
    candidates.push(...activeTwice(context, group), ...gaps(context, group))
  }
  for (const node of context.nodes) candidates.push(...pins(context, node, groups))
  return { candidates, near_misses: [] }
}

function isVersion(node: DecisionNode): node is Version {
  return node.version !== undefined
}

function activeTwice(context: IntegrityContext, group: readonly Version[]): readonly Candidate[] {
  const active = group.filter((node) => isLive(context, node))
  const newest = active.at(-1)
  if (newest === undefined) return []
  return active.slice(0, -1).map((node) => ({
    rule: "two-active-versions",
    locator: node.path,
    subject: asLine(node.version.slug),
    what: `${newest.path} is in force as well: one version of ${asLine(node.version.slug)} is`,
    action: `Set the status to superseded and name ${newest.path} in \`superseded_by\`, or abandon the newer version.`,
    evidence: [...evidenceAt(node, node.status?.line), ...evidenceAt(newest, newest.status?.line)],
    relations: [{ from: newest.path, to: node.path, kind: "supersedes" }],
  }))
}

function gaps(context: IntegrityContext, group: readonly Version[]): readonly Candidate[] {
  const members = new Map(group.map((node) => [node.path, node]))
  return group.flatMap((node, index): readonly Candidate[] => {
    const before = group.slice(0, index).filter((other) =>
      other.version.number < node.version.number && !endedByItself(context, other)
    )
    const previous = before.at(-1)
    const superseded = context.supersessions.filter((edge) => edge.newer === node).flatMap((edge) =>
      members.get(edge.older.path) ?? []
    )
    const only = superseded.sort((left, right) => left.version.number - right.version.number).at(-1)
    if (previous === undefined || only === undefined || superseded.includes(previous)) return []
    const line = node.supersedes[0]?.line
    return [{
      rule: "version-gap",
      locator: node.path,
      what: `it supersedes ${only.path}, and ${previous.path} comes between them`,
      action: `Let it supersede ${previous.path}, which supersedes what came before.`,
      evidence: line === undefined ? evidenceAt(only, only.superseded_by[0]?.line) : evidenceAt(node, line),
      relations: [{ from: node.path, to: only.path, kind: "supersedes" }],
    }]
  })
}

/** A plan in force is drafted against the version in force. */
function pins(
  context: IntegrityContext,
  node: DecisionNode,
  groups: ReadonlyMap<string, readonly Version[]>,
): readonly Candidate[] {
  if (!isLive(context, node)) return []
  return node.pins.flatMap((pin): readonly Candidate[] => {
    if (pin.target._tag === "dangling") {
      return [{
        rule: "missing-pin",
        locator: node.path,
        subject: asLine(pin.raw),
        what: `it is drafted against "${asLine(pin.raw)}", which does not exist`,
        action: "Draft it anew against the version in force.",
        evidence: evidenceAt(node, pin.line),
      }]
    }
    const pinned = context.byPath.get(targetPath(pin) ?? "")
    if (pinned === undefined || !isVersion(pinned)) return []
    const group = groups.get(`${pinned.family}\0${pinned.version.slug}`) ?? []
    const newest = group.filter((other) => isLive(context, other)).at(-1)
    if (newest === undefined || newest.version.number <= pinned.version.number) return []
    return [{
      rule: "stale-pin",
      locator: node.path,
      subject: pinned.path,
      what: `it is drafted against ${pinned.path}, and ${newest.path} is in force`,
      action: `Draft it anew against ${newest.path}.`,
      evidence: [...evidenceAt(node, pin.line), ...evidenceAt(newest, newest.status?.line)],
    }]
  })
}
