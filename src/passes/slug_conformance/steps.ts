import type { Corpus } from "../../core/corpus/corpus.ts"
import { matchesGlobs } from "../../core/corpus/path_globs.ts"
import { parseMarkdown } from "../../core/markdown/parse_markdown.ts"
import type { Finding } from "../../core/schema/finding.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"
import { evidenceOf, shown } from "../outcome/evidence.ts"
import type { FeatureFile } from "../feature/feature_chain.ts"
import { type PlanStep, planSteps } from "../feature/plan_step.ts"
import type { Said } from "../outcome/said.ts"
import type { Chain, WorkDone } from "./conformance_facts.ts"

const pass = "slug-conformance"

/** What became of the files of a step. */
export interface StepState {
  readonly step: PlanStep
  readonly touched: readonly string[]
  readonly untouched: readonly string[]
  /** Touched, and gone since. */
  readonly gone: readonly string[]
}

/** What became of each step, by what was changed since the plan was made. */
export function stepStates(corpus: Corpus, { steps }: Chain, work: WorkDone): readonly StepState[] {
  const changed = changedPaths(work)
  return steps.map((step) => {
    const isTouched = (file: string): boolean => [...changed].some(matchesGlobs([file]))
    const isThere = (file: string): boolean =>
      corpus.paths.lookup(file.replace(/\/$/u, "")) !== undefined || corpus.paths.files.some(matchesGlobs([file]))
    const touched = step.files.filter(isTouched)
    return {
      step,
      touched,
      untouched: step.files.filter((file) => !isTouched(file)),
      gone: touched.filter((file) => !isThere(file)),
    }
  })
}

/** Every path that was changed, under both its names when it was renamed. */
function changedPaths({ commits, touched }: WorkDone): ReadonlySet<string> {
  return new Set([
    ...commits.flatMap(({ paths }) => paths),
    ...touched.flatMap(({ path, from }) => [path, from ?? path]),
  ])
}

interface Outcome {
  readonly verdict: "DROPPED" | "PARTIAL" | "CHANGED"
  readonly severity: "Medium" | "Low"
  readonly what: string
  readonly proposed_action: string
}

/** Which steps landed, landed in part or otherwise than planned, or were dropped. */
export function judgeSteps(plan: FeatureFile, states: readonly StepState[], work: WorkDone): Said {
  const before = work.first_plan === undefined ? undefined : planSteps(parseMarkdown(plan.path, work.first_plan))
  const findings: Finding[] = []
  const nearMisses: NearMiss[] = []
  for (const state of states) {
    const { step } = state
    const evidence = evidenceOf(plan.document, [step.line, ...(step.files.length === 0 ? [] : [step.files_line])])
    const outcome = outcomeOf(state, before?.find(({ number }) => number === step.number), before !== undefined)
    if (outcome === undefined) {
      nearMisses.push({
        locator: plan.path,
        what: `step ${step.number}: ${shown(step.goal)}`,
        why: step.files.length === 0
          ? "not judged: it names no files"
          : "landed: each file that it names was changed since the plan was made",
        evidence,
      })
      continue
    }
    findings.push({ pass, locator: plan.path, route: "proposal", evidence, key: `step:${step.number}`, ...outcome })
  }
  return { findings, near_misses: nearMisses }
}

function outcomeOf(
  { step, touched, untouched, gone }: StepState,
  before: PlanStep | undefined,
  isKnown: boolean,
): Outcome | undefined {
  const name = `step ${step.number} (${shown(step.goal)})`
  const changed = isKnown ? changeOf(step, before) : undefined
  if (gone.length > 0) {
    return {
      verdict: "CHANGED",
      severity: "Medium",
      what: `${name} landed otherwise: ${gone.map(shown).join(", ")} is there no more`,
      proposed_action: `say in step ${step.number} what came of ${gone.map(shown).join(", ")}`,
    }
  }
  if (changed !== undefined) {
    return {
      verdict: "CHANGED",
      severity: "Low",
      what: `${name} ${changed} since the plan was made`,
      proposed_action: `make a new version of the plan, or say in it why step ${step.number} changed`,
    }
  }
  if (step.files.length === 0 || untouched.length === 0) return undefined
  if (touched.length === 0) {
    return {
      verdict: "DROPPED",
      severity: "Medium",
      what: `${name} was dropped: nothing that it names was changed since the plan was made`,
      proposed_action: `do step ${step.number}, or take it out in a new version of the plan`,
    }
  }
  return {
    verdict: "PARTIAL",
    severity: "Low",
    what: `${name} landed in part: ${untouched.map(shown).join(", ")} was not changed`,
    proposed_action: `finish step ${step.number}, or say why ${untouched.map(shown).join(", ")} needed nothing`,
  }
}

/** How a step differs from what was planned; `undefined`: it does not. */
function changeOf(step: PlanStep, before: PlanStep | undefined): string | undefined {
  if (before === undefined) return "was added"
  if (step.goal !== before.goal) return "has another goal"
  if (step.files.join("\n") !== before.files.join("\n")) return "names other files"
  if (step.verification !== before.verification) return "is checked otherwise"
  return (step.serves ?? []).join() === (before.serves ?? []).join() ? undefined : "serves other criteria"
}
