import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import { evidenceOf, shown } from "../../../src/passes/outcome/evidence.ts"

Deno.test("evidenceOf quotes lines once and in their order, and none that is blank or not there", () => {
  const lines = ["# A", "  ", " b ", ""]
  deepStrictEqual(evidenceOf({ path: "a.md", lines }, [3, 1, 3, 2, 9]), [
    { path: "a.md", line: 1, quote: "# A" },
    { path: "a.md", line: 3, quote: "b" },
  ])
})

Deno.test("evidenceOf quotes the first twenty of many lines", () => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`)
  const quoted = evidenceOf({ path: "a.md", lines }, lines.map((_, index) => index + 1))
  deepStrictEqual(quoted.map(({ line }) => line), Array.from({ length: 20 }, (_, index) => index + 1))
})

Deno.test("evidenceOf quotes the part of a long line that holds the subject, and splits no character", () => {
  for (const before of [0, 150, 199, 200, 500]) {
    for (const filler of ["x", "\u{1F40E}", "é"]) {
      const line = `${filler.repeat(before)} subject ${filler.repeat(400)}`
      const [evidence] = evidenceOf({ path: "a.md", lines: [line] }, [1], "subject")
      ok(evidence !== undefined && evidence.quote.includes("subject"), `${before} ${filler}`)
      ok(evidence.quote.length <= 200 && line.includes(evidence.quote) && evidence.quote.isWellFormed())
    }
  }
})

Deno.test("shown cuts a text that nobody reads, and writes it on one line", () => {
  strictEqual(shown("a\nb"), "a%0Ab")
  strictEqual(shown("x".repeat(200)), "x".repeat(200))
  strictEqual(shown("x".repeat(201)), `${"x".repeat(200)}…`)
})
