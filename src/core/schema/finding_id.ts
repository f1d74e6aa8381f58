import * as Schema from "effect/Schema"

const pattern = /^R\d{3,}$/u

/**
 * `R` and at least three digits: `R001`, `R1000`.
 *
 * @example
 * ```ts
 * import { FindingId } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual } from "node:assert/strict"
 * deepStrictEqual(["R001", "R1000", "R1"].map((id) => Schema.is(FindingId)(id)), [true, true, false])
 * ```
 */
export const FindingId: Schema.Codec<string> = Schema.String.check(
  Schema.isPattern(pattern, { message: 'must be "R" and at least three digits' }),
)

/**
 * The id with a number: padded to three digits, never wrapped.
 *
 * @example
 * ```ts
 * import { findingId } from "@retro/cli/core"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(findingId(7), "R007")
 * strictEqual(findingId(1000), "R1000")
 * ```
 */
export function findingId(number: number): string {
  return `R${String(number).padStart(3, "0")}`
}

/**
 * The number of an id, or `undefined` when the text is no id.
 *
 * @example
 * ```ts
 * import { findingNumber } from "@retro/cli/core"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(findingNumber("R012"), 12)
 * strictEqual(findingNumber("12"), undefined)
 * ```
 */
export function findingNumber(id: string): number | undefined {
  return pattern.test(id) ? Number(id.slice(1)) : undefined
}
