import * as Schema from "effect/Schema"
import { normalRepositoryName } from "../envelope/repository_name.ts"
import { unknownFields } from "./finding.ts"
import { RetrospectiveFindings } from "./retrospective_findings.ts"
import { type ExecutionMode, executionModes, type TargetKind } from "./routing_vocabulary.ts"

/** Whether a loop has to run asynchronously. */
export type AsyncStartMode = "required" | "allowed"
/** Every {@link AsyncStartMode}. */
export const asyncStartModes: readonly AsyncStartMode[] = ["required", "allowed"]

/** Where the specification of the work is, when it is not the issue. */
export type SpecSource = "phase_doc" | "pr_body"
/** Every {@link SpecSource}. */
export const specSources: readonly SpecSource[] = ["phase_doc", "pr_body"]

/** How much a criterion matters. */
export type CriterionSeverity = "required" | "recommended"
/** Every {@link CriterionSeverity}. */
export const criterionSeverities: readonly CriterionSeverity[] = ["required", "recommended"]

/** What the agent works on. */
export interface EnvelopeTarget {
  /** Which of the fields below name it. */
  readonly kind: TargetKind
  /** `owner/name`, in lower case. */
  readonly repo: string
  /** The issue, from 1: of the kinds `issue` and `local_phase`. */
  readonly issue?: number
  /** The pull request, from 1: of the kind `pr`. */
  readonly pr?: number
  /** The pull request that an issue has led to, from 1. */
  readonly linkedPr?: number
  /** Of the kind `local_branch`. */
  readonly branch?: string
  /** Of the kind `local_phase`: a word for a stretch of local work, as `issue-64`. */
  readonly phase?: string
}

/** What must hold when the agent is done. */
export interface AcceptanceCriterion {
  /** Its name, unique in the envelope. */
  readonly id: string
  /** What must hold, as a sentence. */
  readonly must: string
  /** How much it matters. */
  readonly severity: CriterionSeverity
}

/** What a conductor hands to the agent that takes the next step, and what comes back. Unknown fields are kept. */
export interface HandoffEnvelope {
  /** The version of the contract: 1. */
  readonly handoffVersion: number
  /** When it was derived: ISO 8601, UTC, milliseconds. */
  readonly derivedAt?: string | null
  /** What is worked on. */
  readonly target: EnvelopeTarget
  /** The gate that the work is at. */
  readonly currentGate?: string
  /** The current head of the pull request. */
  readonly currentHeadSha?: string | null
  /** What the checks say. */
  readonly ciStatus?: string | null
  /** Review threads that are open. */
  readonly unresolvedThreadCount?: number
  /** Rounds of Copilot so far. */
  readonly copilotRoundCount?: number
  /** How many rounds of Copilot there may be. */
  readonly maxCopilotRounds?: number
  /** One bounded step, or a run that goes on by itself. */
  readonly executionMode: ExecutionMode
  /** What to do next, for a person or an agent. */
  readonly nextAction: string
  /** Files to read first. */
  readonly requiredReads: readonly string[]
  /** What the agent must not do itself. */
  readonly stopRules: readonly string[]
  /** Whether it has to run asynchronously, by the settings. */
  readonly asyncStartMode: AsyncStartMode
  /** Whether it has to, where it runs. */
  readonly asyncStartEffective: AsyncStartMode
  /** What relaxed it. */
  readonly asyncStartRelaxedBy?: string | null
  /** Whether the pull request starts as a draft. */
  readonly requireDraftFirst?: boolean
  /** The folder to work in. */
  readonly cwd?: string | null
  /** Whether it needs a worktree of its own. */
  readonly worktreeRequired?: boolean
  /** What must hold when the agent is done, and how that is shown. */
  readonly acceptance: {
    readonly criteria: readonly AcceptanceCriterion[]
    readonly evidence?: readonly string[]
    readonly maxFinalizationTurns?: number
  }
  /** In milliseconds. */
  readonly control?: { readonly needsAttentionAfterMs: number; readonly activeNoticeAfterMs: number }
  /** Advisory: they block nothing. A clean run says so here. */
  readonly retrospectiveFindings?: RetrospectiveFindings | null
  /** Where the specification of the work is, when it is not the issue. */
  readonly specSource?: SpecSource | null
  /** Whatever else there is: it is kept. */
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

/**
 * {@link HandoffEnvelope} as a schema. Unknown fields are kept. `validateHandoffEnvelope` says more of an envelope that
 * is refused: every field, with what it must be.
 *
 * @example
 * ```ts
 * import { HandoffEnvelope } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual, strictEqual } from "node:assert/strict"
 * const envelope = {
 *   handoffVersion: 1, target: { kind: "pr", repo: "acme/widgets", pr: 52 }, executionMode: "bounded_handoff",
 *   nextAction: "Answer the review.", requiredReads: [], stopRules: ["merge"], asyncStartMode: "required",
 *   asyncStartEffective: "allowed",
 *   acceptance: { criteria: [{ id: "answered", must: "Every thread is answered.", severity: "required" }] },
 * }
 * deepStrictEqual(Schema.decodeUnknownSync(HandoffEnvelope)(envelope), envelope)
 * strictEqual(Schema.is(HandoffEnvelope)({ ...envelope, target: { kind: "pr", repo: "acme/widgets" } }), false)
 * ```
 */
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
