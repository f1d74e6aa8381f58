import { parseStatus } from "../schema/status.ts"

/** Whether a won't-fix still holds, and until when one that is over was meant to. */
export type Waiver = { readonly _tag: "none" | "holds" } | { readonly _tag: "over"; readonly until: string }

/**
 * Reads the won't-fix of a status. Its date is the last day on which it holds. Words that stand where the date stands and
 * are no date (`until 2027-02-30`) do not extend it for ever: it is over.
 */
export function waiverOf(status: string, today: string): Waiver {
  const value = parseStatus(status)
  if (value?._tag !== "wont_fix") return { _tag: "none" }
  const until = value.until ?? /(?:^| )until (\d\S*)$/u.exec(value.reason)?.[1]
  if (until === undefined || (value.until !== undefined && until >= today)) return { _tag: "holds" }
  return { _tag: "over", until }
}
