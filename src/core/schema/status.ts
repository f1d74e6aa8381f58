import * as Schema from "effect/Schema"
import { isCalendarDate, isLine } from "./line.ts"

/** What a finding's status says: the tagged form of {@link Status}. */
export type StatusValue =
  | { readonly _tag: "open" | "applied" | "skipped" }
  | { readonly _tag: "wont_fix"; readonly reason: string; readonly until?: string }

/**
 * Reads a status; `undefined` when the text is none (Status).
 * `wont_fix: reason` is accepted besides `wont_fix:reason`; a trailing ` until YYYY-MM-DD` is the date, inclusive.
 *
 * @example
 * ```ts
 * import { parseStatus } from "@retro/cli/core"
 * import { deepStrictEqual } from "node:assert/strict"
 * deepStrictEqual(parseStatus("wont_fix:by design until 2027-01-31"), { _tag: "wont_fix", reason: "by design", until: "2027-01-31" })
 * deepStrictEqual(parseStatus("fixed"), undefined)
 * ```
 */
export function parseStatus(text: string): StatusValue | undefined {
  const status = text.trim()
  if (status === "open" || status === "applied" || status === "skipped") return { _tag: status }
  if (!status.startsWith("wont_fix:")) return undefined
  const rest = status.slice("wont_fix:".length).trim()
  const dated = /^(.+) until (\d{4}-\d{2}-\d{2})$/u.exec(rest)
  const [reason, until] = dated !== null && isCalendarDate(dated[2] ?? "")
    ? [dated[1] ?? "", dated[2]]
    : [rest, undefined]
  if (!isLine(reason)) return undefined
  return until === undefined ? { _tag: "wont_fix", reason } : { _tag: "wont_fix", reason, until }
}

/**
 * Writes a status: the inverse of {@link parseStatus}.
 *
 * @example
 * ```ts
 * import { formatStatus } from "@retro/cli/core"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(formatStatus({ _tag: "wont_fix", reason: "by design" }), "wont_fix:by design")
 * ```
 */
export function formatStatus(status: StatusValue): string {
  if (status._tag !== "wont_fix") return status._tag
  return `wont_fix:${status.reason}${status.until === undefined ? "" : ` until ${status.until}`}`
}

const message = 'must be "open", "applied", "skipped" or "wont_fix:<reason>"'

/**
 * `open`, `applied`, `skipped` or `wont_fix:<reason>`, the last with an optional ` until YYYY-MM-DD`.
 *
 * @example
 * ```ts
 * import { Status } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual } from "node:assert/strict"
 * const texts = ["open", "wont_fix:by design until 2027-01-31", "wont_fix:", "fixed"]
 * deepStrictEqual(texts.map((text) => Schema.is(Status)(text)), [true, true, false, false])
 * ```
 */
export const Status: Schema.Codec<string> = Schema.String.check(
  Schema.isPattern(/^(?:open|applied|skipped|wont_fix:.+)$/u, { message }),
  Schema.makeFilter((text: string) => parseStatus(text) !== undefined || message),
)
