import * as Schema from "effect/Schema"
import { normalRepositoryName } from "../envelope/repository_name.ts"
import { unknownFields } from "./finding.ts"
import { RetrospectiveFindings } from "./retrospective_findings.ts"
import { type ExecutionMode, executionModes, type TargetKind } from "./routing_vocabulary.ts"

/** Whether a loop has to run asynchronously. */
export type AsyncStartMode = "required" | "allowed"
/** The modes. */
export const asyncStartModes: readonly AsyncStartMode[] = ["required", "allowed"]

/** Where the specification of the work is, when it is not the issue. */
export type SpecSource = "phase_doc" | "pr_body"
/** The sources. */
export const specSources: readonly SpecSource[] = ["phase_doc", "pr_body"]

/** How much a criterion matters. */
export type CriterionSeverity = "required" | "recommended"
/** The severities. */
export const criterionSeverities: readonly CriterionSeverity[] = ["required", "recommended"]

/** What the agent works on. */
export interface EnvelopeTarget {
  readonly kind: TargetKind
  /** `owner/name`, in lower case. */
  readonly repo: string
  readonly issue?: number
  readonly pr?: number
  readonly linkedPr?: number
  readonly branch?: string
  readonly phase?: string
}

/** What must hold when the agent is done. */
export interface AcceptanceCriterion {
  readonly id: string
  readonly must: string
  readonly severity: CriterionSeverity
}

/** What a conductor hands to the agent that takes the next step, and what comes back. Unknown fields are kept. */
export interface HandoffEnvelope {
  readonly handoffVersion: number
  /** When it was derived: ISO 8601, UTC, milliseconds. */
  readonly derivedAt?: string | null
  readonly target: EnvelopeTarget
  readonly currentGate?: string
  readonly currentHeadSha?: string | null
  readonly ciStatus?: string | null
  readonly unresolvedThreadCount?: number
  readonly copilotRoundCount?: number
  readonly maxCopilotRounds?: number
  readonly executionMode: ExecutionMode
  readonly nextAction: string
  /** Files to read first. */
  readonly requiredReads: readonly string[]
  /** What the agent must not do itself. */
  readonly stopRules: readonly string[]
  readonly asyncStartMode: AsyncStartMode
  readonly asyncStartEffective: AsyncStartMode
  readonly asyncStartRelaxedBy?: string | null
  readonly requireDraftFirst?: boolean
  readonly cwd?: string | null
  readonly worktreeRequired?: boolean
  readonly acceptance: {
    readonly criteria: readonly AcceptanceCriterion[]
    readonly evidence?: readonly string[]
    readonly maxFinalizationTurns?: number
  }
  /** In milliseconds. */
  readonly control?: { readonly needsAttentionAfterMs: number; readonly activeNoticeAfterMs: number }
  /** Advisory: they block nothing. A clean run says so here. */
  readonly retrospectiveFindings?: RetrospectiveFindings | null
  readonly specSource?: SpecSource | null
  readonly [field: string]: unknown
}

const text = Schema.String.check(Schema.isPattern(/\S/u, { message: "must not be blank" }))
const number = Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))
const notRepository = 'must be "owner/name" in lower case'
const repo = Schema.String.check(
  Schema.isPattern(/^[a-z0-9_.-]+\/[a-z0-9_.-]+$/u, { message: notRepository }),
  Schema.makeFilter((value: string) => normalRepositoryName(value) === value || notRepository),
)
const nullable = Schema.optionalKey(Schema.NullOr(Schema.String))
const count = Schema.optionalKey(Schema.Natural)

const optionalTarget = {
  issue: Schema.optionalKey(number),
  pr: Schema.optionalKey(number),
  linkedPr: Schema.optionalKey(number),
  branch: Schema.optionalKey(text),
  phase: Schema.optionalKey(text),
} as const

/** Each kind of target names what it is. */
const target = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("issue"), repo, ...optionalTarget, issue: number }),
  Schema.Struct({ kind: Schema.Literal("pr"), repo, ...optionalTarget, pr: number }),
  Schema.Struct({ kind: Schema.Literal("local_branch"), repo, ...optionalTarget, branch: text }),
  Schema.Struct({ kind: Schema.Literal("local_phase"), repo, ...optionalTarget, issue: number }),
  Schema.Struct({ kind: Schema.Literal("local_phase"), repo, ...optionalTarget, phase: text }),
])

/** {@link HandoffEnvelope} as a schema. */
export const HandoffEnvelope: Schema.Codec<HandoffEnvelope> = Schema.StructWithRest(
  Schema.Struct({
    handoffVersion: number,
    derivedAt: nullable,
    target,
    currentGate: Schema.optionalKey(Schema.String),
    currentHeadSha: nullable,
    ciStatus: nullable,
    unresolvedThreadCount: count,
    copilotRoundCount: count,
    maxCopilotRounds: count,
    executionMode: Schema.Literals(executionModes),
    nextAction: text,
    requiredReads: Schema.Array(text),
    stopRules: Schema.Array(Schema.String),
    asyncStartMode: Schema.Literals(asyncStartModes),
    asyncStartEffective: Schema.Literals(asyncStartModes),
    asyncStartRelaxedBy: nullable,
    requireDraftFirst: Schema.optionalKey(Schema.Boolean),
    cwd: nullable,
    worktreeRequired: Schema.optionalKey(Schema.Boolean),
    acceptance: Schema.Struct({
      criteria: Schema.NonEmptyArray(
        Schema.Struct({ id: text, must: text, severity: Schema.Literals(criterionSeverities) }),
      ),
      evidence: Schema.optionalKey(Schema.Array(Schema.String)),
      maxFinalizationTurns: count,
    }),
    control: Schema.optionalKey(
      Schema.Struct({ needsAttentionAfterMs: Schema.Natural, activeNoticeAfterMs: Schema.Natural }),
    ),
    retrospectiveFindings: Schema.optionalKey(Schema.NullOr(RetrospectiveFindings)),
    specSource: Schema.optionalKey(Schema.NullOr(Schema.Literals(specSources))),
  }),
  unknownFields,
).annotate({ identifier: "HandoffEnvelope", description: "What a conductor hands to the agent of the next step" })
