import { deepStrictEqual, strictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { lineTextOf, textOfLine } from "../../src/cli/line_text.ts"

Deno.test("lineTextOf keeps a line as it is, and escapes the line breaks of several", () => {
  deepStrictEqual(lineTextOf("C:\\new"), { line: "C:\\new", isEscaped: false })
  deepStrictEqual(lineTextOf("C:\\new\n\ttwo"), { line: "C:\\\\new\\n\\ttwo", isEscaped: true })
  strictEqual(lineTextOf("a\u001b[2J"), undefined)
  strictEqual(lineTextOf("a\u0085"), undefined)
  strictEqual(textOfLine("a\\n\\x\\", true), "a\n\\x\\")
})

Deno.test("textOfLine gives back the text that lineTextOf made a line of", async () => {
  const parts = Schema.Array(Schema.Literals(["a", "\\", "n", "r", "t", "\n", "\r", "\t", "é"]))
  const checked = await Effect.runPromise(Arbitrary.checkEffect(Arbitrary.schema(parts), (pieces) =>
    Effect.sync(() => {
      const text = pieces.join("")
      const written = lineTextOf(text)
      return written !== undefined && !/[\n\r\t]/u.test(written.line) &&
        textOfLine(written.line, written.isEscaped) === text
    }), { runs: 300, seed: 7 }))
  strictEqual(Arbitrary.formatCheckFailure(checked), undefined)
})
