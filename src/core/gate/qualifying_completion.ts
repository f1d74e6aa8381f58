import * as Result from "effect/Result"
import { fieldOf } from "../foreign/foreign_value.ts"

/** The gates of the strategies whose asynchronous completion requires a retrospective. */
export const RETROSPECTIVE_QUALIFYING_GATES: readonly ["copilot_pr_followup", "issue_intake"] = Object.freeze(
  ["copilot_pr_followup", "issue_intake"] as const,
)

/**
 * Whether a routing result is one whose completion requires a retrospective: `routeKind` is `route` and the gate is in
 * {@link RETROSPECTIVE_QUALIFYING_GATES}, both exactly; what throws when it is read is none. The gate of the checkpoint
 * does not ask this.
 *
 * @example
 * ```ts
 * import { isQualifyingAsyncCompletion } from "@retro/cli/core"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(isQualifyingAsyncCompletion({ routeKind: "route", selectedGate: "issue_intake" }), true)
 * strictEqual(isQualifyingAsyncCompletion({ routeKind: "inspect", selectedGate: "issue_intake" }), false)
 * ```
 */
export function isQualifyingAsyncCompletion(routingResult: unknown): boolean {
  return Result.getOrElse(Result.try(() => qualifies(routingResult)), () => false)
}

function qualifies(routingResult: unknown): boolean {
  const gate = fieldOf(routingResult, "selectedGate")
  return fieldOf(routingResult, "routeKind") === "route" && RETROSPECTIVE_QUALIFYING_GATES.some((name) => name === gate)
}
