import * as Schema from "effect/Schema"

/** What the front matter of some files must hold. */
export interface FrontmatterRule {
  /** Which Markdown files, from the root. */
  readonly glob: string
  /** The keys that each of them must have, and not leave empty. */
  readonly required?: readonly string[]
  /** By key: the values that it may have; of a list, each element. */
  readonly values?: { readonly [key: string]: readonly string[] }
}

/** The settings of `frontmatter`. */
export interface FrontmatterSettings {
  /** Rules besides those that the tree's own README gives. */
  readonly rules?: readonly FrontmatterRule[]
}

const words = Schema.Array(Schema.NonEmptyString)

const ruleSchema: Schema.Codec<FrontmatterRule> = Schema.Struct({
  glob: Schema.NonEmptyString,
  required: Schema.optionalKey(words),
  values: Schema.optionalKey(Schema.Record(Schema.String, words)),
})

/**
 * {@link FrontmatterSettings} as a schema.
 *
 * @example
 * ```ts
 * import { FrontmatterSettings } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual } from "node:assert/strict"
 * const rules = [{ glob: "posts/*.md", required: ["date"] }, { required: ["date"] }]
 * deepStrictEqual(rules.map((rule) => Schema.is(FrontmatterSettings)({ rules: [rule] })), [true, false])
 * ```
 */
export const FrontmatterSettings: Schema.Codec<FrontmatterSettings> = Schema.Struct({
  rules: Schema.optionalKey(Schema.Array(ruleSchema)),
})
