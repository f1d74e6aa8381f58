import type { CanonicalState } from "../schema/canonical_state.ts"
import type { WaitTimeoutPolicy } from "../schema/routing_result.ts"
import type {
  ExecutionMode,
  IssueAssignmentSeam,
  IssueAssignmentState,
  IssueReadiness,
  RouteKind,
  RoutingGate,
  RoutingStrategy,
  TargetPreference,
  WaitSemantics,
} from "../schema/routing_vocabulary.ts"
import { assignmentSeam } from "./assignment_seam.ts"
import { followLinkedPr, localPhaseTarget } from "./canonical_state.ts"

/** What the decision table reads besides the state. */
export interface DecisionOptions {
  readonly executionMode: ExecutionMode
  /** Only `prefer_local` moves an issue to local work. */
  readonly targetPreference: TargetPreference | undefined
  readonly evidenceIsClean: boolean
  readonly issueReadiness: IssueReadiness | undefined
  readonly issueAssignmentState: IssueAssignmentState | undefined
  readonly uiReview: boolean
}

/** What a row of the table decides. */
export interface RoutingDecision {
  readonly selectedGate: RoutingGate
  readonly routeKind: RouteKind
  readonly selectedStrategy: RoutingStrategy | null
  readonly waitSemantics: WaitSemantics
  readonly waitTimeoutPolicy: WaitTimeoutPolicy | null
  readonly canonicalState: CanonicalState
  readonly issueAssignmentSeam: IssueAssignmentSeam
  readonly nextAction: string
  readonly reason: string
}

/** What to do when nothing may be started before the facts agree. */
export const reconcileAction =
  "Reconcile the authoritative state, then evaluate the routing again; start nothing before that."

interface DecisionRow {
  readonly condition: string
  readonly when: (state: CanonicalState, options: DecisionOptions) => boolean
  readonly gate: RoutingGate
  readonly routeKind: RouteKind
  readonly strategy: RoutingStrategy | null
  readonly nextAction: string
}

const isReady = ({ status }: CanonicalState): boolean => status === "approval_ready" || status === "merge_ready"

/** The routing of a state: the first row whose condition holds, else {@link otherwise}. */
const decisionTable: readonly DecisionRow[] = [
  {
    condition: "the work is blocked or not authorized",
    when: ({ status, authorization }) => status === "blocked" || authorization === "not_authorized",
    gate: "stop_blocked_or_not_authorized",
    routeKind: "stop",
    strategy: null,
    nextAction: "Stop: clear the block, or obtain authorization, before any start or resume.",
  },
  {
    condition: "the work is done",
    when: ({ status }) => status === "done",
    gate: "stop_done_terminal",
    routeKind: "stop",
    strategy: null,
    nextAction: "Stop: nothing is left to do on this target.",
  },
  {
    condition: "the work is ready to merge and the merge needs confirmation",
    when: ({ status, authorization }) => status === "merge_ready" && authorization === "needs_confirmation",
    gate: "waiting_for_merge_authorization",
    routeKind: "stop",
    strategy: null,
    nextAction: "Stop: ask for authorization to merge.",
  },
  {
    condition: "approval or merge is next, and no clean review of the pull request's current head is visible",
    when: (state, { evidenceIsClean }) => isReady(state) && state.target.kind === "pr" && !evidenceIsClean,
    gate: "fail_closed_reconcile",
    routeKind: "needs_reconcile",
    strategy: null,
    nextAction: reconcileAction,
  },
  {
    condition: "approval or merge is next",
    when: isReady,
    gate: "final_approval",
    routeKind: "route",
    strategy: "final_approval",
    nextAction: "Go on with the final approval.",
  },
  {
    condition: "the work waits",
    when: ({ status }) => status === "waiting",
    gate: "wait_watch",
    routeKind: "wait",
    strategy: "wait_watch",
    nextAction: "Wait and watch; read the state again when something has changed.",
  },
  {
    condition: "the target is a local branch or phase",
    when: ({ target }) => target.kind === "local_branch" || target.kind === "local_phase",
    gate: "local_implementation",
    routeKind: "route",
    strategy: "local_implementation",
    nextAction: "Go on with the local implementation.",
  },
  {
    condition: "the target is an issue and local work is preferred",
    when: ({ target }, { targetPreference }) => target.kind === "issue" && targetPreference === "prefer_local",
    gate: "local_implementation",
    routeKind: "route",
    strategy: "local_implementation",
    nextAction: "Start the local implementation of the issue.",
  },
  {
    condition: "the target is an issue",
    when: ({ target }) => target.kind === "issue",
    gate: "issue_intake",
    routeKind: "route",
    strategy: "issue_intake",
    nextAction: "Take the issue in.",
  },
  {
    condition: "a review of the pull request's user interface is asked for",
    when: (_, { uiReview }) => uiReview,
    gate: "ui_review",
    routeKind: "route",
    strategy: "ui_review",
    nextAction: "Review the user interface of the pull request.",
  },
  {
    condition: "an external human owns the pull request",
    when: ({ ownership }) => ownership === "external_human",
    gate: "external_pr_followup",
    routeKind: "route",
    strategy: "external_pr_followup",
    nextAction: "Follow up on the external pull request.",
  },
  {
    condition: "a reviewer owns the pull request or acts next",
    when: ({ ownership, nextActor }) => ownership === "reviewer" || nextActor === "reviewer",
    gate: "reviewer_fixer",
    routeKind: "route",
    strategy: "reviewer_fixer",
    nextAction: "Fix what the review found.",
  },
  {
    condition: "Copilot owns the pull request",
    when: ({ ownership }) => ownership === "copilot",
    gate: "copilot_pr_followup",
    routeKind: "route",
    strategy: "copilot_pr_followup",
    nextAction: "Follow up on Copilot's pull request.",
  },
]

const otherwise: Omit<DecisionRow, "when"> = {
  condition: "no strategy is known for a pull request of this owner",
  gate: "fail_closed_reconcile",
  routeKind: "needs_reconcile",
  strategy: null,
  nextAction: reconcileAction,
}

const hour = 3_600_000

interface WaitRow {
  readonly mode: ExecutionMode
  readonly semantics: WaitSemantics
  readonly policy: WaitTimeoutPolicy
}

/** How a wait is to be read, and how long it may last, by execution mode. */
const waitTable: readonly WaitRow[] = [
  {
    mode: "durable_auto",
    semantics: "auto_healthy_wait",
    policy: { classification: "external_healthy_wait", minimumTimeoutMs: hour / 2, defaultTimeoutMs: hour / 2 },
  },
  {
    mode: "bounded_handoff",
    semantics: "default",
    policy: { classification: "persistent_internal_wait", minimumTimeoutMs: hour, defaultTimeoutMs: hour },
  },
]

/** Decides by the table. An issue with a linked pull request is decided as that pull request. */
export function decideRouting(given: CanonicalState, options: DecisionOptions): RoutingDecision {
  const state = followLinkedPr(given)
  const row = decisionTable.find(({ when }) => when(state, options)) ?? otherwise
  const wait = row.routeKind === "wait" ? waitTable.find(({ mode }) => mode === options.executionMode) : undefined
  const seam = row.gate === "issue_intake" ? assignmentSeam(state, options) : undefined
  return {
    selectedGate: row.gate,
    routeKind: seam?.routeKind ?? row.routeKind,
    selectedStrategy: row.strategy,
    waitSemantics: wait?.semantics ?? "default",
    waitTimeoutPolicy: wait?.policy ?? null,
    canonicalState: routedState(state, row.gate),
    issueAssignmentSeam: seam?.seam ?? "not_applicable",
    nextAction: seam?.nextAction ?? row.nextAction,
    reason: `Decided because ${row.condition}.`,
  }
}

/** An issue that is implemented locally becomes a local phase. */
function routedState(state: CanonicalState, gate: RoutingGate): CanonicalState {
  return gate === "local_implementation" && state.target.kind === "issue" && state.target.issue !== null
    ? { ...state, target: localPhaseTarget(state.target.issue) }
    : state
}
