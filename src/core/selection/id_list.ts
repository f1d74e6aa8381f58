import * as Result from "effect/Result"
import { findingId } from "../schema/finding_id.ts"

const idPattern = /^r?0*(\d{1,15})$/iu

/** The id that a user means by `R007`, `r7` or `7`; `undefined` when the word is none. */
export function readId(word: string): string | undefined {
  const digits = idPattern.exec(word)?.[1]
  return digits === undefined ? undefined : findingId(Number(digits))
}

/**
 * Reads `1, R3 5-7`: ids and ranges, each once, in the order written. Every id of a range must be known.
 * The failure is the problem, for a message.
 */
export function readIds(text: string, known: ReadonlySet<string>): Result.Result<readonly string[], string> {
  const words = text.replace(/\s*-\s*/gu, "-").split(/[\s,]+/u).filter((word) => word !== "")
  if (words.length === 0) return Result.fail("no id is given; write for example 1, 3 or R001-R004")
  const ids = new Set<string>()
  for (const word of words) {
    const read = readWord(word, known)
    if (Result.isFailure(read)) return Result.fail(read.failure)
    for (const id of read.success) ids.add(id)
  }
  return Result.succeed([...ids])
}

function readWord(word: string, known: ReadonlySet<string>): Result.Result<readonly string[], string> {
  const ends = word.split("-")
  const [first, last] = [readId(ends[0] ?? ""), readId(ends[1] ?? ends[0] ?? "")]
  if (ends.length > 2 || first === undefined || last === undefined) {
    return Result.fail(`"${word}" is neither an id nor a range; write for example 3, R003 or 3-7`)
  }
  const [from, to] = [Number(first.slice(1)), Number(last.slice(1))]
  if (from > to) return Result.fail(`the range "${word}" runs backwards; write ${to}-${from}`)
  const ids: string[] = []
  for (let number = from; number <= to; number++) {
    const id = findingId(number)
    // Stops at the first unknown id, so that a range as long as the numbers are costs nothing.
    if (!known.has(id)) return Result.fail(unknownId(id, from === to ? undefined : word))
    ids.push(id)
  }
  return Result.succeed(ids)
}

/** The problem with an id that the report does not hold. */
export function unknownId(id: string, range?: string): string {
  const place = range === undefined ? "" : ` of the range "${range}"`
  return `the report holds no ${id}${place}; take ids from its findings table`
}
