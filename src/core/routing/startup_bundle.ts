import { evaluateRetrospectiveGate } from "../gate/evaluate_gate.ts"
import type { CanonicalState } from "../schema/canonical_state.ts"
import type { RoutingInput } from "../schema/routing_input.ts"
import type { ContractTrace, RoutingResult, StateRefresh, WaitTimeoutPolicy } from "../schema/routing_result.ts"
import type {
  ArtifactState,
  ExecutionMode,
  IssueAssignmentSeam,
  IssueLinkageResolution,
  RouteKind,
  RoutingGate,
  RoutingStrategy,
  TargetKind,
  WaitSemantics,
} from "../schema/routing_vocabulary.ts"
import { type CanonicalAsyncRun, isReliableRun } from "./async_run.ts"
import { bundleChecks, everything, type KnownFact } from "./bundle_checks.ts"
import { type BundleFacts, readBundleFacts } from "./bundle_facts.ts"
import { traceOf } from "./contract_trace.ts"
import { reconcileAction } from "./decision_table.ts"
import { asIntended, reconcileResult, routingResult } from "./routing_result.ts"

/** What a start or resume works on. */
export interface ActiveArtifact {
  /** Which of the fields below name it. */
  readonly kind: TargetKind
  /** The issue, from 1: of the kinds `issue` and `local_phase`. */
  readonly issue: number | null
  /** The pull request, from 1: of the kind `pr`. */
  readonly pr: number | null
  /** Of the kind `local_branch`. */
  readonly branch: string | null
  /** Of the kind `local_phase`: a word for a stretch of local work, as `issue-64`. */
  readonly phase: string | null
}

/** All that a start or resume needs to know. */
export interface StartupResumeBundle {
  /** Whether everything agrees. */
  readonly bundleKind: "resolved" | "needs_reconcile"
  /** What is worked on; `null` without a valid state. */
  readonly activeArtifact: ActiveArtifact | null
  /** What became of the pull request. */
  readonly artifactState: ArtifactState | null
  /** Whether the issue's pull request is known. */
  readonly issueLinkageResolution: IssueLinkageResolution | null
  /** The state that was decided on; `null` when there was no valid one. */
  readonly canonicalState: CanonicalState | null
  /** `unknown` when the bundle is not resolved; the trace says what is known. */
  readonly loopState: string
  /** Whether to start, wait, stop, look or reconcile. */
  readonly routeKind: RouteKind
  /** The gate that decided. */
  readonly selectedGate: RoutingGate
  /** How the work goes on; `null` when nothing is to be started. */
  readonly selectedStrategy: RoutingStrategy | null
  /** One bounded step, or a run that goes on by itself. */
  readonly executionMode: ExecutionMode
  /** How a wait is to be read. */
  readonly waitSemantics: WaitSemantics
  /** How long a wait may last; `null` when nothing waits. */
  readonly waitTimeoutPolicy: WaitTimeoutPolicy | null
  /** Only of a durable loop. */
  readonly asyncRun: CanonicalAsyncRun | null
  /** Only of a resolved bundle. */
  readonly issueAssignmentSeam?: IssueAssignmentSeam
  /** What to do next, for a person or an agent. */
  readonly nextAction: string
  /** Why, as a sentence. */
  readonly reason: string
  /** Why the decision is what it is. */
  readonly contractTrace: ContractTrace
}

/**
 * Resolves what a start or resume needs, and gates it where `retrospectiveCheckpointState` is passed. Any input gets
 * an answer; what does not agree is a bundle of kind `needs_reconcile` whose trace keeps what is known.
 *
 * @example
 * ```ts
 * import { resolveAuthoritativeStartupResumeBundle } from "@retro/cli/core"
 * import { deepStrictEqual } from "node:assert/strict"
 * const input = {
 *   intent: "start_issue_locally",
 *   issue: 7,
 *   artifactState: "not_applicable",
 *   loopState: "implementation_pending",
 * }
 * const states = [undefined, "complete", "missing"]
 * const kinds = states.map((retrospectiveCheckpointState) =>
 *   resolveAuthoritativeStartupResumeBundle({ ...input, retrospectiveCheckpointState }).bundleKind
 * )
 * deepStrictEqual(kinds, ["resolved", "resolved", "needs_reconcile"])
 * ```
 */
export function resolveAuthoritativeStartupResumeBundle(input: RoutingInput): StartupResumeBundle
/** The same for whatever a caller has: what is no input is not resolved. */
export function resolveAuthoritativeStartupResumeBundle(input?: unknown): StartupResumeBundle
export function resolveAuthoritativeStartupResumeBundle(input?: unknown): StartupResumeBundle {
  const facts = readBundleFacts(input)
  const failed = bundleChecks.find(({ when }) => when(facts))
  const { decision } = facts
  if (failed !== undefined || decision === null) {
    const reason = failed?.reason(facts) ?? "There is no state to decide on."
    return bundleOf("needs_reconcile", unresolved(facts, reason), facts, failed?.knows ?? [])
  }
  const proposedRouting = routingResult(asIntended(decision, facts), facts)
  const effective = facts.checkpoint.given
    ? evaluateRetrospectiveGate({ checkpointState: facts.checkpoint.word, proposedRouting })
    : proposedRouting
  if (effective.routeKind === "needs_reconcile") {
    const closed = { ...unresolved(facts, effective.reason), nextAction: effective.nextAction }
    return bundleOf("needs_reconcile", closed, facts, everything)
  }
  if (facts.executionMode === "durable_auto" && !isReliableRun(facts.asyncRun)) {
    const reason = "A durable loop needs a visible managed run that can be inspected."
    return bundleOf("needs_reconcile", unresolved(facts, reason), facts, everything)
  }
  return bundleOf("resolved", effective, facts, everything)
}

function unresolved(facts: BundleFacts, reason: string): RoutingResult {
  return {
    ...reconcileResult(facts, reason),
    canonicalState: facts.decision?.canonicalState ?? facts.start,
    nextAction: reconcileAction,
  }
}

function bundleOf(
  bundleKind: StartupResumeBundle["bundleKind"],
  result: RoutingResult,
  facts: BundleFacts,
  knows: readonly KnownFact[],
): StartupResumeBundle {
  const resolved = bundleKind === "resolved"
  const known = knownFacts(facts, knows)
  const refresh: StateRefresh = {
    boundaryKind: "startup_resume_refresh",
    refreshRequired: true,
    refreshReason: resolved ? "a start or resume reads the state again" : result.reason,
    ...known.loopState === null ? {} : { loopState: known.loopState },
    ...known.artifactState === null ? {} : { artifactState: known.artifactState },
    ...known.issueLinkageResolution === null ? {} : { issueLinkageResolution: known.issueLinkageResolution },
  }
  return {
    bundleKind,
    activeArtifact: artifactOf(result.canonicalState),
    artifactState: known.artifactState,
    issueLinkageResolution: known.issueLinkageResolution,
    canonicalState: result.canonicalState,
    loopState: resolved ? known.loopState ?? "unknown" : "unknown",
    routeKind: result.routeKind,
    selectedGate: result.selectedGate,
    selectedStrategy: result.selectedStrategy,
    executionMode: result.executionMode,
    waitSemantics: result.waitSemantics,
    waitTimeoutPolicy: result.waitTimeoutPolicy ?? null,
    asyncRun: known.asyncRun,
    ...resolved ? { issueAssignmentSeam: result.issueAssignmentSeam } : {},
    nextAction: result.nextAction,
    reason: result.reason,
    contractTrace: traceOf(result, false, refresh),
  }
}

interface KnownFacts {
  readonly loopState: string | null
  readonly artifactState: ArtifactState | null
  readonly issueLinkageResolution: IssueLinkageResolution | null
  readonly asyncRun: CanonicalAsyncRun | null
}

function knownFacts(facts: BundleFacts, knows: readonly KnownFact[]): KnownFacts {
  const linkage = facts.linkage.word ?? (facts.start?.target.kind === "issue" ? null : "not_applicable")
  const durable = facts.executionMode === "durable_auto"
  return {
    loopState: knows.includes("loopState") ? facts.loopState ?? null : null,
    artifactState: knows.includes("artifactState") ? facts.artifactState.word ?? null : null,
    issueLinkageResolution: knows.includes("issueLinkageResolution") ? linkage : null,
    asyncRun: durable && knows.includes("asyncRun") ? facts.asyncRun : null,
  }
}

function artifactOf(state: CanonicalState | null): ActiveArtifact | null {
  if (state === null) return null
  const { kind, issue, pr, branch, phase } = state.target
  return { kind, issue, pr, branch, phase }
}
