import * as Schema from "effect/Schema"

/**
 * Trimmed, not empty, and without what would break a table row or a terminal line: C0 and C1 controls, DEL and the two
 * Unicode line separators.
 */
const linePattern =
  // deno-lint-ignore no-control-regex -- refusing control characters is the purpose of the pattern
  /^[^\s\u0000-\u001f\u007f-\u009f](?:[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*[^\s\u0000-\u001f\u007f-\u009f])?$/u

/**
 * Whether a string is a `Line`: not empty, trimmed, no control or line-separator characters.
 *
 * @example
 * ```ts
 * import { isLine } from "@retro/cli/core"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(isLine("docs/a.md"), true)
 * strictEqual(isLine("two\nlines"), false)
 * ```
 */
export function isLine(text: string): boolean {
  return linePattern.test(text)
}

/**
 * A string that fits one table cell and one terminal line: see {@link isLine}.
 *
 * @example
 * ```ts
 * import { Line } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(Schema.is(Line)(" padded"), false)
 * ```
 */
export const Line: Schema.Codec<string> = Schema.String.check(
  Schema.isPattern(linePattern, { message: "must be one trimmed, non-empty line without control characters" }),
)

const datePattern = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/u
const dateMessage = "must be a calendar date YYYY-MM-DD"

/**
 * A UTC calendar date `YYYY-MM-DD` that exists.
 *
 * @example
 * ```ts
 * import { CalendarDate } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual } from "node:assert/strict"
 * deepStrictEqual(["2024-02-29", "2025-02-29"].map((date) => Schema.is(CalendarDate)(date)), [true, false])
 * ```
 */
export const CalendarDate: Schema.Codec<string> = Schema.String.check(
  Schema.isPattern(datePattern, { message: dateMessage }),
  Schema.makeFilter((text: string) => isCalendarDate(text) || dateMessage),
)

const daysInMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * Whether a string is an existing calendar date `YYYY-MM-DD`.
 *
 * @example
 * ```ts
 * import { isCalendarDate } from "@retro/cli/core"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(isCalendarDate("2024-02-29"), true)
 * strictEqual(isCalendarDate("2025-30-01"), false)
 * ```
 */
export function isCalendarDate(text: string): boolean {
  if (!datePattern.test(text)) return false
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))]
  const leapDay = month === 2 && (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)) ? 1 : 0
  return day <= (daysInMonth[month - 1] ?? 0) + leapDay
}
