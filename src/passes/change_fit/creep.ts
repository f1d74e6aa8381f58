import type { Finding } from "../../core/schema/finding.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"
import { evidenceOf, shown } from "../outcome/evidence.ts"
import { type ActivePlan, activePlans, featureFiles } from "../feature/feature_chain.ts"
import { excuseUnplanned, isPlanned } from "../feature/unplanned.ts"
import { nothing, type Said } from "../outcome/said.ts"
import type { Change } from "./change.ts"

/**
 * The active plans that a change works on: those that name a file of it. A plan that it does not touch says nothing
 * about it.
 */
export function plansOf({ after, changes }: Pick<Change, "after" | "changes">): readonly ActivePlan[] {
  return activePlans(featureFiles(after)).filter(({ steps }) => {
    const planned = isPlanned(steps)
    return changes.some(({ path, from }) => planned(path) || from !== undefined && planned(from))
  })
}

/** Files that the change touches and that no step of its plans names. */
export function creep(change: Change): Said {
  const plans = plansOf(change)
  const [plan] = plans
  if (plan === undefined) return nothing
  const steps = plans.flatMap((one) => one.steps)
  const planned = isPlanned(steps)
  const findings: Finding[] = []
  const nearMisses: NearMiss[] = []
  const slugs = [...new Set(plans.map(({ slug }) => slug))].join(", ")
  for (const file of change.files) {
    if (planned(file.path) || file.from !== undefined && planned(file.from)) continue
    const what = `changed, and no step of the plan ${shown(slugs)} names it`
    const evidence = evidenceOf(file, [...file.added].slice(0, 20)).slice(0, 1)
    const why = excuseUnplanned({ path: file.path, steps })
    if (why !== undefined) {
      nearMisses.push({ locator: file.path, what, why })
      continue
    }
    findings.push({
      pass: "change-fit",
      locator: file.path,
      verdict: "EXTRA",
      severity: "Low",
      what,
      route: "none",
      proposed_action: `name it in a step of ${shown(plan.path)}, or move it to a change of its own`,
      evidence: [...evidence, ...evidenceOf(plan.document, plan.steps.slice(0, 1).map(({ line }) => line))],
      key: shown(`unplanned:${slugs}`),
    })
  }
  return { findings, near_misses: nearMisses }
}
