import * as Result from "effect/Result"
import { isCalendarDate } from "../schema/line.ts"
import { dayInWords } from "./day_in_words.ts"
import { leadingId } from "./leading_id.ts"
import { reasonProblem } from "./reason.ts"

/** Why a finding is not going to be fixed, and the last day on which that holds. */
export interface WaiverText {
  readonly reason: string
  readonly until?: string
}

/** What the text of a won't-fix is read with. */
export interface WaiverContext {
  /** `YYYY-MM-DD`: a last day before it is refused. */
  readonly today: string
  /** The ids of the report: a reason that begins with one is refused. */
  readonly known: ReadonlySet<string>
}

/** Reads `REASON` or `REASON until YYYY-MM-DD`. The failure is the problem, for a message. */
export function readWaiver(text: string, { today, known }: WaiverContext): Result.Result<WaiverText, string> {
  const dated = /^(?:(.*)\s)?until\s+(\d\S*)$/isu.exec(text)
  const until = dated?.[2] ?? dayInWords(text)
  const reason = dated === null ? text : (dated[1] ?? "").trim()
  const problem = untilProblem(until, today) ?? idProblem(reason, known) ?? reasonProblem(reason)
  if (problem !== undefined) return Result.fail(problem)
  return Result.succeed({ reason, ...(until === undefined ? {} : { until }) })
}

function idProblem(reason: string, known: ReadonlySet<string>): string | undefined {
  const id = leadingId(reason, known)
  return id === undefined ? undefined : `the reason begins with "${id}", which is an id; ` +
    "write one wontfix ID REASON for each id, or begin the reason with another word"
}

/** What is wrong with the last day of a won't-fix, or `undefined`. */
export function untilProblem(until: string | undefined, today: string): string | undefined {
  if (until === undefined) return undefined
  if (!isCalendarDate(until)) return `"${until}" is no calendar date; write until YYYY-MM-DD`
  // Dates of this form order as their text does; the day itself still counts.
  if (until < today) return `${until} is past; give a date from ${today} on, or none`
  return undefined
}
