import { isCalendarDate } from "../schema/line.ts"
import { parseStatus } from "../schema/status.ts"

/** Whether a won't-fix still holds, and what is said of one that does not. */
export type Waiver =
  | { readonly _tag: "none" | "holds" }
  | { readonly _tag: "over"; readonly reason: string; readonly until: string; readonly why: OverBecause }

/** Why a won't-fix is over. */
type OverBecause = "past" | "no date" | "no reason"

/**
 * Reads the won't-fix of a status. Its date is the last day on which it holds. Words that stand where the date stands and
 * are no date (`until 2027-02-30`) do not extend it for ever: it is over. So is one that has a date and no reason.
 */
export function waiverOf(status: string, today: string): Waiver {
  const value = parseStatus(status)
  if (value?._tag !== "wont_fix") return { _tag: "none" }
  if (value.until !== undefined) {
    if (value.until >= today) return { _tag: "holds" }
    return { _tag: "over", reason: value.reason, until: value.until, why: "past" }
  }
  const [end, until] = /(?:^| )until (\d\S*)$/u.exec(value.reason) ?? []
  if (end === undefined || until === undefined) return { _tag: "holds" }
  const reason = value.reason.slice(0, -end.length)
  return { _tag: "over", reason, until, why: isCalendarDate(until) ? "no reason" : "no date" }
}

const because: { readonly [why in OverBecause]: (reason: string, until: string) => string } = {
  "past": (reason, until) => `the won't-fix "${reason}" was until ${until}, which is over`,
  "no date": (reason, until) => `the won't-fix "${reason}" does not hold, its end "${until}" is no date`,
  "no reason": (_reason, until) => `the won't-fix until ${until} does not hold, it has no reason`,
}

/** The warnings about won't-fixes that are over, of the rows that this concerns: their status keeps nothing of them. */
export function overdueWarnings(
  rows: readonly { readonly id: string; readonly status: string }[],
  today: string,
): readonly string[] {
  return rows.flatMap(({ id, status }) => {
    const waiver = waiverOf(status, today)
    if (waiver._tag !== "over") return []
    return [`${id}: ${because[waiver.why](waiver.reason, waiver.until)}; the finding is open again`]
  })
}
