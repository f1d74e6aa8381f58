/** An answer that may have to be waited for. */
export interface Answer {
  readonly status: number
  /** By lower-case name. */
  readonly headers: { readonly [name: string]: string | undefined }
  readonly text: string
}

const secondaryLimit = /secondary rate limit|abuse detection/iu
const anyLimit = /rate limit|abuse detection/iu
/** What GitHub asks for when it limits and names no time. */
const minute = 60_000
/** The first pause after a failure of the server, in milliseconds; each further one is twice as long. */
const firstPause = 500

/** Whether GitHub did nothing, since too much is asked of it: with 429, or with a 403 that is not about permissions. */
export function isRateLimited({ status, headers, text }: Answer): boolean {
  return status === 429 ||
    status === 403 && (headers["retry-after"] !== undefined || isExhausted(headers) || anyLimit.test(text))
}

/**
 * How long to wait before the next try, in milliseconds: as the answer asks, else a minute when it is a secondary limit
 * (twice as long each time), else a short pause. `tries` counts those that failed; `now` is in milliseconds since 1970.
 */
export function pauseAfter(answer: Answer, tries: number, now: number): number {
  const { headers, text } = answer
  const asked = secondsOf(headers["retry-after"], now) ?? (isExhausted(headers) ? untilReset(headers, now) : undefined)
  if (asked !== undefined) return asked
  return isRateLimited(answer) && secondaryLimit.test(text) ? minute * 2 ** (tries - 1) : pauseOf(tries)
}

/** The pause after so many failures that say nothing about time, in milliseconds. */
export function pauseOf(tries: number): number {
  return firstPause * 2 ** (tries - 1)
}

function isExhausted(headers: Answer["headers"]): boolean {
  return headers["x-ratelimit-remaining"]?.trim() === "0"
}

/** `retry-after` holds seconds, or a date. */
function secondsOf(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined
  const pause = /^\s*\d{1,9}\s*$/u.test(value) ? Number(value) * 1000 : Date.parse(value) - now
  return Number.isNaN(pause) ? undefined : Math.max(0, pause)
}

/** The second of the reset itself still counts to the old window. */
function untilReset(headers: Answer["headers"], now: number): number | undefined {
  const reset = headers["x-ratelimit-reset"]?.trim() ?? ""
  return /^\d{1,11}$/u.test(reset) ? Math.max(0, Number(reset) * 1000 + 1000 - now) : undefined
}
