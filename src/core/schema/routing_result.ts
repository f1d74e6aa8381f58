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
  readonly classification: WaitTimeoutClassification
  readonly minimumTimeoutMs: number
  readonly defaultTimeoutMs: number
}

/** At which boundary facts must be read again, and what is known there. */
export interface StateRefresh {
  readonly boundaryKind: "post_watch_or_probe" | "startup_resume_refresh" | "authoritative_status_refresh"
  readonly refreshRequired: true
  readonly refreshReason: string
  readonly loopState?: string | null
  readonly artifactState?: string | null
  readonly issueLinkageResolution?: string | null
}

/** Why a decision is what it is, for whoever has to check it. */
export interface ContractTrace {
  readonly publicEntrypoint: "dev-loop"
  readonly decision: {
    readonly selectedGate: RoutingGate
    readonly routeKind: RouteKind
    readonly selectedStrategy: RoutingStrategy | null
    readonly executionMode: ExecutionMode
    readonly watchRequested: boolean
    readonly contractClassification: ContractClassification
    readonly contractJustification: string
  }
  readonly waitStrategy: {
    readonly selectedStrategy: RoutingStrategy | null
    readonly waitSemantics: WaitSemantics
    readonly waitMode: "persistent_watch" | "not_applicable"
    readonly timeoutPolicyClassification: WaitTimeoutClassification | null
    readonly effectiveTimeoutMs: number | null
    readonly effectivePollIntervalMs: null
  }
  readonly stopReason: {
    readonly classification: ContractClassification
    readonly terminal: boolean
    readonly reason: string
  }
  readonly stateRefresh: StateRefresh | null
}

/** What a dev loop does next. `needs_reconcile` and `stop` mean: start nothing. */
export interface RoutingResult {
  readonly publicEntrypoint: "dev-loop"
  readonly selectedGate: RoutingGate
  readonly routeKind: RouteKind
  readonly selectedStrategy: RoutingStrategy | null
  readonly executionMode: ExecutionMode
  readonly waitSemantics: WaitSemantics
  readonly waitTimeoutPolicy?: WaitTimeoutPolicy | null
  readonly canonicalState: CanonicalState | null
  readonly issueAssignmentSeam: IssueAssignmentSeam
  readonly nextAction: string
  readonly reason: string
  readonly contractTrace?: ContractTrace
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

/** {@link RoutingResult} as a schema. */
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
