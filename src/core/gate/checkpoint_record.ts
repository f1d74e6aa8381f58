import * as Data from "effect/Data"
import * as Result from "effect/Result"
import { type ForeignObject, isMapping, textOf } from "../foreign/foreign_value.ts"
import type { CompleteCheckpoint, RequiredCheckpoint, SkippedCheckpoint } from "../schema/retrospective_checkpoint.ts"

/** Where the checkpoint record is, relative to the root of the main worktree. */
export const checkpointPath = ".pi/dev-loop-retrospective-checkpoint.json"

/**
 * A discharge without the text that it needs: notes of what was found, or a reason to skip.
 *
 * @example
 * ```ts
 * import { CheckpointTextBlank } from "@retro/cli/core"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(
 *   new CheckpointTextBlank({ field: "reason" }).message,
 *   'Cannot skip the retrospective: "reason" is blank; say why none is needed',
 * )
 * ```
 */
export class CheckpointTextBlank extends Data.Error<{ readonly field: "notes" | "reason" }> {
  /** Tells the error from others, as for `Effect.catchTag`. */
  readonly _tag = "CheckpointTextBlank"
  /** What a log calls the error. */
  override readonly name = "CheckpointTextBlank"
  /** What failed, why, and the next step. */
  override get message(): string {
    return this.field === "notes"
      ? 'Cannot complete the retrospective: "notes" is blank; say in a sentence what it found'
      : 'Cannot skip the retrospective: "reason" is blank; say why none is needed'
  }
}

/** Fields that belong to one state: they go when the state changes. */
const stateFields: readonly string[] = ["state", "triggeredAt", "completedAt", "notes", "skippedAt", "reason"]
/** Findings that former writers left in the file: they are never written to disk. */
const findingsFields: readonly string[] = [
  "behavioralReview",
  "rawCallViolations",
  "internalToolingOnly",
  "allowedWriteOps",
  "retrospectiveFindings",
]

/** What stays of the old record: fields of other writers and unknown ones. */
function keptFields(old: unknown, dropped: readonly string[]): ForeignObject {
  if (!isMapping(old)) return {}
  const gone = new Set([...stateFields, ...findingsFields, ...dropped])
  return Object.fromEntries(Object.entries(old).filter(([field]) => !gone.has(field)))
}

/** The record's run, when it is one that a record may carry. */
function keptRun(old: unknown): { readonly runId?: string } {
  const runId = isMapping(old) ? textOf(old["runId"]) : undefined
  return runId === undefined ? {} : { runId }
}

/**
 * The record that requires a retrospective. `old` is the record before, or `undefined`; its run is not this one's.
 *
 * @example
 * ```ts
 * import { requireCheckpoint } from "@retro/cli/core"
 * import { deepStrictEqual } from "node:assert/strict"
 * const at = "2027-03-04T16:30:00.000Z"
 * const old = { state: "complete", completedAt: at, notes: "fine", identity: { prNumber: 7 } }
 * deepStrictEqual(requireCheckpoint(old, at, "run-8"), {
 *   state: "required",
 *   triggeredAt: at,
 *   runId: "run-8",
 *   identity: { prNumber: 7 },
 * })
 * ```
 */
export function requireCheckpoint(old: unknown, triggeredAt: string, runId?: string): RequiredCheckpoint {
  return {
    state: "required",
    triggeredAt,
    ...(runId === undefined ? {} : { runId }),
    ...keptFields(old, ["runId"]),
  }
}

/** The text of a discharge. What holds no sign that can be seen says nothing: it is blank. */
function saidIn(text: string): string | undefined {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text) ? textOf(text) : undefined
}

/**
 * The record that a retrospective is done.
 *
 * @example
 * ```ts
 * import { completeCheckpoint } from "@retro/cli/core"
 * import * as Result from "effect/Result"
 * import { deepStrictEqual } from "node:assert/strict"
 * const record = completeCheckpoint({ state: "required", runId: "run-8" }, "2027-03-04T16:30:00.000Z", "No drift.")
 * deepStrictEqual(Result.getOrThrow(record), {
 *   state: "complete",
 *   completedAt: "2027-03-04T16:30:00.000Z",
 *   notes: "No drift.",
 *   runId: "run-8",
 * })
 * ```
 */
export function completeCheckpoint(
  old: unknown,
  completedAt: string,
  notes: string,
): Result.Result<CompleteCheckpoint, CheckpointTextBlank> {
  const text = saidIn(notes)
  return text === undefined
    ? Result.fail(new CheckpointTextBlank({ field: "notes" }))
    : Result.succeed({ state: "complete", completedAt, notes: text, ...keptRun(old), ...keptFields(old, ["runId"]) })
}

/**
 * The record that a retrospective is skipped, which needs a reason.
 *
 * @example
 * ```ts
 * import { skipCheckpoint } from "@retro/cli/core"
 * import * as Result from "effect/Result"
 * import { strictEqual } from "node:assert/strict"
 * const record = skipCheckpoint({ state: "required" }, "2027-03-04T16:30:00.000Z", " ")
 * strictEqual(Result.isFailure(record) && record.failure.field, "reason")
 * ```
 */
export function skipCheckpoint(
  old: unknown,
  skippedAt: string,
  reason: string,
): Result.Result<SkippedCheckpoint, CheckpointTextBlank> {
  const text = saidIn(reason)
  return text === undefined
    ? Result.fail(new CheckpointTextBlank({ field: "reason" }))
    : Result.succeed({ state: "skipped", skippedAt, reason: text, ...keptRun(old), ...keptFields(old, ["runId"]) })
}

/**
 * The text of the checkpoint file: JSON with two spaces, and a newline.
 *
 * @example
 * ```ts
 * import { formatCheckpoint } from "@retro/cli/core"
 * import { strictEqual } from "node:assert/strict"
 * const text = formatCheckpoint({ state: "required", triggeredAt: "2027-03-04T16:30:00.000Z" })
 * strictEqual(text, '{\n  "state": "required",\n  "triggeredAt": "2027-03-04T16:30:00.000Z"\n}\n')
 * ```
 */
export function formatCheckpoint(record: RequiredCheckpoint | CompleteCheckpoint | SkippedCheckpoint): string {
  return `${JSON.stringify(record, null, 2)}\n`
}
