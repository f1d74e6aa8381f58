import * as Schema from "effect/Schema"

/** The settings of `consolidation`. */
export interface ConsolidationSettings {
  /** After how many days without a commit a draft is told, 365 being a good start; drafts of any age are fine unless set. */
  readonly draft_days?: number
}

/**
 * {@link ConsolidationSettings} as a schema.
 *
 * @example
 * ```ts
 * import { ConsolidationSettings } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual } from "node:assert/strict"
 * const is = Schema.is(ConsolidationSettings)
 * deepStrictEqual([365, 0, 1.5].map((draft_days) => is({ draft_days })), [true, false, false])
 * ```
 */
export const ConsolidationSettings: Schema.Codec<ConsolidationSettings> = Schema.Struct({
  draft_days: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))),
})
