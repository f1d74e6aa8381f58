import * as Schema from "effect/Schema"

/** C0 and C1 controls, DEL and the two Unicode line separators: what would break a table row or a terminal line. */
// deno-lint-ignore no-control-regex -- refusing control characters is the purpose of the pattern
const unprintable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/u

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
  return text !== "" && text.trim() === text && !unprintable.test(text)
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
  Schema.makeFilter((text: string) => isLine(text) || "must be one trimmed, non-empty line without control characters"),
)

/** A UTC calendar date `YYYY-MM-DD` that exists. */
export const CalendarDate: Schema.Codec<string> = Schema.String.check(
  Schema.makeFilter((text: string) => isCalendarDate(text) || "must be a calendar date YYYY-MM-DD"),
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
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(text)
  if (parts === null) return false
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  const leapDay = month === 2 && (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)) ? 1 : 0
  const days = daysInMonth[month - 1]
  return days !== undefined && day >= 1 && day <= days + leapDay
}
