import type { Finding } from "../../core/schema/finding.ts"
import { namedBy } from "../feature/feature_chain.ts"
import { excuseUnplanned } from "../feature/unplanned.ts"
import { evidenceOf, shown } from "../outcome/evidence.ts"
import { nothing, type Said } from "../outcome/said.ts"
import type { Change } from "./change.ts"
import { plansOf } from "./creep.ts"

/**
 * Files that the change touches for steps which serve no criterion, in a plan whose other steps say which they serve. It
 * is asked where work ends with its criteria; a step that says that it serves none says so on purpose.
 */
export function goldPlating(change: Change): Said {
  if (change.stopping !== "criteria-met") return nothing
  const findings: Finding[] = []
  const plans = plansOf(change).filter(({ steps }) => steps.some(({ serves = [] }) => serves.length > 0))
  const named = plans.flatMap((plan) => plan.steps.map((step) => ({ plan, step, names: namedBy(step) })))
  for (const file of named.length === 0 ? [] : change.files) {
    const naming = named.filter(({ names }) => names(file.path) || file.from !== undefined && names(file.from))
    const [first] = naming
    if (first === undefined || naming.some(({ step }) => step.serves !== undefined)) continue
    if (excuseUnplanned({ path: file.path, steps: first.plan.steps }) !== undefined) continue
    const { plan, step } = first
    findings.push({
      pass: "change-fit",
      locator: file.path,
      verdict: "EXTRA",
      severity: "Low",
      what: `changed for step ${step.number} of the plan ${shown(plan.slug)}, which serves no criterion`,
      route: "none",
      proposed_action: "say in the step which criterion it serves, or move it to a change of its own",
      evidence: [
        ...evidenceOf(file, [...file.added].slice(0, 20)).slice(0, 1),
        ...evidenceOf(plan.document, [step.line]),
      ],
      key: shown(`unserved:${plan.slug}`),
    })
  }
  return { findings, near_misses: [] }
}
