import type { DecisionNode } from "../../core/decision/decision_node.ts"
import { asLine, type Candidate, evidenceAt, type RuleResult } from "./candidate.ts"
import { type IntegrityContext, isLive, targetPath } from "./integrity_context.ts"
import { isVersion, subjectOf, type Version, type VersionGap, versionGaps, versionGroups } from "./version_gaps.ts"

/** One version of a subject is in force, each supersedes the one before it, and plans follow the newest. */
export function versions(context: IntegrityContext): RuleResult {
  const groups = versionGroups(context)
  return {
    candidates: [
      ...[...groups.values()].flatMap((group) => activeTwice(context, group)),
      ...versionGaps(context).map(gapCandidate),
      ...context.nodes.flatMap((node) => pins(context, node, groups)),
    ],
    near_misses: [],
  }
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

function gapCandidate({ version, superseded, previous }: VersionGap): Candidate {
  const line = version.supersedes[0]?.line
  const successor = previous.superseded_by.find((reference) => targetPath(reference) === version.path)
  return {
    rule: "version-gap",
    locator: version.path,
    what: `it supersedes ${superseded.path}, and ${previous.path} comes between them`,
    action: `Let it supersede ${previous.path}, which supersedes what came before.`,
    evidence: [
      ...(line === undefined ? evidenceAt(superseded, superseded.superseded_by[0]?.line) : evidenceAt(version, line)),
      ...evidenceAt(previous, successor?.line),
    ],
    relations: [{ from: version.path, to: superseded.path, kind: "supersedes" }],
  }
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
    const group = groups.get(subjectOf(pinned)) ?? []
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
