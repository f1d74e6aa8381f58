import * as Result from "effect/Result"
import type { Finding, Severity } from "../../core/schema/finding.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"
import { evidenceOf, shown } from "../outcome/evidence.ts"
import { criteriaOf, type Criterion } from "../feature/criteria.ts"
import type { FeatureFile } from "../feature/feature_chain.ts"
import { nothing, type Said } from "../outcome/said.ts"
import type { Chain } from "./conformance_facts.ts"
import type { StepState } from "./steps.ts"

const pass = "slug-conformance"

/** What is known of how criteria are met. */
export interface Proof {
  /** What became of the steps, or why nobody knows it. */
  readonly states: Result.Result<readonly StepState[], string>
  /** By number or command of the criterion. */
  readonly results: ReadonlyMap<string, string>
}

interface Judgement {
  readonly verdict: "MET" | "MISSING" | "PARTIAL" | "UNPROVEN"
  readonly severity: Severity
  readonly why: string
}

/** Each criterion of the spec: is it met, in part, not at all, or does nothing prove it. */
export function judgeCriteria(chain: Chain, spec: FeatureFile, proof: Proof): Said {
  const findings: Finding[] = []
  const nearMisses: NearMiss[] = []
  for (const criterion of chain.criteria) {
    const { verdict, severity, why } = judge(chain, criterion, proof)
    const evidence = evidenceOf(spec.document, [criterion.line])
    const what = `criterion ${criterion.number}, "${shown(criterion.text)}": ${why}`
    if (verdict === "MET") {
      nearMisses.push({
        locator: spec.path,
        what: `criterion ${criterion.number}, "${shown(criterion.text)}"`,
        why: `met: ${why}`,
        evidence,
      })
      continue
    }
    const isOpen = verdict !== "UNPROVEN"
    findings.push({
      pass,
      locator: spec.path,
      verdict,
      severity,
      what,
      route: isOpen ? "proposal" : "none",
      proposed_action: isOpen
        ? `finish what serves criterion ${criterion.number}, or take it out in a new version of the spec`
        : `run what shows that criterion ${criterion.number} is met`,
      evidence,
      key: `criterion:${criterion.number}`,
    })
  }
  return { findings, near_misses: nearMisses }
}

function judge(chain: Chain, criterion: Criterion, { states, results }: Proof): Judgement {
  const result = resultOf(criterion, results)
  if (result?.passed === false) {
    return { verdict: "PARTIAL", severity: "Medium", why: `its check ${shown(result.check)} does not pass` }
  }
  const served = servingSteps(chain, criterion)
  if (chain.plan === undefined && chain.retired) {
    return { verdict: "UNPROVEN", severity: "Low", why: "the feature is archived, and its plan with it" }
  }
  if (chain.steps.length > 0 && chain.steps.every(({ serves }) => serves === undefined)) {
    return { verdict: "UNPROVEN", severity: "Low", why: "no step of the plan says which criteria it serves" }
  }
  if (served.length === 0) {
    const why = chain.plan === undefined ? "there is no plan for it" : `no step of ${shown(chain.plan.path)} serves it`
    return { verdict: "MISSING", severity: "High", why }
  }
  if (Result.isFailure(states)) {
    const why = `nobody knows what was done since the plan was made (${states.failure})`
    return { verdict: "UNPROVEN", severity: "Low", why }
  }
  const own = states.success.filter(({ step }) => served.includes(step.number))
  const list = served.map(String).join(", ")
  const steps = served.length === 1 ? `step ${list} names` : `steps ${list} name`
  const touched = own.flatMap((state) => state.touched).length
  const untouched = own.flatMap((state) => state.untouched)
  if (touched === 0 && untouched.length > 0) {
    return {
      verdict: "MISSING",
      severity: "Medium",
      why: `nothing that ${steps} was changed since the plan was made`,
    }
  }
  if (untouched.length > 0) {
    return {
      verdict: "PARTIAL",
      severity: "Low",
      why: `of what ${steps}, ${untouched.map(shown).join(", ")} was not changed`,
    }
  }
  if (result?.passed === true) {
    return { verdict: "MET", severity: "Low", why: `its check ${shown(result.check)} passes` }
  }
  return {
    verdict: "UNPROVEN",
    severity: "Low",
    why: `what ${steps} was changed, and nothing shows that it is met`,
  }
}

/** The numbers of the steps that serve a criterion: they count by the version of the spec that the plan was made for. */
function servingSteps({ steps, pinned, criteria }: Chain, criterion: Criterion): readonly number[] {
  const then = pinned === undefined ? criteria : criteriaOf(pinned.document)
  const numbers = then.filter(({ text }) => text === criterion.text).map(({ number }) => number)
  return steps.filter(({ serves }) => serves?.some((number) => numbers.includes(number)) === true).map(({ number }) =>
    number
  )
}

/** What a result file says of a criterion that names a command. */
function resultOf(
  { number, text }: Criterion,
  results: ReadonlyMap<string, string>,
): { readonly check: string; readonly passed: boolean } | undefined {
  const commands = [...text.matchAll(/`([^`]+)`/gu)].map(([, command = ""]) => command)
  const [first] = commands
  if (first === undefined) return undefined
  const check = commands.find((command) => results.has(command)) ?? first
  const result = results.get(check) ?? results.get(String(number))
  return result === "pass" || result === "fail" ? { check: `\`${check}\``, passed: result === "pass" } : undefined
}

/** Steps that serve a criterion which the spec does not have. */
export function unknownCriteria({ steps, plan, spec, pinned, criteria }: Chain): readonly Finding[] {
  if (plan === undefined || spec === undefined) return []
  const last = pinned === undefined ? criteria.length : criteriaOf(pinned.document).length
  return steps.flatMap((step): readonly Finding[] => {
    const wrong = (step.serves ?? []).filter((number) => number < 1 || number > last)
    if (wrong.length === 0) return []
    return [{
      pass,
      locator: plan.path,
      verdict: "STALE",
      severity: "Medium",
      what: `step ${step.number} serves ${wrong.length === 1 ? "criterion" : "criteria"} ${wrong.join(", ")}, and ${
        shown((pinned ?? spec).path)
      } has none of that number`,
      route: "proposal",
      proposed_action: `say in step ${step.number} which criteria it serves`,
      evidence: evidenceOf(plan.document, [step.serves_line]),
      key: `serves:${step.number}`,
    }]
  })
}

/** A plan that was made for an older version of the spec than the current one. */
export function stalePin({ plan, spec, pin }: Chain): Said {
  if (plan === undefined || spec === undefined || pin === undefined) return nothing
  const evidence = evidenceOf(plan.document, [pin.line])
  if (pin.version === undefined) {
    const why = `not understood: write the spec's path, or ${shown(spec.slug)}@v${spec.version ?? 1}`
    const what = `made for "${shown(pin.raw)}", which is no version of ${shown(spec.slug)}`
    return { ...nothing, near_misses: [{ locator: plan.path, what, why, evidence }] }
  }
  if (pin.version >= (spec.version ?? 0)) return nothing
  const finding: Finding = {
    pass,
    locator: plan.path,
    verdict: "STALE",
    severity: "High",
    what: `the plan is made for version ${pin.version} of the spec, and ${shown(spec.path)} is the current one`,
    route: "proposal",
    proposed_action: `make a new version of the plan for ${shown(spec.path)}`,
    evidence,
    key: "pin",
    relations: [{ from: plan.path, to: spec.path, kind: "should follow" }],
  }
  return { ...nothing, findings: [finding] }
}
