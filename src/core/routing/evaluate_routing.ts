import { fieldOf } from "../foreign/foreign_value.ts"
import { evaluateRetrospectiveGate } from "../gate/evaluate_gate.ts"
import type { RoutingInput } from "../schema/routing_input.ts"
import type { RoutingResult } from "../schema/routing_result.ts"
import { decideRouting } from "./decision_table.ts"
import { inputFailures } from "./input_failures.ts"
import { intentRules } from "./intent_rules.ts"
import { readRoutingFacts } from "./routing_facts.ts"
import { asIntended, optionsOf, reconcileResult, routingResult, traced } from "./routing_result.ts"
import { watchedDecision } from "./watch_table.ts"

/**
 * Decides what a dev loop does next. Any input gets an answer: what is missing, unknown or contradictory is answered
 * with `needs_reconcile`. Where `retrospectiveCheckpointState` is passed, the retrospective gate applies; pass it only
 * where the retrospective is enforced. The preference is `prefer_github_first` unless another is passed.
 *
 * @example
 * ```ts
 * import { evaluatePublicDevLoopRouting } from "@retro/cli/core"
 * import { strictEqual } from "node:assert/strict"
 * const input = { intent: "start_on_issue", target: { kind: "issue", issue: 64 } }
 * strictEqual(evaluatePublicDevLoopRouting(input).selectedGate, "issue_intake")
 * const gated = evaluatePublicDevLoopRouting({ ...input, retrospectiveCheckpointState: "missing" })
 * strictEqual(gated.routeKind, "needs_reconcile")
 * ```
 */
export function evaluatePublicDevLoopRouting(input: RoutingInput): RoutingResult
/** The same for whatever a caller has: what is no input is answered with `needs_reconcile`. */
export function evaluatePublicDevLoopRouting(input?: unknown): RoutingResult
export function evaluatePublicDevLoopRouting(input?: unknown): RoutingResult {
  const facts = readRoutingFacts(input)
  const watchRequested = fieldOf(input, "watch") === true
  const rule = intentRules.find(({ intent }) => intent === facts.intent.word)
  const failure = [...inputFailures, ...rule?.failures ?? []].find(({ when }) => when(facts))
  const state = facts.state ?? rule?.stateWithout(facts) ?? null
  if (failure !== undefined || state === null) {
    const reason = failure?.reason(facts) ?? "There is no state to decide on."
    return traced(reconcileResult(facts, reason), watchRequested, null)
  }
  const decided = asIntended(decideRouting(state, optionsOf(facts)), facts, rule?.nextAction)
  const watched = watchRequested ? watchedDecision(decided) : { decision: decided, stateRefresh: null }
  const proposedRouting = routingResult(watched.decision, facts)
  const effective = facts.checkpoint.given
    ? evaluateRetrospectiveGate({ checkpointState: facts.checkpoint.word, proposedRouting })
    : proposedRouting
  return traced(effective, watchRequested, watched.stateRefresh)
}
