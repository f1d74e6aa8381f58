import type { RoutingResult, StateRefresh } from "../schema/routing_result.ts"
import { traceOf } from "./contract_trace.ts"
import { type DecisionOptions, reconcileAction, type RoutingDecision } from "./decision_table.ts"
import type { RoutingFacts } from "./routing_facts.ts"

/** A result with the trace that describes it. */
export function traced(result: RoutingResult, watchRequested: boolean, refresh: StateRefresh | null): RoutingResult {
  return { ...result, contractTrace: traceOf(result, watchRequested, refresh) }
}

/** The options of the decision table that an input gives. */
export function optionsOf(facts: RoutingFacts): DecisionOptions {
  return {
    executionMode: facts.executionMode,
    targetPreference: facts.targetPreference.word,
    evidenceIsClean: facts.evidenceIsClean,
    issueReadiness: facts.issueReadiness.word,
    issueAssignmentState: facts.issueAssignmentState.word,
    uiReview: facts.intent.word === "review_pr_ui",
  }
}

/** Looking at a state starts nothing; the gate and strategy that it would have stay. */
export function asIntended(decision: RoutingDecision, facts: RoutingFacts, nextAction?: string): RoutingDecision {
  if (facts.intent.word === "inspect_state") {
    return { ...decision, routeKind: "inspect", nextAction: "Show the state as it is; start nothing." }
  }
  return nextAction !== undefined && decision.routeKind === "route" ? { ...decision, nextAction } : decision
}

/** The result that a decision is, without its trace. */
export function routingResult(decision: RoutingDecision, { executionMode }: RoutingFacts): RoutingResult {
  return {
    publicEntrypoint: "dev-loop",
    selectedGate: decision.selectedGate,
    routeKind: decision.routeKind,
    selectedStrategy: decision.selectedStrategy,
    executionMode,
    waitSemantics: decision.waitSemantics,
    waitTimeoutPolicy: decision.waitTimeoutPolicy,
    canonicalState: decision.canonicalState,
    issueAssignmentSeam: decision.issueAssignmentSeam,
    nextAction: decision.nextAction,
    reason: decision.reason,
  }
}

/** The result when nothing can be decided, without its trace. */
export function reconcileResult(facts: RoutingFacts, reason: string): RoutingResult {
  return {
    publicEntrypoint: "dev-loop",
    selectedGate: "fail_closed_reconcile",
    routeKind: "needs_reconcile",
    selectedStrategy: null,
    executionMode: facts.executionMode,
    waitSemantics: "default",
    waitTimeoutPolicy: null,
    canonicalState: facts.state,
    issueAssignmentSeam: "not_applicable",
    nextAction: reconcileAction,
    reason,
  }
}
