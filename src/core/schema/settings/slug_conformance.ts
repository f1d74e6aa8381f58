import * as Schema from "effect/Schema"

/** Where the results of the checks that criteria name are kept. */
export interface SlugConformanceSettings {
  /**
   * A JSON file of the repository: `{"<slug>": {"<number of the criterion, or its command>": "pass" or "fail"}}`. Without
   * it no criterion is called met: no pass runs a command.
   */
  readonly results?: { readonly file: string }
}
/**
 * {@link SlugConformanceSettings} as a schema.
 *
 * @example
 * ```ts
 * import { SlugConformanceSettings } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual } from "node:assert/strict"
 * const settings = [{ results: { file: "out/results.json" } }, { results: "out/results.json" }]
 * deepStrictEqual(settings.map((one) => Schema.is(SlugConformanceSettings)(one)), [true, false])
 * ```
 */
export const SlugConformanceSettings: Schema.Codec<SlugConformanceSettings> = Schema.Struct({
  results: Schema.optionalKey(Schema.Struct({ file: Schema.NonEmptyString })),
})
