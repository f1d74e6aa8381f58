import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Flag from "effect/cli/Flag"
import { CalendarDate } from "../core/schema/line.ts"

/** `--today DATE`: the only clock of a run, so that it can be repeated. */
export const todayFlag: Flag.Flag<Option.Option<string>> = Flag.String("today").pipe(
  Flag.withSchema(CalendarDate),
  Flag.withDescription("The date of the run, YYYY-MM-DD (default: today, UTC)"),
  Flag.withMetavar("DATE"),
  Flag.optional,
)

/** The date of a run: what `--today` says, else the clock's, in UTC. */
export function dateOf(today: Option.Option<string>): Effect.Effect<string> {
  return Option.match(today, {
    onSome: Effect.succeed,
    onNone: () =>
      Effect.map(Clock.currentTimeMillis, (millis) => DateTime.formatIsoDateUtc(DateTime.makeUnsafe(millis))),
  })
}

/** The time of a record: ISO 8601, UTC, milliseconds. */
export const timeNow: Effect.Effect<string> = Effect.map(
  Clock.currentTimeMillis,
  (millis) => DateTime.formatIso(DateTime.makeUnsafe(millis)),
)
