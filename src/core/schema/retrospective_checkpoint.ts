import * as Schema from "effect/Schema"
import { unknownFields } from "./finding.ts"

/** A run is completed and its retrospective pending. */
export interface RequiredCheckpoint {
  /** Tells the three records apart, and is all that the gate looks at. */
  readonly state: "required"
  /** When the completion was observed: ISO 8601, UTC, milliseconds. */
  readonly triggeredAt: string
  /** The run that was completed, where the host names it. */
  readonly runId?: string
  /** Whatever else there is: it is kept. */
  readonly [field: string]: unknown
}

/** The retrospective is recorded. */
export interface CompleteCheckpoint {
  /** Tells the three records apart, and is all that the gate looks at. */
  readonly state: "complete"
  /** When: ISO 8601, UTC, milliseconds. */
  readonly completedAt: string
  /** What the retrospective found, in a sentence. */
  readonly notes: string
  /** The run, as the host names it. */
  readonly runId?: string
  /** Whatever else there is: it is kept. */
  readonly [field: string]: unknown
}

/** The retrospective was skipped explicitly. */
export interface SkippedCheckpoint {
  /** Tells the three records apart, and is all that the gate looks at. */
  readonly state: "skipped"
  /** When: ISO 8601, UTC, milliseconds. */
  readonly skippedAt: string
  /** Why no retrospective is needed. */
  readonly reason: string
  /** The run, as the host names it. */
  readonly runId?: string
  /** Whatever else there is: it is kept. */
  readonly [field: string]: unknown
}

/**
 * The record of the checkpoint file, as it is written. Readers accept more: only `state` decides. Fields of other
 * writers (`identity`, `provenance`) and unknown ones are kept. Findings are never among them.
 */
export type RetrospectiveCheckpoint = RequiredCheckpoint | CompleteCheckpoint | SkippedCheckpoint

const runId = Schema.optionalKey(Schema.String)
const time = Schema.String
const text = Schema.String.check(Schema.isPattern(/\S/u, { message: "must not be blank" }))

/**
 * {@link RetrospectiveCheckpoint} as a schema: what may be written. Unknown fields are kept; blank notes and reasons
 * are refused.
 *
 * @example
 * ```ts
 * import { RetrospectiveCheckpoint } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual, strictEqual } from "node:assert/strict"
 * const record = { state: "complete", completedAt: "2027-03-04T16:30:00.000Z", notes: "No drift.", by: "ann" }
 * deepStrictEqual(Schema.decodeUnknownSync(RetrospectiveCheckpoint)(record), record)
 * strictEqual(Schema.is(RetrospectiveCheckpoint)({ ...record, notes: " " }), false)
 * ```
 */
export const RetrospectiveCheckpoint: Schema.Codec<RetrospectiveCheckpoint> = Schema.Union([
  Schema.StructWithRest(Schema.Struct({ state: Schema.Literal("required"), triggeredAt: time, runId }), unknownFields),
  Schema.StructWithRest(
    Schema.Struct({ state: Schema.Literal("complete"), completedAt: time, notes: text, runId }),
    unknownFields,
  ),
  Schema.StructWithRest(
    Schema.Struct({ state: Schema.Literal("skipped"), skippedAt: time, reason: text, runId }),
    unknownFields,
  ),
]).annotate({
  identifier: "RetrospectiveCheckpoint",
  description: "The record of the retrospective checkpoint: required, complete or skipped",
})
