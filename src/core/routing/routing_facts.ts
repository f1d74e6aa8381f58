import { fieldOf, isGiven, wordIn } from "../foreign/foreign_value.ts"
import { normalizeRetrospectiveCheckpointState, type RetrospectiveCheckpointState } from "../gate/checkpoint_state.ts"
import type { CanonicalState, CanonicalTarget } from "../schema/canonical_state.ts"
import {
  type ExecutionMode,
  executionModes,
  type IssueAssignmentState,
  issueAssignmentStates,
  type IssueReadiness,
  issueReadinessWords,
  type RoutingIntent,
  routingIntents,
  type TargetPreference,
  targetPreferences,
} from "../schema/routing_vocabulary.ts"
import { normalizeCanonicalState, normalizeTarget } from "./canonical_state.ts"

/** An input of a list of words: whether it was passed, and which word it is if it is one of them. */
export interface GivenWord<Word> {
  readonly given: boolean
  readonly word: Word | undefined
}

/** The field as one of the words, whatever its case and outer white space. */
export function givenWord<Word extends string>(
  words: readonly Word[],
  input: unknown,
  field: string,
): GivenWord<Word> {
  const value = fieldOf(input, field)
  return { given: isGiven(value), word: wordIn(words, value) }
}

/** Whether a word was passed that is none of the list. */
export function isUnrecognized({ given, word }: GivenWord<unknown>): boolean {
  return given && word === undefined
}

/** A routing input, read once. */
export interface RoutingFacts {
  readonly input: unknown
  readonly intent: GivenWord<RoutingIntent>
  readonly mode: GivenWord<ExecutionMode>
  /** `durable_auto` for the automatic intent, else the mode that was passed, else `bounded_handoff`. */
  readonly executionMode: ExecutionMode
  readonly targetPreference: GivenWord<TargetPreference>
  readonly issueReadiness: GivenWord<IssueReadiness>
  readonly issueAssignmentState: GivenWord<IssueAssignmentState>
  readonly checkpoint: GivenWord<RetrospectiveCheckpointState>
  readonly target: CanonicalTarget | null
  readonly stateGiven: boolean
  readonly state: CanonicalState | null
  readonly evidenceIsClean: boolean
}

/** Reads a routing input, whatever it is. */
export function readRoutingFacts(input: unknown): RoutingFacts {
  const intent = givenWord(routingIntents, input, "intent")
  const mode = givenWord(executionModes, input, "mode")
  const checkpoint = fieldOf(input, "retrospectiveCheckpointState")
  const state = fieldOf(input, "currentState")
  return {
    input,
    intent,
    mode,
    executionMode: intent.word === "auto_continue_current" ? "durable_auto" : mode.word ?? "bounded_handoff",
    targetPreference: givenWord(targetPreferences, input, "targetPreference"),
    issueReadiness: givenWord(issueReadinessWords, input, "issueReadiness"),
    issueAssignmentState: givenWord(issueAssignmentStates, input, "issueAssignmentState"),
    checkpoint: {
      given: isGiven(checkpoint),
      word: normalizeRetrospectiveCheckpointState(checkpoint) ?? undefined,
    },
    target: normalizeTarget(fieldOf(input, "target")),
    stateGiven: isGiven(state),
    state: normalizeCanonicalState(state),
    evidenceIsClean: isCleanEvidence(fieldOf(input, "gateReviewEvidence")),
  }
}

/** Whether the review before approval is visible, clean, and of the current head. */
function isCleanEvidence(evidence: unknown): boolean {
  const gate = fieldOf(evidence, "preApprovalGate")
  const [current, reviewed] = [fieldOf(evidence, "currentHeadSha"), fieldOf(gate, "headSha")].map(shaOf)
  return fieldOf(gate, "visible") === true && wordIn(["clean"], fieldOf(gate, "verdict")) !== undefined &&
    current !== "" && current === reviewed
}

function shaOf(value: unknown): string {
  return typeof value === "string" ? value.trim().toLowerCase() : ""
}
