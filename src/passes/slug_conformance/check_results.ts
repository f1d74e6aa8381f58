import * as Result from "effect/Result"
import { isMapping } from "../../core/foreign/foreign_value.ts"

const expected = 'expected {"<slug>": {"<number of the criterion, or its command>": "pass" or "fail"}}'

/** The results of a slug in a result file, by number or command of the criterion; fails with why nobody can tell them. */
export function checkResults(text: string, slug: string): Result.Result<ReadonlyMap<string, string>, string> {
  const parsed = Result.try({
    try: (): unknown => JSON.parse(text.replace(/^\uFEFF/u, "")),
    catch: () => `it is not JSON; ${expected}`,
  })
  return Result.flatMap(parsed, (value) => {
    if (!isMapping(value)) return Result.fail(`it holds ${named(value)}; ${expected}`)
    const flat = Object.entries(value).find(([, one]) => !isMapping(one))
    if (flat !== undefined) return Result.fail(`${JSON.stringify(flat[0])} is ${named(flat[1])}; ${expected}`)
    const own = Object.hasOwn(value, slug) ? value[slug] : {}
    const results = Object.entries(isMapping(own) ? own : {}).map(([key, one]) => [key, one] as const)
    const wrong = results.find(([, one]) => one !== "pass" && one !== "fail")
    if (wrong !== undefined) {
      return Result.fail(`${JSON.stringify(wrong[0])} of ${JSON.stringify(slug)} is ${named(wrong[1])}; ${expected}`)
    }
    return Result.succeed(new Map(results.map(([key, one]) => [key, String(one)])))
  })
}

function named(value: unknown): string {
  if (Array.isArray(value)) return "a list"
  if (isMapping(value)) return "an object"
  return JSON.stringify(value).slice(0, 60)
}
