import * as Result from "effect/Result"
import { isMapping } from "../foreign/foreign_value.ts"
import { isDeeperThan } from "../foreign/nesting.ts"
import { redact, redactValue } from "../redact/redact.ts"

/** How deep a value may be nested. */
const deepest = 200

/** One value of an answer, at its place in it. */
export interface AnswerItem {
  /** `line 3`, or `item 3` of an answer that is one list. */
  readonly place: string
  readonly value: Result.Result<unknown, string>
}

/** The values of an answer: one a line, or those of a list when the answer is one. Blank lines hold none. */
export function answerItems(answer: string): readonly AnswerItem[] {
  const text = answer.replace(/^\uFEFF/u, "")
  const list = isList(text) ? jsonOf(text) : undefined
  if (list !== undefined && Result.isSuccess(list) && Array.isArray(list.success)) {
    return list.success.map((value: unknown, index) => ({ place: `item ${index + 1}`, value: checked(value) }))
  }
  return text.split("\n").flatMap((line, index) =>
    line.trim() === "" ? [] : [{ place: `line ${index + 1}`, value: Result.flatMap(jsonOf(line), checked) }]
  )
}

function jsonOf(text: string): Result.Result<unknown, string> {
  return Result.try({
    try: (): unknown => JSON.parse(text),
    catch: (error) => `is not JSON (${error instanceof Error ? error.message : String(error)})`,
  })
}

function checked(value: unknown): Result.Result<unknown, string> {
  if (isDeeperThan(deepest, value)) return Result.fail(`is nested deeper than ${deepest} levels`)
  return isMapping(value) ? Result.succeed(value) : Result.fail("is no JSON object")
}

/**
 * An answer without secrets, with every value at its place. A line without any stays as it is to the byte; so does what
 * is no JSON, but for its secrets.
 */
export function redactAnswer(answer: string): string {
  // A list over several lines cannot be read line by line.
  const list = isList(answer) ? redactJson(answer) : undefined
  return list ?? answer.split("\n").map((line) => redactJson(line) ?? redact(line)).join("\n")
}

function isList(text: string): boolean {
  return text.replace(/^\uFEFF/u, "").trimStart().startsWith("[")
}

/** A JSON text without secrets; `undefined` when it is none. */
function redactJson(text: string): string | undefined {
  const value = jsonOf(text.replace(/^\uFEFF/u, ""))
  if (Result.isFailure(value) || isDeeperThan(deepest, value.success)) return undefined
  const redacted = redactValue(value.success)
  return redacted === value.success ? text : JSON.stringify(redacted)
}
