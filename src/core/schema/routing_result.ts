import * as Schema from "effect/Schema"
import { CanonicalState } from "./canonical_state.ts"
import { unknownFields } from "./finding.ts"
import {
  type ContractClassification,
  contractClassifications,
  type ExecutionMode,
  executionModes,
  type IssueAssignmentSeam,
  issueAssignmentSeams,
  type RouteKind,
  routeKinds,
  type RoutingGate,
  routingGates,
  routingStrategies,
  type RoutingStrategy,
  type WaitSemantics,
  waitSemanticsWords,
  type WaitTimeoutClassification,
  waitTimeoutClassifications,
} from "./routing_vocabulary.ts"

/** How long a wait may last, in milliseconds. */
export interface WaitTimeoutPolicy {
  /** Which timeout it is. */
  readonly classification: WaitTimeoutClassification
  /** At least this long, in milliseconds. */
  readonly minimumTimeoutMs: number
  /** This long when nothing else is said, in milliseconds. */
  readonly defaultTimeoutMs: number
}

/** At which boundary facts must be read again, and what is known there. */
export interface StateRefresh {
  /** Which boundary it is. */
  readonly boundaryKind: "post_watch_or_probe" | "startup_resume_refresh" | "authoritative_status_refresh"
  /** Facts are always read again at a boundary. */
  readonly refreshRequired: true
  /** Why, as a sentence. */
  readonly refreshReason: string
  /** The loop's own word for where it stands. */
  readonly loopState?: string | null
  /** What became of the pull request. */
  readonly artifactState?: string | null
  /** Whether the issue's pull request is known. */
  readonly issueLinkageResolution?: string | null
}

/** Why a decision is what it is, for whoever has to check it. */
export interface ContractTrace {
  /** The entry point that the contract is about. */
  readonly publicEntrypoint: "dev-loop"
  /** What was decided, and what that means for the contract. */
  readonly decision: {
    readonly selectedGate: RoutingGate
    readonly routeKind: RouteKind
    readonly selectedStrategy: RoutingStrategy | null
    readonly executionMode: ExecutionMode
    readonly watchRequested: boolean
    readonly contractClassification: ContractClassification
    readonly contractJustification: string
  }
  /** How a wait is done. */
  readonly waitStrategy: {
    readonly selectedStrategy: RoutingStrategy | null
    readonly waitSemantics: WaitSemantics
    readonly waitMode: "persistent_watch" | "not_applicable"
    readonly timeoutPolicyClassification: WaitTimeoutClassification | null
    readonly effectiveTimeoutMs: number | null
    readonly effectivePollIntervalMs: null
  }
  /** Why it stops here, and whether for good. */
  readonly stopReason: {
    readonly classification: ContractClassification
    readonly terminal: boolean
    readonly reason: string
  }
  /** What must be read again; `null` when nothing. */
  readonly stateRefresh: StateRefresh | null
}

/** What a dev loop does next. `needs_reconcile` and `stop` mean: start nothing. */
export interface RoutingResult {
  /** The entry point that the contract is about. */
  readonly publicEntrypoint: "dev-loop"
  /** The gate that decided. */
  readonly selectedGate: RoutingGate
  /** Whether to start, wait, stop, look or reconcile. */
  readonly routeKind: RouteKind
  /** How the work goes on; `null` when nothing is to be started. */
  readonly selectedStrategy: RoutingStrategy | null
  /** One bounded step, or a run that goes on by itself. */
  readonly executionMode: ExecutionMode
  /** How a wait is to be read. */
  readonly waitSemantics: WaitSemantics
  /** How long a wait may last; `null` when nothing waits. */
  readonly waitTimeoutPolicy?: WaitTimeoutPolicy | null
  /** The state that was decided on; `null` when there was no valid one. */
  readonly canonicalState: CanonicalState | null
  /** Where the assignment of the issue stands. */
  readonly issueAssignmentSeam: IssueAssignmentSeam
  /** What to do next, for a person or an agent. */
  readonly nextAction: string
  /** Why, as a sentence. */
  readonly reason: string
  /** Why the decision is what it is. */
  readonly contractTrace?: ContractTrace
  /** Whatever else there is: it is kept. */
  readonly [field: string]: unknown
}

const strategy = Schema.NullOr(Schema.Literals(routingStrategies))
const known = Schema.optionalKey(Schema.NullOr(Schema.String))

const contractTrace: Schema.Codec<ContractTrace> = Schema.Struct({
  publicEntrypoint: Schema.Literal("dev-loop"),
  decision: Schema.Struct({
    selectedGate: Schema.Literals(routingGates),
    routeKind: Schema.Literals(routeKinds),
    selectedStrategy: strategy,
    executionMode: Schema.Literals(executionModes),
    watchRequested: Schema.Boolean,
    contractClassification: Schema.Literals(contractClassifications),
    contractJustification: Schema.String,
  }),
  waitStrategy: Schema.Struct({
    selectedStrategy: strategy,
    waitSemantics: Schema.Literals(waitSemanticsWords),
    waitMode: Schema.Literals(["persistent_watch", "not_applicable"]),
    timeoutPolicyClassification: Schema.NullOr(Schema.Literals(waitTimeoutClassifications)),
    effectiveTimeoutMs: Schema.NullOr(Schema.Natural),
    effectivePollIntervalMs: Schema.Null,
  }),
  stopReason: Schema.Struct({
    classification: Schema.Literals(contractClassifications),
    terminal: Schema.Boolean,
    reason: Schema.String,
  }),
  stateRefresh: Schema.NullOr(Schema.Struct({
    boundaryKind: Schema.Literals(["post_watch_or_probe", "startup_resume_refresh", "authoritative_status_refresh"]),
    refreshRequired: Schema.Literal(true),
    refreshReason: Schema.String,
    loopState: known,
    artifactState: known,
    issueLinkageResolution: known,
  })),
})

/**
 * {@link RoutingResult} as a schema. Unknown fields are kept. What the retrospective gate is asked about may say less
 * than this.
 *
 * @example
 * ```ts
 * import { evaluatePublicDevLoopRouting, RoutingResult } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual, strictEqual } from "node:assert/strict"
 * const result = evaluatePublicDevLoopRouting({ intent: "start_on_issue", target: { kind: "issue", issue: 64 } })
 * deepStrictEqual(Schema.decodeUnknownSync(RoutingResult)(JSON.parse(JSON.stringify(result))), result)
 * strictEqual(Schema.is(RoutingResult)({ publicEntrypoint: "dev-loop", routeKind: "route" }), false)
 * ```
 */
export const RoutingResult: Schema.Codec<RoutingResult> = Schema.StructWithRest(
  Schema.Struct({
    publicEntrypoint: Schema.Literal("dev-loop"),
    selectedGate: Schema.Literals(routingGates),
    routeKind: Schema.Literals(routeKinds),
    selectedStrategy: strategy,
    executionMode: Schema.Literals(executionModes),
    waitSemantics: Schema.Literals(waitSemanticsWords),
    waitTimeoutPolicy: Schema.optionalKey(Schema.NullOr(Schema.Struct({
      classification: Schema.Literals(waitTimeoutClassifications),
      minimumTimeoutMs: Schema.Natural,
      defaultTimeoutMs: Schema.Natural,
    }))),
    canonicalState: Schema.NullOr(CanonicalState),
    issueAssignmentSeam: Schema.Literals(issueAssignmentSeams),
    nextAction: Schema.String,
    reason: Schema.String,
    contractTrace: Schema.optionalKey(contractTrace),
  }),
  unknownFields,
).annotate({ identifier: "RoutingResult", description: "What a dev loop does next" })
