import * as Result from "effect/Result"
import { observeAgentEnd as observe } from "../core/gate/agent_end.ts"
import {
  type CheckpointReading as Reading,
  readCheckpointArtifact,
  resolveCheckpointStateFromArtifact,
} from "../core/gate/checkpoint_artifact.ts"
import * as records from "../core/gate/checkpoint_record.ts"
import {
  normalizeRetrospectiveCheckpointState,
  type RetrospectiveCheckpointState,
} from "../core/gate/checkpoint_state.ts"
import { normalizeCheckpointCycleIdentity } from "../core/gate/cycle_identity.ts"
import { answer, wellFormed } from "./answer.ts"
import { type Failure, refusal } from "./failure.ts"
import { readJson, readOptionalJson } from "./json_text.ts"
import type { Option } from "./option.ts"

/** The variant `checkpoint-file`. */
export type CheckpointFile =
  | { readonly tag: "absent" }
  | { readonly tag: "bytes"; readonly val: Uint8Array }
  | { readonly tag: "text"; readonly val: string }
  | { readonly tag: "unreadable"; readonly val: string }

/** What the core reads out of a checkpoint file. */
export function readingOf(file: CheckpointFile): Reading {
  switch (file.tag) {
    case "absent":
      return readCheckpointArtifact({ _tag: "absent" })
    case "bytes":
      return readCheckpointArtifact({ _tag: "bytes", bytes: file.val })
    case "text":
      return readCheckpointArtifact({ _tag: "text", text: file.val })
    case "unreadable":
      return readCheckpointArtifact({ _tag: "unreadable", problem: file.val })
  }
}

/** The record `checkpoint-reading`. */
export interface CheckpointReading {
  readonly state: RetrospectiveCheckpointState
  readonly record?: string
  readonly problem?: string
  readonly unreadable: boolean
}

/** The operation `gate.read-checkpoint`. */
export function readCheckpoint(file: CheckpointFile): CheckpointReading {
  const { checkpointState, record, problem, unreadable } = readingOf(file)
  return {
    state: checkpointState,
    ...(record === null ? undefined : { record: JSON.stringify(record) }),
    ...(problem === null ? undefined : { problem: wellFormed(problem) }),
    unreadable: unreadable === true,
  }
}

/** The operation `gate.resolve-checkpoint-state`. */
export function resolveCheckpointState(record: Option<string>): RetrospectiveCheckpointState {
  return resolveCheckpointStateFromArtifact(answer(readOptionalJson("record", record)))
}

/** The operation `gate.normalize-checkpoint-state`. */
export function normalizeCheckpointState(value: string): RetrospectiveCheckpointState | undefined {
  return normalizeRetrospectiveCheckpointState(answer(readJson("value", value))) ?? undefined
}

/** The record `cycle-identity`. */
export interface CycleIdentity {
  readonly repo: string
  /** The engine takes a number where the world says `u64`. */
  readonly prNumber: number
  readonly mergeCommit: string
}

/** The operation `gate.normalize-cycle-identity`. */
export function normalizeCycleIdentity(identity: string): CycleIdentity | undefined {
  const found = normalizeCheckpointCycleIdentity(answer(readJson("identity", identity)))
  return found === null ? undefined : {
    repo: wellFormed(found.repo),
    prNumber: found.prNumber,
    mergeCommit: wellFormed(found.mergeCommit),
  }
}

/** The operation `gate.require-checkpoint`. */
export function requireCheckpoint(old: Option<string>, triggeredAt: string, runId: Option<string>): string {
  return JSON.stringify(
    records.requireCheckpoint(answer(readOptionalJson("old", old)), triggeredAt, runId ?? undefined),
  )
}

/** The operation `gate.complete-checkpoint`. */
export function completeCheckpoint(old: Option<string>, completedAt: string, notes: string): string {
  return discharged(old, (record) => records.completeCheckpoint(record, completedAt, notes))
}

/** The operation `gate.skip-checkpoint`. */
export function skipCheckpoint(old: Option<string>, skippedAt: string, reason: string): string {
  return discharged(old, (record) => records.skipCheckpoint(record, skippedAt, reason))
}

function discharged(
  old: Option<string>,
  discharge: (record: unknown) => Result.Result<unknown, records.CheckpointTextBlank>,
): string {
  return answer(Result.flatMap(readOptionalJson("old", old), (record) =>
    Result.mapBoth(discharge(record), {
      onFailure: ({ field, message }): Failure => refusal(field, "", message),
      onSuccess: (written) => JSON.stringify(written),
    })))
}

/** The record `observation`. */
export interface Observation {
  readonly armed: boolean
  readonly why: string
  readonly record?: string
  readonly prompt?: string
}

/** The operation `gate.observe-agent-end`. */
export function observeAgentEnd(event: string, record: Option<string>, at: string): Observation {
  const read = answer(Result.all({ event: readJson("event", event), record: readOptionalJson("record", record) }))
  const { armed, why, record: written, prompt } = observe({ ...read, at })
  return {
    armed,
    why,
    ...(written === null ? undefined : { record: JSON.stringify(written) }),
    ...(prompt === null ? undefined : { prompt }),
  }
}
