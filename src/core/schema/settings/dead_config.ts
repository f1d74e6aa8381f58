import * as Schema from "effect/Schema"

/** The settings of `dead-config`. */
export interface DeadConfigSettings {
  /**
   * After how many days without a commit a rule or an agent that no other file names counts as cold; absent: such ones are
   * told as fine, because a host finds them by their place.
   */
  readonly cold_after_days?: number
}

/**
 * {@link DeadConfigSettings} as a schema.
 *
 * @example
 * ```ts
 * import { DeadConfigSettings } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual } from "node:assert/strict"
 * const is = Schema.is(DeadConfigSettings)
 * deepStrictEqual([365, 0, 1.5].map((cold_after_days) => is({ cold_after_days })), [true, false, false])
 * ```
 */
export const DeadConfigSettings: Schema.Codec<DeadConfigSettings> = Schema.Struct({
  cold_after_days: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))),
})
