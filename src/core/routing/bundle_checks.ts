import type { CanonicalState } from "../schema/canonical_state.ts"
import type { ArtifactState } from "../schema/routing_vocabulary.ts"
import { type BundleFacts, isFollowupIssue } from "./bundle_facts.ts"
import { boundedAutoIntent, type InputFailure, unrecognizedReason } from "./input_failures.ts"
import { isUnrecognized } from "./routing_facts.ts"

/** Which facts a bundle keeps when it cannot be resolved: those that were known when the check failed. */
export type KnownFact = "loopState" | "artifactState" | "issueLinkageResolution" | "asyncRun"

/** A check of a start or resume. */
export interface BundleCheck extends InputFailure<BundleFacts> {
  readonly knows: readonly KnownFact[]
}

const nothing: readonly KnownFact[] = []
const linkageAndLoop: readonly KnownFact[] = ["issueLinkageResolution", "loopState", "asyncRun"]
const linkageAndArtifact: readonly KnownFact[] = ["issueLinkageResolution", "artifactState", "asyncRun"]
/** Everything is known. */
export const everything: readonly KnownFact[] = ["issueLinkageResolution", "artifactState", "loopState", "asyncRun"]

const isIssue = (state: CanonicalState | null): boolean => state?.target.kind === "issue"

/** What the artifact of a routed state must be. */
const artifactTable: readonly {
  readonly when: (state: CanonicalState) => boolean
  readonly accepts: readonly ArtifactState[]
}[] = [
  { when: ({ target }) => target.kind !== "pr", accepts: ["not_applicable"] },
  { when: ({ status }) => status === "done", accepts: ["closed", "merged"] },
  { when: () => true, accepts: ["open"] },
]

function artifactFits(state: CanonicalState, artifactState: ArtifactState): boolean {
  return artifactTable.find(({ when }) => when(state))?.accepts.includes(artifactState) ?? false
}

/** What a start or resume needs: the first check that fails decides. */
export const bundleChecks: readonly BundleCheck[] = [
  {
    when: ({ start }) => start === null,
    reason: () => "Neither a valid current state was passed, nor an intent with the number of an issue to start on.",
    knows: nothing,
  },
  { when: ({ intent }) => isUnrecognized(intent), reason: unrecognizedReason("intent"), knows: nothing },
  { when: ({ mode }) => isUnrecognized(mode), reason: unrecognizedReason("mode"), knows: nothing },
  { ...boundedAutoIntent, knows: nothing },
  {
    when: ({ targetPreference }) => isUnrecognized(targetPreference),
    reason: unrecognizedReason("targetPreference"),
    knows: nothing,
  },
  {
    when: ({ asyncRunGiven, asyncRun }) => asyncRunGiven && asyncRun === null,
    reason: () => '"asyncRun" is no registration of a managed run: it needs a kind and a runId.',
    knows: nothing,
  },
  {
    when: ({ linkage }) => isUnrecognized(linkage),
    reason: unrecognizedReason("issueLinkageResolution"),
    knows: nothing,
  },
  {
    when: ({ issueReadiness }) => isUnrecognized(issueReadiness),
    reason: unrecognizedReason("issueReadiness"),
    knows: nothing,
  },
  {
    when: ({ issueAssignmentState }) => isUnrecognized(issueAssignmentState),
    reason: unrecognizedReason("issueAssignmentState"),
    knows: nothing,
  },
  {
    when: ({ checkpoint }) => isUnrecognized(checkpoint),
    reason: unrecognizedReason("retrospectiveCheckpointState"),
    knows: nothing,
  },
  {
    when: ({ loopState }) => loopState === undefined,
    reason: () => "The state of the loop is not known.",
    knows: linkageAndArtifact,
  },
  {
    when: ({ specialLoopState }) => specialLoopState === "prior_linked_pr_closed_unmerged",
    reason: () => "The issue's former pull request was closed without a merge.",
    knows: everything,
  },
  {
    when: ({ specialLoopState, start, linkage }) =>
      specialLoopState === "linked_pr_ready_for_followup" && start !== null && start.target.kind !== "pr" &&
      !isFollowupIssue(start, linkage.word),
    reason: () => "The loop follows up on a linked pull request, and the state is no Copilot issue that has one.",
    knows: everything,
  },
  {
    when: ({ start, linkage }) =>
      isIssue(start) && linkage.word !== "resolved_linked_pr" && linkage.word !== "resolved_no_open_pr",
    reason: () => "Whether the issue has an open pull request is not resolved.",
    knows: linkageAndLoop,
  },
  {
    when: ({ start, linkage }) =>
      isIssue(start)
        ? (linkage.word === "resolved_linked_pr") !== (start?.target.linkedPr !== null)
        : linkage.given && linkage.word !== "not_applicable",
    reason: () => "What is said of the issue's pull request contradicts the state.",
    knows: linkageAndLoop,
  },
  {
    when: ({ start, linkage, issueReadiness, issueAssignmentState }) =>
      isIssue(start) && start?.ownership === "copilot" && linkage.word === "resolved_no_open_pr" &&
      !(issueReadiness.given && issueAssignmentState.given),
    reason: () => "A Copilot issue without a pull request needs its readiness and its assignment.",
    knows: linkageAndLoop,
  },
  {
    when: ({ decision }) => decision?.routeKind === "needs_reconcile",
    reason: ({ decision }) => decision?.reason ?? "",
    knows: everything,
  },
  {
    when: ({ artifactState }) => artifactState.word === undefined,
    reason: () => "What became of the artifact is not known.",
    knows: linkageAndLoop,
  },
  {
    when: ({ artifactState, decision }) =>
      artifactState.word !== undefined && decision !== null &&
      !artifactFits(decision.canonicalState, artifactState.word),
    reason: ({ artifactState }) => `The artifact is ${artifactState.word}, which contradicts the state.`,
    knows: everything,
  },
]
