import * as Result from "effect/Result"
import { quoted } from "../core/foreign/foreign_value.ts"
import { deepestJson, type JsonProblem, parseJson } from "../core/foreign/parse_json.ts"
import type { Failure, FailureKind } from "./failure.ts"
import { isThere, type Option } from "./option.ts"

/** What is said of each problem. The words of parsers differ, so none of them is quoted. */
const problems: {
  readonly [problem in JsonProblem]: { readonly kind: FailureKind; readonly say: (text: string) => string }
} = {
  "not JSON": { kind: "not-json", say: (text) => `${quoted(text)} is not JSON; pass one JSON text` },
  "too deep": { kind: "too-deep", say: () => `it is nested more than ${deepestJson} levels deep; pass another` },
}

/** The value of a JSON text that was passed as an argument. */
export function readJson(argument: string, text: string): Result.Result<unknown, Failure> {
  return Result.mapError(parseJson(text), (problem): Failure => {
    const { kind, say } = problems[problem]
    return { kind, argument, message: `Cannot read ${argument}: ${say(text)}` }
  })
}

/** The same of an argument that may be left out. */
export function readOptionalJson(argument: string, text: Option<string>): Result.Result<unknown, Failure> {
  return isThere(text) ? readJson(argument, text) : Result.succeed(undefined)
}
