import type { CanonicalState } from "../schema/canonical_state.ts"
import type {
  IssueAssignmentSeam,
  IssueAssignmentState,
  IssueReadiness,
  RouteKind,
} from "../schema/routing_vocabulary.ts"

/** What is known of an issue before it is taken in. */
export interface IssueFacts {
  readonly issueReadiness: IssueReadiness | undefined
  readonly issueAssignmentState: IssueAssignmentState | undefined
}

/** Where the assignment stands, and what that makes of the intake. */
export interface Assignment {
  readonly seam: IssueAssignmentSeam
  readonly routeKind: RouteKind
  readonly nextAction: string
}

interface AssignmentRow extends Assignment {
  readonly condition: string
  readonly when: (state: CanonicalState, facts: IssueFacts) => boolean
}

/** The assignment of an issue that is taken in: the first row whose condition holds, else {@link otherwise}. */
const assignmentTable: readonly AssignmentRow[] = [
  {
    condition: "the issue is not Copilot's",
    when: ({ ownership }) => ownership !== "copilot",
    seam: "not_applicable",
    routeKind: "route",
    nextAction: "Take the issue in.",
  },
  {
    condition: "the issue needs clarification",
    when: (_, { issueReadiness }) => issueReadiness === "needs_clarification",
    seam: "needs_refinement",
    routeKind: "stop",
    nextAction: "Stop: refine the issue until it is clear what is to be done.",
  },
  {
    condition: "the issue is assigned to Copilot",
    when: (_, { issueAssignmentState }) => issueAssignmentState === "assigned_to_copilot",
    seam: "assigned_to_copilot",
    routeKind: "route",
    nextAction: "The issue is assigned to Copilot: follow what comes of it.",
  },
  {
    condition: "the assignment needs confirmation",
    when: ({ authorization }) => authorization === "needs_confirmation",
    seam: "ready_needs_assignment_confirmation",
    routeKind: "route",
    nextAction: "Ask for confirmation, then assign the issue to Copilot.",
  },
]

/** Nothing stands in the way of the assignment. */
const otherwise: Assignment = {
  seam: "ready_assign_now",
  routeKind: "route",
  nextAction: "Assign the issue to Copilot.",
}

/** Where the assignment of the issue of a state stands. */
export function assignmentSeam(state: CanonicalState, facts: IssueFacts): Assignment {
  return assignmentTable.find(({ when }) => when(state, facts)) ?? otherwise
}
