import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { deepStrictEqual } from "node:assert/strict"
import { parseJson } from "../../../src/core/foreign/parse_json.ts"
import { holds } from "../gate/foreign_json.ts"

Deno.test("parseJson refuses what is no JSON, and what is nested more than 200 levels deep", () => {
  const nested = (depth: number, inside = ""): string => "[".repeat(depth) + inside + "]".repeat(depth)
  for (const text of ["", "{", "[1,]", "'a'", "nul", '"', '"\\"']) {
    deepStrictEqual(parseJson(text), Result.fail("not JSON"), text)
  }
  for (const text of [nested(201), "[".repeat(100_000), '{"a":'.repeat(201), `["]"${nested(200)}`]) {
    deepStrictEqual(parseJson(text), Result.fail("too deep"))
  }
  deepStrictEqual(Result.isSuccess(parseJson(nested(200, '"\\\\"'))), true)
})

Deno.test("parseJson counts no bracket of a string, whatever is escaped in it", () => {
  const brackets = "[{".repeat(300)
  for (const text of [brackets, `\\${brackets}`, `"${brackets}\\"`, `\\\\"${brackets}`]) {
    deepStrictEqual(parseJson(JSON.stringify({ [text]: [text, text] })), Result.succeed({ [text]: [text, text] }))
  }
  deepStrictEqual(parseJson('\ufeff[["a"], "b"]'), Result.succeed([["a"], "b"]))
})

Deno.test("parseJson gives what JSON.parse gives", () =>
  holds(Arbitrary.schema(Schema.Json), (value) => {
    const text = JSON.stringify(value)
    return JSON.stringify(Result.getOrThrow(parseJson(text))) === text
  }))
