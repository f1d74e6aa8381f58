import { wordIn } from "../foreign/foreign_value.ts"

/** What the retrospective checkpoint says: nothing required, recorded, skipped, or required and not there. */
export type RetrospectiveCheckpointState = "none" | "complete" | "skipped" | "missing"

/** The four states by name. `required` is a word of the file and never a state. */
export interface RetrospectiveCheckpointStates {
  /** No qualifying completion: nothing is required. */
  readonly NONE: "none"
  /** The retrospective is recorded. */
  readonly COMPLETE: "complete"
  /** The retrospective was skipped explicitly. */
  readonly SKIPPED: "skipped"
  /** The retrospective is required and not recorded. */
  readonly MISSING: "missing"
}

/**
 * The states of the retrospective checkpoint.
 *
 * @example
 * ```ts
 * import { RETROSPECTIVE_CHECKPOINT_STATE } from "@retro/cli/core"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(RETROSPECTIVE_CHECKPOINT_STATE.MISSING, "missing")
 * ```
 */
export const RETROSPECTIVE_CHECKPOINT_STATE: RetrospectiveCheckpointStates = Object.freeze({
  NONE: "none",
  COMPLETE: "complete",
  SKIPPED: "skipped",
  MISSING: "missing",
})

const states: readonly RetrospectiveCheckpointState[] = Object.values<RetrospectiveCheckpointState>({
  ...RETROSPECTIVE_CHECKPOINT_STATE,
})

/**
 * The state that a text names, whatever its case and outer white space; `null` for everything else.
 * The file's word `required` is no state.
 *
 * @example
 * ```ts
 * import { normalizeRetrospectiveCheckpointState } from "@retro/cli/core"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(normalizeRetrospectiveCheckpointState(" Complete "), "complete")
 * strictEqual(normalizeRetrospectiveCheckpointState("required"), null)
 * ```
 */
export function normalizeRetrospectiveCheckpointState(value: unknown): RetrospectiveCheckpointState | null {
  return wordIn(states, value) ?? null
}
