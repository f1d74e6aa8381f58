import { allowsSuccessor, saysSuperseded } from "../../core/decision/status.ts"
import { replaceStatus, writable, writeStatus } from "../../core/decision/write_field.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"
import { asLine, type Candidate, evidenceAt, type RuleResult } from "./candidate.ts"
import {
  conventionOf,
  endedByItself,
  type IntegrityContext,
  isReplacedBy,
  says,
  statusOf,
  targetPath,
} from "./integrity_context.ts"
import type { DecisionNode } from "../../core/decision/decision_node.ts"

/** The status is one of the convention's, and says the same as the field. */
export function statuses(context: IntegrityContext): RuleResult {
  const candidates: Candidate[] = []
  const near_misses: NearMiss[] = []
  for (const node of context.nodes) {
    const status = statusOf(context, node)
    if (status === undefined || node.status === undefined) continue
    const stated = node.superseded_by.filter(says)
    const whole = stated.filter((reference) => !reference.partial)
    const ties = conventionOf(node)?.obligation.replaced_status !== undefined
    if (status.class === "unknown" && isProse(node.status.raw)) {
      near_misses.push({
        locator: node.path,
        what: "its status is none of this convention's",
        why: "it is a sentence, which only a reader can judge",
        evidence: evidenceAt(node, node.status.line),
      })
    } else if (context.invalid.has(node.path)) candidates.push(invalidStatus(context, node))
    if (saysSuperseded(status.normal)) {
      if (stated.length === 0) candidates.push(withoutTarget(context, node))
    } else if (ties && whole.length > 0 && !allowsSuccessor(status.normal)) {
      candidates.push(withoutStatus(context, node))
    } else if (ties && stated.length > 0 && whole.length === 0 && status.class !== "dead") {
      near_misses.push({
        locator: node.path,
        what: `is replaced in part, amended or deprecated by another decision, and its status is "${
          asLine(node.status.raw)
        }"`,
        why: "that is no whole supersession, which alone changes the status",
        evidence: evidenceAt(node, stated[0]?.line),
      })
    }
  }
  return { candidates, near_misses }
}

/** More words than any status has. */
function isProse(status: string): boolean {
  return status.split(/\s+/u).length > 4
}

function withoutTarget(context: IntegrityContext, node: DecisionNode): Candidate {
  const successors = context.successors.get(node.path) ?? []
  const field = conventionOf(node)?.keys.superseded_by ?? "superseded_by"
  const [only, ...others] = successors.map((edge) => edge.newer.path)
  return {
    rule: "superseded-without-target",
    locator: node.path,
    what: "the status says that it is superseded, and nothing says by what",
    action: only !== undefined && others.length === 0
      ? `Add \`${field}\`: ${only}.`
      : `Say in \`${field}\` what replaced it, or correct the status.`,
    evidence: evidenceAt(node, node.status?.line),
    ...(node.adapter === "versioned" ? { severity: "High" } : {}),
    ...(only !== undefined && others.length === 0 ? { route: "direct-fix" } : {}),
  }
}

function withoutStatus(context: IntegrityContext, node: DecisionNode): Candidate {
  const references = node.superseded_by.filter((reference) => says(reference) && !reference.partial)
  const [only, ...others] = references
  const successor = only === undefined ? undefined : context.byPath.get(targetPath(only) ?? "")
  const word = conventionOf(node)?.obligation.replaced_status ?? "superseded"
  // A successor that is not in force replaced nothing yet, and one of a cycle may be the older one: then the field may be wrong.
  const edge = context.successors.get(node.path)?.find((candidate) => candidate.newer === successor)
  const isClear = others.length === 0 && edge !== undefined && isReplacedBy(context, edge)
  // What was rejected or withdrawn keeps that word unless somebody decides otherwise.
  const ended = endedByItself(context, node)
  const decision = isClear && !ended ? writable(node) : undefined
  const change = decision === undefined ? undefined : replaceStatus(decision, word)
  return {
    rule: "target-without-superseded-status",
    locator: node.path,
    what: `it names what superseded it, and its status is "${asLine(node.status?.raw ?? "")}"`,
    action: isClear && !ended ? `Set the status to ${word}.` : `Set the status to ${word}, or take the field back.`,
    evidence: [...evidenceAt(node, node.status?.line), ...evidenceAt(node, only?.line)],
    ...(isClear ? { route: "direct-fix" } : {}),
    ...(successor === undefined ? {} : { relations: [{ from: successor.path, to: node.path, kind: "supersedes" }] }),
    ...(change === undefined ? {} : { changes: [{ path: node.path, text: node.text, changes: [change] }] }),
  }
}

function invalidStatus(context: IntegrityContext, node: DecisionNode): Candidate {
  const correction = context.invalid.get(node.path)?.correction
  const decision = correction === undefined ? undefined : writable(node)
  const change = decision === undefined || correction === undefined ? undefined : writeStatus(decision, correction)
  return {
    rule: "invalid-status",
    locator: node.path,
    subject: asLine(node.status?.normal ?? ""),
    what: `the status "${asLine(node.status?.normal ?? "")}" is none of this convention's`,
    action: correction === undefined ? "Use one of the statuses of the convention." : `Correct it to ${correction}.`,
    evidence: evidenceAt(node, node.status?.line),
    ...(correction === undefined ? {} : { route: "direct-fix" }),
    ...(change === undefined ? {} : { changes: [{ path: node.path, text: node.text, changes: [change] }] }),
  }
}
