import type { DecisionNode } from "../../core/decision/decision_node.ts"
import type { Finding } from "../../core/schema/finding.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"
import { evidenceAt } from "../decision_integrity/candidate.ts"
import { type Enhancement, enhancementOf, isBefore, type Milestone, newestRelease } from "./milestones.ts"
import type { RuleOutcome } from "./rule_outcome.ts"

/** What is wrong with the way of an enhancement, or why it is fine. */
type Judgement =
  | { readonly what: string; readonly why: string; readonly lines: readonly number[] }
  | Pick<Finding, "severity" | "what" | "proposed_action"> & { readonly key: string; readonly lines: readonly number[] }

/** Enhancements whose status does not go together with their stage, or whose release came without them. */
export function stages(pass: string, decisions: readonly DecisionNode[]): RuleOutcome {
  const findings: Finding[] = []
  const near_misses: NearMiss[] = []
  const enhancements = decisions.flatMap((node) => enhancementOf(node) ?? [])
  for (const family of Map.groupBy(enhancements, ({ node }) => node.family).values()) {
    const newest = newestRelease(family)
    for (const enhancement of family) {
      const { node } = enhancement
      const judgement = judge(enhancement, newest)
      if (judgement === undefined) continue
      const evidence = [node.status?.line, ...judgement.lines].flatMap((line) => evidenceAt(node, line))
      if ("why" in judgement) {
        near_misses.push({ locator: node.path, what: judgement.what, why: judgement.why, evidence })
      } else {
        const { lines: _, ...told } = judgement
        findings.push({ pass, locator: node.path, verdict: "DRIFTED", route: "proposal", evidence, ...told })
      }
    }
  }
  return {
    scanned: enhancements.filter(({ stage }) => stage !== undefined).map(({ node }) => node.path),
    findings,
    near_misses,
  }
}

function judge({ node, stage, milestones }: Enhancement, newest: Milestone | undefined): Judgement | undefined {
  const status = node.status?.normal
  if (status === "implemented") {
    return stage === undefined || !/^(?:pre-)?(?:alpha|beta)$/u.test(stage.name) ? undefined : {
      severity: "Medium",
      what: `is implemented, and its stage is ${stage.name}`,
      proposed_action: `amendment: set the stage to stable, or the status to what ${stage.name} is`,
      key: "stage",
      lines: [stage.line],
    }
  }
  const isUnderWay = status === "implementable" || node.status?.class === "open" && status !== "deferred"
  const target = milestones.get("stable") ??
    (status === "implementable" ? undefined : milestones.get(stage?.name ?? ""))
  const isPast = target !== undefined && newest !== undefined && isBefore(target, newest)
  const lines = [...(stage === undefined ? [] : [stage.line]), ...(target === undefined ? [] : [target.line])]
  if (status === "implementable" && stage?.name === "stable") {
    if (target !== undefined && newest !== undefined && !isPast) {
      const what = `is implementable, and its stage is stable`
      return { what, why: `target: ${target.text}, in which it is to be stable, is not older than what shipped`, lines }
    }
    return {
      severity: "Low",
      what: "is implementable, and its stage is stable",
      proposed_action: "amendment: set the status to implemented, or the stage to the one that it is in",
      key: "stage",
      lines,
    }
  }
  return !isUnderWay || !isPast ? undefined : {
    severity: "Low",
    what: `is ${status}, and ${target.text}, the release that it was meant for, came without it`,
    proposed_action: "amendment: name the release that it is meant for now, or defer it",
    key: "milestone",
    lines,
  }
}
