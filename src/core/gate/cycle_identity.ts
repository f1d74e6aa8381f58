import { fieldOf, positiveInteger, textOf } from "../foreign/foreign_value.ts"

/** Which completed cycle a record is about. Records may carry it; the gate does not judge it. */
export interface CheckpointCycleIdentity {
  /** `owner/name`. */
  readonly repo: string
  /** The number of the pull request. */
  readonly prNumber: number
  /** The commit that merged it. */
  readonly mergeCommit: string
}

/**
 * The identity of a cycle with its texts trimmed and other fields dropped; `null` when one of the three is not there.
 *
 * @example
 * ```ts
 * import { normalizeCheckpointCycleIdentity } from "@retro/cli/core"
 * import { deepStrictEqual } from "node:assert/strict"
 * const identity = { repo: " acme/widgets ", prNumber: 7, mergeCommit: "c0ffee", by: "ann" }
 * deepStrictEqual(normalizeCheckpointCycleIdentity(identity), { repo: "acme/widgets", prNumber: 7, mergeCommit: "c0ffee" })
 * deepStrictEqual(normalizeCheckpointCycleIdentity({ ...identity, prNumber: "7" }), null)
 * ```
 */
export function normalizeCheckpointCycleIdentity(identity: unknown): CheckpointCycleIdentity | null {
  const repo = textOf(fieldOf(identity, "repo"))
  const prNumber = positiveInteger(fieldOf(identity, "prNumber"))
  const mergeCommit = textOf(fieldOf(identity, "mergeCommit"))
  return repo === undefined || prNumber === undefined || mergeCommit === undefined
    ? null
    : { repo, prNumber, mergeCommit }
}
