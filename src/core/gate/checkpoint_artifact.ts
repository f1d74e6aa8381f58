import { type ForeignObject, isMapping, quoted, wordIn } from "../foreign/foreign_value.ts"
import type { RetrospectiveCheckpointState } from "./checkpoint_state.ts"

/** Each word of the file's `state`, and the checkpoint state that it means. */
const stateOfWord: readonly (readonly [word: string, state: RetrospectiveCheckpointState])[] = [
  ["required", "missing"],
  ["missing", "missing"],
  ["none", "none"],
  ["complete", "complete"],
  ["skipped", "skipped"],
]

/**
 * The state that the parsed content of the checkpoint file means; `undefined` is a file that is not there.
 * Only `state` counts: every other field, whether known, newer or foreign, is neither needed nor judged.
 * What is no record with a known `state` counts as `missing`.
 *
 * @example
 * ```ts
 * import { resolveCheckpointStateFromArtifact } from "@retro/cli/core"
 * import { deepStrictEqual } from "node:assert/strict"
 * const artifacts = [undefined, { state: "required" }, { state: "skipped", reason: "docs only" }, null]
 * deepStrictEqual(artifacts.map(resolveCheckpointStateFromArtifact), ["none", "missing", "skipped", "missing"])
 * ```
 */
export function resolveCheckpointStateFromArtifact(artifact?: unknown): RetrospectiveCheckpointState {
  if (artifact === undefined) return "none"
  return (isMapping(artifact) ? stateNamed(artifact["state"]) : undefined) ?? "missing"
}

function stateNamed(value: unknown): RetrospectiveCheckpointState | undefined {
  const word = wordIn(stateOfWord.map(([word]) => word), value)
  return stateOfWord.find(([known]) => known === word)?.[1]
}

/** What reading the checkpoint file gave. Only "there is no such file" is `absent`. */
export type CheckpointRead =
  | { readonly _tag: "absent" }
  | { readonly _tag: "text"; readonly text: string }
  | { readonly _tag: "unreadable"; readonly problem: string }

/** What the checkpoint file means. */
export interface CheckpointReading {
  /** What the file means. */
  readonly checkpointState: RetrospectiveCheckpointState
  /** The record as it was read, with every field. */
  readonly record: ForeignObject | null
  /** Why a file that is there counts as `missing` although it does not say so. */
  readonly problem: string | null
}

/**
 * What the checkpoint file means, from its text or from why there is none. What cannot be read or understood counts
 * as `missing`: only a file that is not there requires nothing.
 *
 * @example
 * ```ts
 * import { readCheckpointArtifact } from "@retro/cli/core"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(readCheckpointArtifact({ _tag: "text", text: '{"state":"complete"}' }).checkpointState, "complete")
 * strictEqual(readCheckpointArtifact({ _tag: "text", text: "" }).problem, "the file is not JSON")
 * ```
 */
export function readCheckpointArtifact(read: CheckpointRead): CheckpointReading {
  if (read._tag === "absent") return { checkpointState: "none", record: null, problem: null }
  if (read._tag === "unreadable") return { checkpointState: "missing", record: null, problem: read.problem }
  const artifact = parsed(read.text)
  if (artifact === undefined) return { checkpointState: "missing", record: null, problem: "the file is not JSON" }
  if (!isMapping(artifact)) {
    return { checkpointState: "missing", record: null, problem: `the file holds ${quoted(artifact)}, not a record` }
  }
  const unknown = stateNamed(artifact["state"]) === undefined
  return {
    checkpointState: resolveCheckpointStateFromArtifact(artifact),
    record: artifact,
    problem: unknown ? `"state" is ${quoted(artifact["state"])}, not "required", "complete" or "skipped"` : null,
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
