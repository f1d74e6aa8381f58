import * as Schema from "effect/Schema"
import { FindingId } from "./finding_id.ts"

/** What became of a finding that the user decided about. */
export type RouteResult = "applied" | "unchanged" | "skipped" | "wont_fix" | "handed_off" | "informational" | "failed"

/** One decision and what it did. */
export interface RouteOutcome {
  /** The finding that was decided about. */
  readonly id: string
  /** What became of it. */
  readonly result: RouteResult
  /** The same for a person: what was done, or why not. */
  readonly message: string
  /** The files that were written, relative to the root. */
  readonly files: readonly string[]
  /** What somebody else is to do: `to` is the route, `text` the task in plain lines. */
  readonly hand_off?: { readonly to: string; readonly text: string }
}
/**
 * {@link RouteOutcome} as a schema.
 *
 * @example
 * ```ts
 * import { RouteOutcome } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual } from "node:assert/strict"
 * const outcome = { id: "R001", result: "applied", message: "Edited docs/a.md", files: ["docs/a.md"] }
 * deepStrictEqual(Schema.decodeUnknownSync(RouteOutcome)(outcome), outcome)
 * ```
 */
export const RouteOutcome: Schema.Codec<RouteOutcome> = Schema.Struct({
  id: FindingId,
  result: Schema.Literals(["applied", "unchanged", "skipped", "wont_fix", "handed_off", "informational", "failed"]),
  message: Schema.String,
  files: Schema.Array(Schema.String),
  hand_off: Schema.optionalKey(Schema.Struct({ to: Schema.String, text: Schema.String })),
}).annotate({ identifier: "RouteOutcome", description: "One decision and what it did" })
