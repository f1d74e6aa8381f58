import * as Schema from "effect/Schema"
import { RegularExpression } from "./regular_expression.ts"

/** How the things that a noun stands for are counted: the files of `glob`, or what is in `file`. */
export interface Counter {
  /** Counts the files whose path matches, from the root. */
  readonly glob?: string
  /** Where to count, relative to the root; with one of the three below. */
  readonly file?: string
  /** Counts the headings one level below the one with this text or, where there are none, the items of its first list. */
  readonly heading?: string
  /** Counts the elements of the JSON value at this path: keys and indices joined by `.`. */
  readonly json_path?: string
  /** Counts the matches of this regular expression (flags `gmu`). */
  readonly pattern?: string
}

/** The settings of `count-claim`. */
export interface CountClaimSettings {
  /** By noun, as prose writes it in the plural: what "21 patterns" counts. */
  readonly nouns?: { readonly [noun: string]: Counter }
}

const word = Schema.optionalKey(Schema.NonEmptyString)
const counterSchema: Schema.Codec<Counter> = Schema.Struct({
  glob: word,
  file: word,
  heading: word,
  json_path: word,
  pattern: Schema.optionalKey(RegularExpression),
}).check(Schema.makeFilter((counter: Counter) => {
  const ways = [counter.heading, counter.json_path, counter.pattern].filter((way) => way !== undefined).length
  const isGlob = counter.glob !== undefined && counter.file === undefined && ways === 0
  return isGlob || counter.glob === undefined && counter.file !== undefined && ways === 1 ||
    "Expected either glob, or file with one of heading, json_path and pattern"
}))

/**
 * {@link CountClaimSettings} as a schema.
 *
 * @example
 * ```ts
 * import { CountClaimSettings } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual } from "node:assert/strict"
 * const is = Schema.is(CountClaimSettings)
 * const counters = [{ glob: "tools/*.ts" }, { file: "a.md", heading: "Tools" }, { file: "a.md" }]
 * deepStrictEqual(counters.map((tools) => is({ nouns: { tools } })), [true, true, false])
 * ```
 */
export const CountClaimSettings: Schema.Codec<CountClaimSettings> = Schema.Struct({
  nouns: Schema.optionalKey(Schema.Record(Schema.String, counterSchema)),
})
