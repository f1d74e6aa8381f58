import type { CanonicalState } from "../schema/canonical_state.ts"
import type { RoutingIntent } from "../schema/routing_vocabulary.ts"
import { hasPullRequest, intakeState, localPhaseState } from "./canonical_state.ts"
import type { InputFailure } from "./input_failures.ts"
import type { RoutingFacts } from "./routing_facts.ts"

/** What an intent needs, what contradicts it, and the state that it is decided on. */
export interface IntentRule {
  readonly intent: RoutingIntent
  /** The first that holds fails closed. */
  readonly failures: readonly InputFailure<RoutingFacts>[]
  /** The state when none was passed. */
  readonly stateWithout: (facts: RoutingFacts) => CanonicalState | null
  /** What to do instead of what the decision says, once something is routed. */
  readonly nextAction?: string
}

const none = (): null => null
const ofIssue = (make: (issue: number) => CanonicalState): IntentRule["stateWithout"] => ({ target }) =>
  typeof target?.issue === "number" ? make(target.issue) : null

const noState: InputFailure<RoutingFacts> = {
  when: ({ state }) => state === null,
  reason: () => "A valid current state is needed and none was passed.",
}
const invalidState: InputFailure<RoutingFacts> = {
  when: ({ stateGiven, state }) => stateGiven && state === null,
  reason: () => "The current state that was passed is not valid.",
}
const noIssueTarget: InputFailure<RoutingFacts> = {
  when: ({ target }) => target?.kind !== "issue",
  reason: () => "The intent needs an issue as its target.",
}
const otherIssue: InputFailure<RoutingFacts> = {
  when: ({ target, state }) => state !== null && state.target.issue !== target?.issue,
  reason: () => "The current state is not that of the target issue.",
}
const notThisLocalPhase: InputFailure<RoutingFacts> = {
  when: ({ target, state }) =>
    state !== null && (state.target.kind !== "local_phase" || state.target.issue !== target?.issue),
  reason: () => "The current state is not local work on the target issue.",
}
const localPreferredOverPullRequest: InputFailure<RoutingFacts> = {
  when: ({ targetPreference, state }) =>
    targetPreference.word === "prefer_local" && state !== null && hasPullRequest(state),
  reason: () => 'The work is in a pull request, which contradicts "prefer_local".',
}
const noPullRequest: InputFailure<RoutingFacts> = {
  when: ({ target, state }) => target?.kind !== "pr" || state?.target.kind !== "pr",
  reason: () => "The intent needs a pull request as its target, and its current state.",
}
const otherPullRequest: InputFailure<RoutingFacts> = {
  when: ({ target, state }) => target?.pr !== state?.target.pr,
  reason: () => "The current state is not that of the target pull request.",
}

/** The rules of each intent. */
export const intentRules: readonly IntentRule[] = [
  { intent: "inspect_state", failures: [noState], stateWithout: none },
  {
    intent: "start_on_issue",
    failures: [noIssueTarget, invalidState, otherIssue, localPreferredOverPullRequest],
    stateWithout: (facts) =>
      ofIssue(facts.targetPreference.word === "prefer_local" ? localPhaseState : intakeState)(facts),
  },
  {
    intent: "start_issue_locally",
    failures: [noIssueTarget, invalidState, notThisLocalPhase],
    stateWithout: ofIssue(localPhaseState),
  },
  {
    intent: "start_issue_locally_then_continue",
    failures: [noIssueTarget, invalidState, notThisLocalPhase],
    stateWithout: ofIssue(localPhaseState),
    nextAction: "Start the local implementation of the issue, and go on with what follows from it.",
  },
  {
    intent: "continue_on_pr",
    failures: [noPullRequest, otherPullRequest, localPreferredOverPullRequest],
    stateWithout: none,
  },
  { intent: "continue_current", failures: [noState, localPreferredOverPullRequest], stateWithout: none },
  { intent: "auto_continue_current", failures: [noState], stateWithout: none },
  { intent: "review_pr_ui", failures: [noPullRequest, otherPullRequest], stateWithout: none },
]
