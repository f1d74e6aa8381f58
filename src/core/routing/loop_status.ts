import { isForeignObject } from "../foreign/foreign_value.ts"
import type { RoutingInput } from "../schema/routing_input.ts"
import { resolveAuthoritativeStartupResumeBundle, type StartupResumeBundle } from "./startup_bundle.ts"

/** Where a dev loop stands. */
export interface DevLoopStatus extends Omit<StartupResumeBundle, "bundleKind" | "issueLinkageResolution"> {
  /** Whether everything agrees. */
  readonly statusKind: "resolved" | "needs_reconcile"
}

/**
 * Where a dev loop stands: the startup bundle without an intent, so that an issue number alone means nothing and an
 * inspection is gated like everything else. Unresolved, the artifact is `null` and the loop state `unknown`; the trace
 * says what is known.
 *
 * @example
 * ```ts
 * import { resolveAuthoritativeDevLoopStatus } from "@retro/cli/core"
 * import { deepStrictEqual } from "node:assert/strict"
 * const status = resolveAuthoritativeDevLoopStatus({ intent: "start_issue_locally", issue: 7 })
 * deepStrictEqual([status.statusKind, status.loopState], ["needs_reconcile", "unknown"])
 * ```
 */
export function resolveAuthoritativeDevLoopStatus(input: RoutingInput): DevLoopStatus
/** The same for whatever a caller has: what is no input is not resolved. */
export function resolveAuthoritativeDevLoopStatus(input?: unknown): DevLoopStatus
export function resolveAuthoritativeDevLoopStatus(input?: unknown): DevLoopStatus {
  const facts = isForeignObject(input) ? { ...input, intent: undefined } : {}
  const { bundleKind, issueLinkageResolution: _, ...bundle } = resolveAuthoritativeStartupResumeBundle(facts)
  const refresh = bundle.contractTrace.stateRefresh
  return {
    statusKind: bundleKind,
    ...bundle,
    artifactState: bundleKind === "resolved" ? bundle.artifactState : null,
    contractTrace: {
      ...bundle.contractTrace,
      stateRefresh: refresh === null ? null : {
        ...refresh,
        boundaryKind: "authoritative_status_refresh",
        loopState: refresh.loopState ?? "unknown",
      },
    },
  }
}
