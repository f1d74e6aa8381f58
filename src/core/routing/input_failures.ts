import { fieldOf, isGiven, quoted } from "../foreign/foreign_value.ts"
import { isUnrecognized, type RoutingFacts } from "./routing_facts.ts"

/** Something about the input that lets nothing be decided. */
export interface InputFailure<Facts> {
  readonly when: (facts: Facts) => boolean
  readonly reason: (facts: Facts) => string
}

/** Says which field holds a word that is none of its list. */
export function unrecognizedReason(field: string): (facts: { readonly input: unknown }) => string {
  return ({ input }) => `"${field}" is ${quoted(fieldOf(input, field))}, which is none of its words.`
}

/** The automatic intent runs durably; a bounded mode contradicts it. */
export const boundedAutoIntent: InputFailure<RoutingFacts> = {
  when: ({ intent, mode }) => intent.word === "auto_continue_current" && mode.word === "bounded_handoff",
  reason: () => 'The intent "auto_continue_current" runs durably and cannot have the mode "bounded_handoff".',
}

/** Whether readiness and assignment play a part: only on the way to an issue's intake. */
function acceptsIssueFacts({ stateGiven, state, intent, target }: RoutingFacts): boolean {
  return stateGiven
    ? state !== null && state.target.kind === "issue" && state.target.linkedPr === null &&
      state.ownership === "copilot"
    : intent.word === "start_on_issue" && target?.kind === "issue"
}

/** What is wrong with an input whatever its intent is: the first row that holds. */
export const inputFailures: readonly InputFailure<RoutingFacts>[] = [
  { when: ({ mode }) => isUnrecognized(mode), reason: unrecognizedReason("mode") },
  { when: ({ targetPreference }) => isUnrecognized(targetPreference), reason: unrecognizedReason("targetPreference") },
  {
    when: ({ input }) => isGiven(fieldOf(input, "watch")) && typeof fieldOf(input, "watch") !== "boolean",
    reason: ({ input }) => `"watch" is ${quoted(fieldOf(input, "watch"))}, not true or false.`,
  },
  {
    when: (facts) => acceptsIssueFacts(facts) && isUnrecognized(facts.issueReadiness),
    reason: unrecognizedReason("issueReadiness"),
  },
  {
    when: (facts) => acceptsIssueFacts(facts) && isUnrecognized(facts.issueAssignmentState),
    reason: unrecognizedReason("issueAssignmentState"),
  },
  {
    when: ({ checkpoint }) => isUnrecognized(checkpoint),
    reason: unrecognizedReason("retrospectiveCheckpointState"),
  },
  { when: ({ intent }) => intent.word === undefined, reason: unrecognizedReason("intent") },
  boundedAutoIntent,
  {
    when: ({ mode, state }) => mode.word === "durable_auto" && state === null,
    reason: () => 'The mode "durable_auto" needs a valid current state.',
  },
]
