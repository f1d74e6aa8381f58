import * as Schema from "effect/Schema"
import type { RetrospectiveCheckpointState } from "../gate/checkpoint_state.ts"
import { canonicalFacts } from "./canonical_state.ts"
import { unknownFields } from "./finding.ts"
import {
  type ArtifactState,
  artifactStates,
  type Authorization,
  type ExecutionMode,
  executionModes,
  type IssueAssignmentState,
  issueAssignmentStates,
  type IssueLinkageResolution,
  issueLinkageResolutions,
  type IssueReadiness,
  issueReadinessWords,
  type RoutingActor,
  type RoutingIntent,
  routingIntents,
  type TargetKind,
  targetKinds,
  type TargetPreference,
  targetPreferences,
  type WorkStatus,
} from "./routing_vocabulary.ts"

/** A target as a caller names it; what is absent is `null`. */
export interface RoutingTarget {
  /** Which of the fields below name it. */
  readonly kind: TargetKind
  /** The issue, from 1: of the kinds `issue` and `local_phase`. */
  readonly issue?: number | null
  /** The pull request, from 1: of the kind `pr`. */
  readonly pr?: number | null
  /** The pull request that an issue has led to, from 1. */
  readonly linkedPr?: number | null
  /** Of the kind `local_branch`. */
  readonly branch?: string | null
  /** Of the kind `local_phase`: a word for a stretch of local work, as `issue-64`. */
  readonly phase?: string | null
}

/** Where the loop stands, as a caller says it. */
export interface RoutingState {
  /** What is worked on. */
  readonly target: RoutingTarget
  /** Who owns the work. */
  readonly ownership: RoutingActor
  /** Who acts next. */
  readonly nextActor: RoutingActor
  /** Where the work stands. */
  readonly status: WorkStatus
  /** Whether the next step is allowed. */
  readonly authorization: Authorization
}

/** What proves that the review before approval saw the current head. */
export interface GateReviewEvidence {
  /** The current head of the pull request. */
  readonly currentHeadSha: string
  /** The review before approval: seen, of which head, with which verdict. */
  readonly preApprovalGate: {
    readonly visible: boolean
    readonly headSha: string
    readonly verdict: "clean" | "findings_present" | "blocked"
  }
}

/** A run that goes on in the background. */
export interface AsyncRun {
  /** The only kind that is known. */
  readonly kind: "pi_managed_run"
  /** The run, as the host names it. */
  readonly runId: string
  /** Whether the run can be seen. */
  readonly visible: boolean
  /** `hidden`, `stale` and `uninspectable` runs are no proof of a run. */
  readonly inspectionState?: string | null
}

/**
 * What the routing functions take. They read any object and fold the case of words; this is the form without folding.
 * The last five fields are read by the startup bundle and the status alone.
 */
export interface RoutingInput {
  /** What is to be done. */
  readonly intent?: RoutingIntent
  /** What is worked on. */
  readonly target?: RoutingTarget
  /** Where the loop stands. */
  readonly currentState?: RoutingState
  /** One bounded step, or a run that goes on by itself. */
  readonly mode?: ExecutionMode
  /** Where work on an issue happens when both are possible. */
  readonly targetPreference?: TargetPreference
  /** Whether the caller wants to wait. */
  readonly watch?: boolean
  /** Whether the issue is clear enough. */
  readonly issueReadiness?: IssueReadiness
  /** Whether the issue is assigned. */
  readonly issueAssignmentState?: IssueAssignmentState
  /** What proves the review before approval. */
  readonly gateReviewEvidence?: GateReviewEvidence
  /** Only to be passed where the retrospective is enforced. */
  readonly retrospectiveCheckpointState?: RetrospectiveCheckpointState
  /** Short for a state: the number of the issue to start on. */
  readonly issue?: number
  /** What became of the pull request. */
  readonly artifactState?: ArtifactState
  /** Whether the issue's pull request is known. */
  readonly issueLinkageResolution?: IssueLinkageResolution
  /** The loop's own word for where it stands. */
  readonly loopState?: string
  /** The run in the background. */
  readonly asyncRun?: AsyncRun
  /** Whatever else there is: it is kept. */
  readonly [field: string]: unknown
}

const number = Schema.optionalKey(Schema.NullOr(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))))
const text = Schema.optionalKey(Schema.NullOr(Schema.String))
const target = Schema.Struct({
  kind: Schema.Literals(targetKinds),
  issue: number,
  pr: number,
  linkedPr: number,
  branch: text,
  phase: text,
})

/**
 * {@link RoutingInput} as a schema: words exactly as written, where the routing functions fold their case. Unknown
 * fields are kept.
 *
 * @example
 * ```ts
 * import { RoutingInput } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual, strictEqual } from "node:assert/strict"
 * const input = { intent: "start_on_issue", target: { kind: "issue", issue: 64 }, watch: false }
 * deepStrictEqual(Schema.decodeUnknownSync(RoutingInput)(input), input)
 * strictEqual(Schema.is(RoutingInput)({ intent: "Start_On_Issue" }), false)
 * ```
 */
export const RoutingInput: Schema.Codec<RoutingInput> = Schema.StructWithRest(
  Schema.Struct({
    intent: Schema.optionalKey(Schema.Literals(routingIntents)),
    target: Schema.optionalKey(target),
    currentState: Schema.optionalKey(Schema.Struct({ target, ...canonicalFacts })),
    mode: Schema.optionalKey(Schema.Literals(executionModes)),
    targetPreference: Schema.optionalKey(Schema.Literals(targetPreferences)),
    watch: Schema.optionalKey(Schema.Boolean),
    issueReadiness: Schema.optionalKey(Schema.Literals(issueReadinessWords)),
    issueAssignmentState: Schema.optionalKey(Schema.Literals(issueAssignmentStates)),
    gateReviewEvidence: Schema.optionalKey(Schema.Struct({
      currentHeadSha: Schema.String,
      preApprovalGate: Schema.Struct({
        visible: Schema.Boolean,
        headSha: Schema.String,
        verdict: Schema.Literals(["clean", "findings_present", "blocked"]),
      }),
    })),
    retrospectiveCheckpointState: Schema.optionalKey(Schema.Literals(["none", "complete", "skipped", "missing"])),
    issue: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))),
    artifactState: Schema.optionalKey(Schema.Literals(artifactStates)),
    issueLinkageResolution: Schema.optionalKey(Schema.Literals(issueLinkageResolutions)),
    loopState: Schema.optionalKey(Schema.String),
    asyncRun: Schema.optionalKey(Schema.Struct({
      kind: Schema.Literal("pi_managed_run"),
      runId: Schema.NonEmptyString,
      visible: Schema.Boolean,
      inspectionState: text,
    })),
  }),
  unknownFields,
).annotate({ identifier: "RoutingInput", description: "What the routing of a dev loop is decided on" })
