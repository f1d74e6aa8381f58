import * as Result from "effect/Result"
import { type ForeignObject, isMapping, quoted, wordIn } from "../foreign/foreign_value.ts"
import { deepestJson, type JsonProblem, parseJson } from "../foreign/parse_json.ts"
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
  /** The file as it is. A reader that decodes it itself must refuse what is not UTF-8. */
  | { readonly _tag: "bytes"; readonly bytes: Uint8Array }
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
  /** There when the file cannot be read at all, so that nothing can be written over it before that is repaired. */
  readonly unreadable?: true
}

/**
 * What the checkpoint file means, from its bytes, its text, or why there is none. What cannot be read or understood
 * counts as `missing`: only a file that is not there requires nothing.
 *
 * @example
 * ```ts
 * import { readCheckpointArtifact } from "@retro/cli/core"
 * import { strictEqual } from "node:assert/strict"
 * const bytes = new TextEncoder().encode('{"state":"complete"}')
 * strictEqual(readCheckpointArtifact({ _tag: "bytes", bytes }).checkpointState, "complete")
 * strictEqual(readCheckpointArtifact({ _tag: "text", text: "" }).problem, "the file is not JSON")
 * ```
 */
export function readCheckpointArtifact(read: CheckpointRead): CheckpointReading {
  switch (read._tag) {
    case "absent":
      return { checkpointState: "none", record: null, problem: null }
    case "unreadable":
      return { ...noRecord(read.problem), unreadable: true }
    case "bytes": {
      const text = decoded(read.bytes)
      return text === undefined ? noRecord("the file is not UTF-8 text") : readRecord(text)
    }
    case "text":
      return readRecord(read.text)
  }
}

function noRecord(problem: string): CheckpointReading {
  return { checkpointState: "missing", record: null, problem }
}

/** What is nested deeper counts as no record: it could be neither printed nor written again. */
const problems: { readonly [problem in JsonProblem]: string } = {
  "not JSON": "the file is not JSON",
  "too deep": `the file is nested more than ${deepestJson} levels deep`,
}

function readRecord(text: string): CheckpointReading {
  const parsed = parseJson(text)
  if (Result.isFailure(parsed)) return noRecord(problems[parsed.failure])
  const artifact = parsed.success
  if (!isMapping(artifact)) return noRecord(`the file holds ${quoted(artifact)}, not a record`)
  const unknown = stateNamed(artifact["state"]) === undefined
  return {
    checkpointState: resolveCheckpointStateFromArtifact(artifact),
    record: artifact,
    problem: unknown ? `"state" is ${quoted(artifact["state"])}, not "required", "complete" or "skipped"` : null,
  }
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
