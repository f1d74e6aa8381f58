import * as Result from "effect/Result"
import { isCalendarDate } from "../schema/line.ts"
import { reasonProblem } from "./reason.ts"

/** Why a finding is not going to be fixed, and the last day on which that holds. */
export interface WaiverText {
  readonly reason: string
  readonly until?: string
}

/** Reads `REASON` or `REASON until YYYY-MM-DD`, on the day `today`. The failure is the problem, for a message. */
export function readWaiver(text: string, today: string): Result.Result<WaiverText, string> {
  const dated = /^(?:(.*)\s)?until\s+(\d\S*)$/isu.exec(text)
  const until = dated?.[2]
  const reason = dated === null ? text : (dated[1] ?? "").trim()
  const problem = untilProblem(until, today) ?? reasonProblem(reason)
  if (problem !== undefined) return Result.fail(problem)
  return Result.succeed({ reason, ...(until === undefined ? {} : { until }) })
}

/** What is wrong with the last day of a won't-fix, or `undefined`. */
export function untilProblem(until: string | undefined, today: string): string | undefined {
  if (until === undefined) return undefined
  if (!isCalendarDate(until)) return `"${until}" is no calendar date; write until YYYY-MM-DD`
  // Dates of this form order as their text does; the day itself still counts.
  if (until < today) return `${until} is past; give a date from ${today} on, or none`
  return undefined
}
