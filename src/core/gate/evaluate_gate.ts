import { type ForeignObject, isMapping, quoted } from "../foreign/foreign_value.ts"
import type { RoutingResult } from "../schema/routing_result.ts"
import { RETROSPECTIVE_CHECKPOINT_STATE as state } from "./checkpoint_state.ts"

/** Route kinds that start nothing: they pass in every state. */
const startNothing: readonly unknown[] = ["stop", "needs_reconcile", "inspect"]
/** States that require nothing more, exactly as written: the gate folds no case. */
const discharged: readonly unknown[] = [state.NONE, state.COMPLETE, state.SKIPPED]

/** What the gate says instead of the proposal. */
interface Closing {
  readonly nextAction: string
  readonly reason: (checkpointState: unknown) => string
}

const proposalInvalid: Closing = {
  nextAction: "Reconcile the retrospective checkpoint state and evaluate the routing again before any start or resume.",
  reason: () => "The proposed routing is missing or is no object, so the retrospective gate cannot let it pass.",
}
const checkpointMissing: Closing = {
  nextAction:
    "Complete the retrospective of the last completed run, or skip it explicitly with a reason, before the next start or resume.",
  reason: () => "The retrospective checkpoint is missing: a completed run requires one and none is recorded.",
}
const checkpointUnrecognized: Closing = {
  nextAction: "Reconcile the retrospective checkpoint state before the next start or resume.",
  reason: (checkpointState) => `The retrospective checkpoint state is unrecognized: ${quoted(checkpointState)}.`,
}

/** Stands in for a proposal that is no object: what a closed gate then says. */
const noProposal: ForeignObject = {
  publicEntrypoint: "dev-loop",
  executionMode: "bounded_handoff",
  canonicalState: null,
}

interface GateRow {
  readonly condition: string
  readonly when: (checkpointState: unknown, proposal: ForeignObject) => boolean
  readonly result: "unchanged" | Closing
}

/** The gate: the first row whose condition holds. */
const gateTable: readonly GateRow[] = [
  {
    condition: "the proposed routing is no object, or an array",
    when: (_, proposal) => proposal === noProposal,
    result: proposalInvalid,
  },
  {
    condition: "routeKind is stop, needs_reconcile or inspect",
    when: (_, proposal) => startNothing.includes(proposal["routeKind"]),
    result: "unchanged",
  },
  {
    condition: "the state is none, complete or skipped",
    when: (checkpointState) => discharged.includes(checkpointState),
    result: "unchanged",
  },
  {
    condition: "the state is missing",
    when: (checkpointState) => checkpointState === state.MISSING,
    result: checkpointMissing,
  },
]

/** The input of {@link evaluateRetrospectiveGate}. */
export interface RetrospectiveGateInput<Proposal = unknown> {
  /** One of the four checkpoint states; everything else closes the gate. */
  readonly checkpointState?: unknown
  /** What the routing says. */
  readonly proposedRouting?: Proposal
}

/**
 * The retrospective gate. It gives back the proposed routing itself, or a `needs_reconcile` result: a copy whose
 * `nextAction` says how to open the gate. It answers for whatever data it gets, evaluating it again changes nothing,
 * and no findings reach it. An array is no routing. What a getter or a proxy throws is not caught: a caller that does
 * not get an answer must not start.
 *
 * @example
 * ```ts
 * import { evaluateRetrospectiveGate } from "@retro/cli/core"
 * import { deepStrictEqual, strictEqual } from "node:assert/strict"
 * const proposedRouting = { routeKind: "route", selectedGate: "copilot_pr_followup" }
 * strictEqual(evaluateRetrospectiveGate({ checkpointState: "complete", proposedRouting }), proposedRouting)
 * deepStrictEqual(evaluateRetrospectiveGate({ checkpointState: "missing", proposedRouting }), {
 *   routeKind: "needs_reconcile",
 *   selectedGate: "fail_closed_reconcile",
 *   selectedStrategy: null,
 *   waitSemantics: "default",
 *   issueAssignmentSeam: "not_applicable",
 *   nextAction: "Complete the retrospective of the last completed run, or skip it explicitly with a reason, " +
 *     "before the next start or resume.",
 *   reason: "The retrospective checkpoint is missing: a completed run requires one and none is recorded.",
 * })
 * ```
 */
export function evaluateRetrospectiveGate(input: RetrospectiveGateInput<RoutingResult>): RoutingResult
/** The same for whatever a caller has: what is no routing closes the gate. */
export function evaluateRetrospectiveGate(
  input?: RetrospectiveGateInput | null,
): ForeignObject & { readonly routeKind?: unknown }
export function evaluateRetrospectiveGate(input?: RetrospectiveGateInput | null): ForeignObject {
  const proposal = isMapping(input?.proposedRouting) ? input.proposedRouting : noProposal
  const checkpointState = input?.checkpointState
  const result = gateTable.find((row) => row.when(checkpointState, proposal))?.result ?? checkpointUnrecognized
  if (result === "unchanged") return proposal
  return closedRouting(proposal, { nextAction: result.nextAction, reason: result.reason(checkpointState) })
}

/** What a closed gate says in place of a proposal: a copy of it that starts nothing. */
export function closedRouting(
  proposedRouting: unknown,
  { nextAction, reason }: { readonly nextAction: string; readonly reason: string },
): ForeignObject {
  const proposal = isMapping(proposedRouting) ? proposedRouting : noProposal
  return {
    ...proposal,
    routeKind: "needs_reconcile",
    selectedGate: "fail_closed_reconcile",
    selectedStrategy: null,
    waitSemantics: proposal["waitSemantics"] ?? "default",
    issueAssignmentSeam: proposal["issueAssignmentSeam"] ?? "not_applicable",
    nextAction,
    reason,
  }
}
