/** What the user or the loop wants to do. */
export type RoutingIntent =
  | "start_on_issue"
  | "continue_on_pr"
  | "start_issue_locally"
  | "start_issue_locally_then_continue"
  | "continue_current"
  | "auto_continue_current"
  | "inspect_state"
  | "review_pr_ui"
/** Every {@link RoutingIntent}. */
export const routingIntents: readonly RoutingIntent[] = [
  "start_on_issue",
  "continue_on_pr",
  "start_issue_locally",
  "start_issue_locally_then_continue",
  "continue_current",
  "auto_continue_current",
  "inspect_state",
  "review_pr_ui",
]

/** What a loop works on. */
export type TargetKind = "issue" | "pr" | "local_branch" | "local_phase"
/** Every {@link TargetKind}. */
export const targetKinds: readonly TargetKind[] = ["issue", "pr", "local_branch", "local_phase"]

/** Who owns the work, or acts next. */
export type RoutingActor = "local" | "copilot" | "external_human" | "reviewer" | "maintainer" | "user"
/** Every {@link RoutingActor}. */
export const routingActors: readonly RoutingActor[] = [
  "local",
  "copilot",
  "external_human",
  "reviewer",
  "maintainer",
  "user",
]

/** Where the work stands. `retrospective_gate_pending` is what old states say: it is routed like `active`. */
export type WorkStatus =
  | "active"
  | "waiting"
  | "blocked"
  | "approval_ready"
  | "merge_ready"
  | "done"
  | "retrospective_gate_pending"
/** Every {@link WorkStatus}. */
export const workStatuses: readonly WorkStatus[] = [
  "active",
  "waiting",
  "blocked",
  "approval_ready",
  "merge_ready",
  "done",
  "retrospective_gate_pending",
]

/** Whether the next step is allowed. */
export type Authorization = "authorized" | "needs_confirmation" | "not_authorized"
/** Every {@link Authorization}. */
export const authorizations: readonly Authorization[] = ["authorized", "needs_confirmation", "not_authorized"]

/** What the caller is to do with a routing result. */
export type RouteKind = "route" | "wait" | "stop" | "inspect" | "needs_reconcile"
/** Every {@link RouteKind}. */
export const routeKinds: readonly RouteKind[] = ["route", "wait", "stop", "inspect", "needs_reconcile"]

/** How the work goes on. */
export type RoutingStrategy =
  | "local_implementation"
  | "issue_intake"
  | "copilot_pr_followup"
  | "external_pr_followup"
  | "reviewer_fixer"
  | "wait_watch"
  | "final_approval"
  | "ui_review"
/** Every {@link RoutingStrategy}. */
export const routingStrategies: readonly RoutingStrategy[] = [
  "local_implementation",
  "issue_intake",
  "copilot_pr_followup",
  "external_pr_followup",
  "reviewer_fixer",
  "wait_watch",
  "final_approval",
  "ui_review",
]

/** The gate that decided: that of a strategy, or one that lets nothing start. */
export type RoutingGate =
  | RoutingStrategy
  | "stop_blocked_or_not_authorized"
  | "stop_done_terminal"
  | "waiting_for_merge_authorization"
  | "fail_closed_reconcile"
/** Every {@link RoutingGate}. */
export const routingGates: readonly RoutingGate[] = [
  ...routingStrategies,
  "stop_blocked_or_not_authorized",
  "stop_done_terminal",
  "waiting_for_merge_authorization",
  "fail_closed_reconcile",
]

/** One bounded step, or a run that goes on by itself. */
export type ExecutionMode = "bounded_handoff" | "durable_auto"
/** Every {@link ExecutionMode}. */
export const executionModes: readonly ExecutionMode[] = ["bounded_handoff", "durable_auto"]

/** How a wait is to be read. */
export type WaitSemantics = "default" | "auto_healthy_wait"
/** Every {@link WaitSemantics}. */
export const waitSemanticsWords: readonly WaitSemantics[] = ["default", "auto_healthy_wait"]

/** Which timeout a wait has. */
export type WaitTimeoutClassification = "persistent_internal_wait" | "external_healthy_wait"
/** Every {@link WaitTimeoutClassification}. */
export const waitTimeoutClassifications: readonly WaitTimeoutClassification[] = [
  "persistent_internal_wait",
  "external_healthy_wait",
]

/** Where the assignment of an issue stands. */
export type IssueAssignmentSeam =
  | "needs_refinement"
  | "ready_needs_assignment_confirmation"
  | "ready_assign_now"
  | "assigned_to_copilot"
  | "not_applicable"
/** Every {@link IssueAssignmentSeam}. */
export const issueAssignmentSeams: readonly IssueAssignmentSeam[] = [
  "needs_refinement",
  "ready_needs_assignment_confirmation",
  "ready_assign_now",
  "assigned_to_copilot",
  "not_applicable",
]

/** Whether an issue is clear enough. */
export type IssueReadiness = "ready" | "needs_clarification" | "not_applicable"
/** Every {@link IssueReadiness}. */
export const issueReadinessWords: readonly IssueReadiness[] = ["ready", "needs_clarification", "not_applicable"]

/** Whether an issue is assigned. */
export type IssueAssignmentState = "unassigned" | "assigned_to_copilot" | "not_applicable"
/** Every {@link IssueAssignmentState}. */
export const issueAssignmentStates: readonly IssueAssignmentState[] = [
  "unassigned",
  "assigned_to_copilot",
  "not_applicable",
]

/** Whether an issue's pull request is known. */
export type IssueLinkageResolution = "resolved_linked_pr" | "resolved_no_open_pr" | "not_applicable"
/** Every {@link IssueLinkageResolution}. */
export const issueLinkageResolutions: readonly IssueLinkageResolution[] = [
  "resolved_linked_pr",
  "resolved_no_open_pr",
  "not_applicable",
]

/** What became of the pull request. */
export type ArtifactState = "open" | "closed" | "merged" | "not_applicable"
/** Every {@link ArtifactState}. */
export const artifactStates: readonly ArtifactState[] = ["open", "closed", "merged", "not_applicable"]

/** Where work on an issue happens when both are possible. */
export type TargetPreference = "prefer_github_first" | "prefer_local"
/** Every {@link TargetPreference}. */
export const targetPreferences: readonly TargetPreference[] = ["prefer_github_first", "prefer_local"]

/** What a decision means for the loop's contract. */
export type ContractClassification =
  | "routed_followup"
  | "healthy_wait"
  | "terminal"
  | "blocked"
  | "authorization_gated"
  | "reconcile"
  | "inspect"
/** Every {@link ContractClassification}. */
export const contractClassifications: readonly ContractClassification[] = [
  "routed_followup",
  "healthy_wait",
  "terminal",
  "blocked",
  "authorization_gated",
  "reconcile",
  "inspect",
]
