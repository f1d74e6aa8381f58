import * as Schema from "effect/Schema"

/** What a retrospective found, as it travels in a handoff envelope. Advisory: it blocks nothing. */
export interface RetrospectiveFindings {
  /** Whether the agent used internal tooling alone. */
  readonly internalToolingOnly: boolean
  /** `<tool>: <command>` of each raw call. */
  readonly rawCallViolations: readonly string[]
  /** Write operations that are allowed because no wrapper exists. */
  readonly allowedWriteOps: readonly string[]
}
/**
 * {@link RetrospectiveFindings} as a schema. Fields that it does not know (`ok`) are dropped.
 *
 * @example
 * ```ts
 * import { RetrospectiveFindings } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual } from "node:assert/strict"
 * const findings = { internalToolingOnly: false, rawCallViolations: ["gh: gh api /user"], allowedWriteOps: [] }
 * deepStrictEqual(Schema.decodeUnknownSync(RetrospectiveFindings)({ ok: false, ...findings }), findings)
 * ```
 */
export const RetrospectiveFindings: Schema.Codec<RetrospectiveFindings> = Schema.Struct({
  internalToolingOnly: Schema.Boolean,
  rawCallViolations: Schema.Array(Schema.String),
  allowedWriteOps: Schema.Array(Schema.String),
}).annotate({ identifier: "RetrospectiveFindings", description: "What a retrospective found: advisory" })
