import type { AcceptanceCriterion } from "../schema/handoff_envelope.ts"
import type { RoutingStrategy } from "../schema/routing_vocabulary.ts"

/** What an envelope of a strategy says when nothing else is set. */
export interface StrategyContract {
  readonly strategy: RoutingStrategy
  /** The gates that the work can be at; the first is the default. */
  readonly gates: readonly string[]
  readonly stopRules: readonly string[]
  readonly criteria: readonly AcceptanceCriterion[]
}

const reads: AcceptanceCriterion = {
  id: "required-reads",
  must: "Read every required document before acting.",
  severity: "required",
}
const checks: AcceptanceCriterion = {
  id: "checks-pass",
  must: "The repository's own checks pass on the result.",
  severity: "required",
}
const scope: AcceptanceCriterion = {
  id: "in-scope",
  must: "Change nothing that the target does not ask for.",
  severity: "recommended",
}
const threads: AcceptanceCriterion = {
  id: "threads-answered",
  must: "Every review thread is fixed or answered.",
  severity: "required",
}
const report: AcceptanceCriterion = {
  id: "state-reported",
  must: "Report the state that was seen, and change nothing.",
  severity: "required",
}

/** The contract of each strategy. */
export const strategyContracts: readonly StrategyContract[] = [
  { strategy: "local_implementation", gates: ["default"], stopRules: [], criteria: [reads, checks, scope] },
  { strategy: "issue_intake", gates: ["default"], stopRules: ["merge"], criteria: [reads, scope] },
  {
    strategy: "copilot_pr_followup",
    gates: ["draft", "watch", "pre-approval"],
    stopRules: ["draft-pr", "merge"],
    criteria: [reads, threads, checks, scope],
  },
  { strategy: "external_pr_followup", gates: ["default"], stopRules: ["merge"], criteria: [reads, threads, scope] },
  { strategy: "reviewer_fixer", gates: ["default"], stopRules: ["merge"], criteria: [reads, threads, checks, scope] },
  { strategy: "wait_watch", gates: ["default"], stopRules: ["merge"], criteria: [report] },
  { strategy: "final_approval", gates: ["default"], stopRules: ["merge"], criteria: [reads, checks, report] },
  { strategy: "ui_review", gates: ["default"], stopRules: ["merge"], criteria: [reads, report] },
]

/** The contract when nothing may be started: only reconciling is asked for. */
export const reconcileContract: Omit<StrategyContract, "strategy"> = {
  gates: ["default"],
  stopRules: ["reconcile"],
  criteria: [{
    id: "reconciled",
    must: "What the next action names is reconciled before anything is started.",
    severity: "required",
  }],
}
