import * as Schema from "effect/Schema"
import { RegularExpression } from "./regular_expression.ts"

/** What the lines of a file look like. */
export interface FormatContract {
  /** Whose lines, from the root. */
  readonly file: string
  /** Which of its lines: those that this regular expression matches (flag `u`); absent: all that are not blank. */
  readonly lines?: string
  /** What each of them matches: a regular expression (flag `u`). */
  readonly pattern: string
  /** The Markdown file that says so, from the root. */
  readonly contract?: string
}

/** The settings of `format-contract`. */
export interface FormatContractSettings {
  /** Contracts besides those that name their file and the marks of its lines by themselves. */
  readonly contracts?: readonly FormatContract[]
}

const contractSchema: Schema.Codec<FormatContract> = Schema.Struct({
  file: Schema.NonEmptyString,
  lines: Schema.optionalKey(RegularExpression),
  pattern: RegularExpression,
  contract: Schema.optionalKey(Schema.NonEmptyString),
})

/**
 * {@link FormatContractSettings} as a schema.
 *
 * @example
 * ```ts
 * import { FormatContractSettings } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual } from "node:assert/strict"
 * const contracts = [{ file: "LOG.md", lines: "^- ", pattern: "^- \\d{4}-" }, { file: "LOG.md", pattern: "(" }]
 * deepStrictEqual(contracts.map((one) => Schema.is(FormatContractSettings)({ contracts: [one] })), [true, false])
 * ```
 */
export const FormatContractSettings: Schema.Codec<FormatContractSettings> = Schema.Struct({
  contracts: Schema.optionalKey(Schema.Array(contractSchema)),
})
