import { fieldOf, isGiven, positiveInteger, textOf, wordIn } from "../foreign/foreign_value.ts"
import type { CanonicalState } from "../schema/canonical_state.ts"
import {
  type ArtifactState,
  artifactStates,
  type IssueLinkageResolution,
  issueLinkageResolutions,
  type RoutingIntent,
} from "../schema/routing_vocabulary.ts"
import { type CanonicalAsyncRun, normalizeAsyncRun } from "./async_run.ts"
import { followLinkedPr, intakeState, localPhaseState } from "./canonical_state.ts"
import { decideRouting, type RoutingDecision } from "./decision_table.ts"
import { type GivenWord, givenWord, readRoutingFacts, type RoutingFacts } from "./routing_facts.ts"
import { optionsOf } from "./routing_result.ts"

/** What a start or resume is resolved on. */
export interface BundleFacts extends RoutingFacts {
  /** The state that was passed, or the one that intent and issue number mean. */
  readonly start: CanonicalState | null
  /** As it was passed. */
  readonly loopState: string | undefined
  readonly specialLoopState: SpecialLoopState | undefined
  readonly artifactState: GivenWord<ArtifactState>
  readonly linkage: GivenWord<IssueLinkageResolution>
  readonly asyncRunGiven: boolean
  readonly asyncRun: CanonicalAsyncRun | null
  /** What the state is routed to; `null` without a state. */
  readonly decision: RoutingDecision | null
}

/** The loop states that mean something to the resolution. All others are the loop's own. */
export type SpecialLoopState = "linked_pr_ready_for_followup" | "prior_linked_pr_closed_unmerged"

const specialLoopStates: readonly SpecialLoopState[] = [
  "linked_pr_ready_for_followup",
  "prior_linked_pr_closed_unmerged",
]

interface ShorthandRow {
  readonly intent: RoutingIntent
  readonly state: (issue: number) => CanonicalState
}

/** What an intent and the number of an issue mean when no state was passed. */
const shorthandTable: readonly ShorthandRow[] = [
  { intent: "start_issue_locally", state: localPhaseState },
  { intent: "start_issue_locally_then_continue", state: localPhaseState },
  { intent: "start_on_issue", state: intakeState },
]

/** Reads the input of a start or resume, whatever it is. */
export function readBundleFacts(input: unknown): BundleFacts {
  const facts = readRoutingFacts(input)
  const loopState = textOf(fieldOf(input, "loopState"))
  const specialLoopState = wordIn(specialLoopStates, loopState)
  const linkage = givenWord(issueLinkageResolutions, input, "issueLinkageResolution")
  const start = facts.stateGiven ? facts.state : shorthandState(facts)
  const routed = start === null ? null : followedUp(start, specialLoopState, linkage.word)
  return {
    ...facts,
    start,
    loopState: loopState?.toLowerCase() === "unknown" ? undefined : loopState,
    specialLoopState,
    artifactState: givenWord(artifactStates, input, "artifactState"),
    linkage,
    asyncRunGiven: isGiven(fieldOf(input, "asyncRun")),
    asyncRun: normalizeAsyncRun(fieldOf(input, "asyncRun")),
    decision: routed === null ? null : decideRouting(routed, optionsOf(facts)),
  }
}

function shorthandState({ input, intent }: RoutingFacts): CanonicalState | null {
  const issue = positiveInteger(fieldOf(input, "issue"))
  const row = shorthandTable.find((shorthand) => shorthand.intent === intent.word)
  return issue === undefined ? null : row?.state(issue) ?? null
}

/** Whether a state is Copilot's issue with a pull request that was found. */
export function isFollowupIssue(state: CanonicalState, linkage: IssueLinkageResolution | undefined): boolean {
  return state.target.kind === "issue" && state.ownership === "copilot" && state.target.linkedPr !== null &&
    linkage === "resolved_linked_pr"
}

function followedUp(
  state: CanonicalState,
  loopState: SpecialLoopState | undefined,
  linkage: IssueLinkageResolution | undefined,
): CanonicalState {
  return loopState === "linked_pr_ready_for_followup" && isFollowupIssue(state, linkage)
    ? { ...followLinkedPr(state), status: "active" }
    : state
}
