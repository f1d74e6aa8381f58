import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { isCalendarDate } from "../core/schema/line.ts"

/**
 * The date of a run is no calendar date: a report that holds it could not be read again. Nothing was read or written.
 *
 * @example
 * ```ts
 * import { TodayInvalid } from "@retro/cli"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(
 *   new TodayInvalid({ today: "1 March" }).message,
 *   'Cannot run on "1 March": today must be a calendar date YYYY-MM-DD',
 * )
 * ```
 */
export class TodayInvalid extends Data.Error<{ readonly today: string }> {
  /** Tells the error from others, as for `Effect.catchTag`. */
  readonly _tag = "TodayInvalid"
  /** What a log calls the error. */
  override readonly name = "TodayInvalid"
  /** What failed, why, and the next step. */
  override get message(): string {
    return `Cannot run on "${this.today}": today must be a calendar date YYYY-MM-DD`
  }
}

/** Fails when the date of a run is none. */
export function checkToday(today: string): Effect.Effect<void, TodayInvalid> {
  return isCalendarDate(today) ? Effect.void : Effect.fail(new TodayInvalid({ today }))
}
