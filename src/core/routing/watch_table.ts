import type { StateRefresh } from "../schema/routing_result.ts"
import { reconcileAction, type RoutingDecision } from "./decision_table.ts"

/** Gates that let nothing start: a watch changes nothing about them. */
const stopGates: readonly string[] = [
  "stop_blocked_or_not_authorized",
  "stop_done_terminal",
  "waiting_for_merge_authorization",
]

interface WatchRow {
  readonly condition: string
  readonly when: (decision: RoutingDecision) => boolean
  readonly refreshReason: string | null
}

/** What a watch leaves as it is: the first row that holds. Nothing else can be watched. */
const watchTable: readonly WatchRow[] = [
  {
    condition: "a wait",
    when: ({ routeKind }) => routeKind === "wait",
    refreshReason: "a watch ended, or a probe answered: what it saw is not the whole state",
  },
  {
    condition: "something that starts nothing",
    when: ({ routeKind, selectedGate }) =>
      routeKind === "needs_reconcile" || routeKind === "stop" || stopGates.includes(selectedGate),
    refreshReason: null,
  },
]

/** A decision under a watch, and the refresh that it asks for. */
export interface Watched {
  readonly decision: RoutingDecision
  readonly stateRefresh: StateRefresh | null
}

/** What a watch makes of a decision. */
export function watchedDecision(decision: RoutingDecision): Watched {
  const row = watchTable.find(({ when }) => when(decision))
  if (row !== undefined) return { decision, stateRefresh: watchRefresh(row.refreshReason) }
  const failed: RoutingDecision = {
    ...decision,
    selectedGate: "fail_closed_reconcile",
    routeKind: "needs_reconcile",
    selectedStrategy: null,
    waitSemantics: "default",
    waitTimeoutPolicy: null,
    issueAssignmentSeam: "not_applicable",
    nextAction: reconcileAction,
    reason: "A watch was asked for and the state is none that waits.",
  }
  return { decision: failed, stateRefresh: watchRefresh("the state is none that a watch can wait for") }
}

function watchRefresh(refreshReason: string | null): StateRefresh | null {
  return refreshReason === null ? null : { boundaryKind: "post_watch_or_probe", refreshRequired: true, refreshReason }
}
