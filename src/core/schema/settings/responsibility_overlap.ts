import * as Schema from "effect/Schema"

/** The settings of `responsibility-overlap`: how alike two descriptions must be, from 0 to 1. */
export interface ResponsibilityOverlapSettings {
  /** To count by itself; 0.45 unless set. */
  readonly threshold?: number
  /** To count when both also quote the same trigger or write the same file; 0.3 unless set. */
  readonly threshold_with_shared?: number
}

const likeness = Schema.optionalKey(
  Schema.Finite.check(
    Schema.makeFilter((value: number) => (value > 0 && value <= 1) || "Expected a number above 0, at most 1"),
  ),
)

/**
 * {@link ResponsibilityOverlapSettings} as a schema.
 *
 * @example
 * ```ts
 * import { ResponsibilityOverlapSettings } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual } from "node:assert/strict"
 * const is = Schema.is(ResponsibilityOverlapSettings)
 * deepStrictEqual([0.6, 0, 45].map((threshold) => is({ threshold })), [true, false, false])
 * ```
 */
export const ResponsibilityOverlapSettings: Schema.Codec<ResponsibilityOverlapSettings> = Schema.Struct({
  threshold: likeness,
  threshold_with_shared: likeness,
})
