import { byCodeUnit } from "../../core/code_unit_order.ts"
import type { DecisionNode } from "../../core/decision/decision_node.ts"
import { endedByItself, type IntegrityContext } from "./integrity_context.ts"

/** A version of a subject. */
export type Version = DecisionNode & Required<Pick<DecisionNode, "version">>

/** A version that supersedes an earlier one, and not the one before it. */
export interface VersionGap {
  readonly version: Version
  /** The newest that it supersedes. */
  readonly superseded: Version
  /** The one before it. */
  readonly previous: Version
}

/** The versions of each subject, oldest first. */
export function versionGroups(context: IntegrityContext): ReadonlyMap<string, readonly Version[]> {
  const groups = new Map<string, Version[]>()
  for (const node of context.nodes) {
    if (!isVersion(node) || /(?:^|\/)archive\//u.test(node.path)) continue
    const key = subjectOf(node)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [node])
    else group.push(node)
  }
  for (const group of groups.values()) {
    group.sort((left, right) => left.version.number - right.version.number || byCodeUnit(left.path, right.path))
  }
  return groups
}

/** What makes versions one family: the subject, and what kind of file they are. */
export function subjectOf(version: Version): string {
  return `${version.family}\0${version.version.slug}`
}

/** Whether a decision is one of several versions. */
export function isVersion(node: DecisionNode): node is Version {
  return node.version !== undefined
}

const known = new WeakMap<IntegrityContext, readonly VersionGap[]>()

/** The gaps between the versions of a corpus. */
export function versionGaps(context: IntegrityContext): readonly VersionGap[] {
  const before = known.get(context)
  if (before !== undefined) return before
  const gaps = [...versionGroups(context).values()].flatMap((group) => gapsIn(context, group))
  known.set(context, gaps)
  return gaps
}

function gapsIn(context: IntegrityContext, group: readonly Version[]): readonly VersionGap[] {
  const members = new Map(group.map((node) => [node.path, node]))
  return group.flatMap((version, index): readonly VersionGap[] => {
    const previous = group.slice(0, index).findLast((other) =>
      other.version.number < version.version.number && !endedByItself(context, other)
    )
    const edges = context.supersessions.filter((edge) => edge.newer === version && members.has(edge.older.path))
    // What it says itself counts; where it says nothing, what the others say of it.
    const own = edges.filter(({ by_newer }) => by_newer !== undefined)
    const superseded = (own.length > 0 ? own : edges).flatMap(({ older }) => members.get(older.path) ?? [])
      .sort((left, right) => left.version.number - right.version.number)
    const newest = superseded.at(-1)
    if (previous === undefined || newest === undefined || superseded.includes(previous)) return []
    // One that it replaces in part is named all the same.
    if (context.names("supersedes", version, previous)) return []
    return [{ version, superseded: newest, previous }]
  })
}
