import type { ContractTrace, RoutingResult, StateRefresh } from "../schema/routing_result.ts"
import type { ContractClassification } from "../schema/routing_vocabulary.ts"

interface ClassificationRow {
  readonly when: (result: RoutingResult) => boolean
  readonly classification: ContractClassification
  readonly justification: string
}

/** What a result means for the contract: the first row that holds, else {@link otherwise}. */
const classificationTable: readonly ClassificationRow[] = [
  {
    when: ({ routeKind, selectedGate }) => routeKind === "needs_reconcile" || selectedGate === "fail_closed_reconcile",
    classification: "reconcile",
    justification: "the facts do not allow a decision, so it fails closed",
  },
  {
    when: ({ routeKind }) => routeKind === "inspect",
    classification: "inspect",
    justification: "the state is looked at and nothing is started",
  },
  {
    when: ({ routeKind }) => routeKind === "wait",
    classification: "healthy_wait",
    justification: "something else has to happen first",
  },
  {
    when: ({ canonicalState }) => canonicalState?.status === "done",
    classification: "terminal",
    justification: "the work is done",
  },
  {
    when: ({ selectedGate }) => selectedGate === "waiting_for_merge_authorization",
    classification: "authorization_gated",
    justification: "the merge waits for authorization",
  },
  {
    when: ({ selectedGate, canonicalState }) =>
      selectedGate === "stop_blocked_or_not_authorized" && canonicalState?.status === "blocked",
    classification: "blocked",
    justification: "the work is blocked",
  },
  {
    when: ({ selectedGate }) => selectedGate === "stop_blocked_or_not_authorized",
    classification: "authorization_gated",
    justification: "the work is not authorized",
  },
  {
    when: ({ routeKind }) => routeKind === "stop",
    classification: "blocked",
    justification: "the work cannot go on as it is",
  },
]

const otherwise: Omit<ClassificationRow, "when"> = {
  classification: "routed_followup",
  justification: "the state selects a strategy",
}

/** Why a result is what it is. */
export function traceOf(
  result: RoutingResult,
  watchRequested: boolean,
  stateRefresh: StateRefresh | null,
): ContractTrace {
  const { classification, justification } = classificationTable.find(({ when }) => when(result)) ?? otherwise
  const policy = result.waitTimeoutPolicy ?? null
  return {
    publicEntrypoint: "dev-loop",
    decision: {
      selectedGate: result.selectedGate,
      routeKind: result.routeKind,
      selectedStrategy: result.selectedStrategy,
      executionMode: result.executionMode,
      watchRequested,
      contractClassification: classification,
      contractJustification: justification,
    },
    waitStrategy: {
      selectedStrategy: result.selectedStrategy,
      waitSemantics: result.waitSemantics,
      waitMode: result.routeKind === "wait" ? "persistent_watch" : "not_applicable",
      timeoutPolicyClassification: policy?.classification ?? null,
      effectiveTimeoutMs: policy?.defaultTimeoutMs ?? null,
      effectivePollIntervalMs: null,
    },
    stopReason: { classification, terminal: classification === "terminal", reason: result.reason },
    stateRefresh,
  }
}
