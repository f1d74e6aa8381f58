import * as Data from "effect/Data"
import type { Finding } from "../schema/finding.ts"

/** What the user wrote in the place of what a finding says, before it is applied; what is absent stays as it is. */
export type Revision = Pick<Finding, "edits" | "capture" | "proposal"> & Partial<Pick<Finding, "proposed_action">>

/** What the user decided about one finding; `show` changes nothing. */
export type Decision =
  | { readonly _tag: "skip" | "show"; readonly id: string }
  | {
    readonly _tag: "apply"
    readonly id: string
    /** The new file or row that the user was shown for it: if that is taken by now, nothing is written. */
    readonly place?: string
    /** What is applied instead of what the finding says. */
    readonly revised?: Revision
  }
  | { readonly _tag: "wont_fix"; readonly id: string; readonly reason: string; readonly until?: string }

/** What the user decided: at most one decision a finding. What is not selected stays as it is. */
export type Selection = readonly Decision[]

/**
 * A selection cannot be taken, because of one clause of it; nothing of it is done.
 *
 * @example
 * ```ts
 * import { SelectionInvalid } from "@retro/cli/core"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(
 *   new SelectionInvalid({ clause: "R9", problem: "there is no R009" }).message,
 *   'Cannot take the selection, nothing was done: in "R9", there is no R009',
 * )
 * ```
 */
export class SelectionInvalid extends Data.Error<{ readonly clause: string; readonly problem: string }> {
  /** Tells the error from others, as for `Effect.catchTag`. */
  readonly _tag = "SelectionInvalid"
  /** What a log calls the error. */
  override readonly name = "SelectionInvalid"
  /** What failed, why, and the next step. */
  override get message(): string {
    return `Cannot take the selection, nothing was done: in "${this.clause}", ${this.problem}`
  }
}
