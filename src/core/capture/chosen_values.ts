import * as Result from "effect/Result"

/** Values of which some are offered by number. */
export interface OfferedValues {
  readonly offered: readonly string[]
  /** What another value looks like. */
  readonly others: RegExp
  /** The same in words, for a message. */
  readonly form: string
}

/**
 * Reads `1, 3, word`: the numbers of offered values, and values of their own, separated by commas; numbers alone may be
 * separated by blanks. The failure is the problem, for a message.
 */
export function chosenValues(
  answer: string,
  { offered, others, form }: OfferedValues,
): Result.Result<readonly string[], string> {
  const items = answer.split(/^[\d\s,]+$/u.test(answer) ? /[\s,]+/u : ",").map((item) => item.trim())
    .filter((item) => item !== "")
  const values = new Set<string>()
  for (const item of items) {
    const value = /^\d+$/u.test(item) ? offered[Number(item) - 1] : valueOf(item, offered, others)
    if (value === undefined) {
      return Result.fail(`"${item}" cannot be taken; write ${numbersOf(offered)}${form}`)
    }
    values.add(value)
  }
  return Result.succeed([...values])
}

function valueOf(item: string, offered: readonly string[], others: RegExp): string | undefined {
  const known = offered.find((value) => value.toLowerCase() === item.toLowerCase())
  const word = item.toLowerCase().replace(/\s+/gu, "-")
  return known ?? (others.test(word) ? word : undefined)
}

function numbersOf({ length }: readonly string[]): string {
  return length === 0 ? "" : length === 1 ? "1, or " : `a number from 1 to ${length}, or `
}
