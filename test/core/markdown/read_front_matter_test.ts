import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { parse } from "yaml"
import { readFrontMatter } from "../../../src/core/markdown/read_front_matter.ts"

function problemOf(yaml: string): string {
  const front = readFrontMatter(`---\n${yaml}\n---\n`)
  return front._tag === "invalid" ? front.problem : front._tag
}

/** Values as JSON: mappings have no prototype, which a strict comparison would see. */
function valuesOf(text: string): unknown {
  const front = readFrontMatter(text)
  return front._tag === "mapping" ? JSON.parse(JSON.stringify(front.values)) : front
}

Deno.test("readFrontMatter reads values by YAML 1.2 and keeps dates as text", () => {
  deepStrictEqual(
    valuesOf("---\ndate: 2026-01-31\nbad: 2025-30-01\nn: 012\nyes: no\nlist: [a, 1, null]\nmap:\n  a: true\n---\n"),
    { date: "2026-01-31", bad: "2025-30-01", n: 12, yes: "no", list: ["a", 1, null], map: { a: true } },
  )
})

Deno.test("readFrontMatter tells the lines of keys and of the end", () => {
  for (const end of ["\n", "\r\n"]) {
    const front = readFrontMatter(["---", "# note", "a: 1", "b:", "  c: 2", "", "d: x", "---", "# Title"].join(end))
    ok(front._tag === "mapping")
    deepStrictEqual({ ...front.lines }, { a: 3, b: 4, d: 7 })
    strictEqual(front.end_line, 8)
  }
})

Deno.test("readFrontMatter reads only a block that starts on line 1 and ends", () => {
  for (
    const text of [
      "",
      "# a\n---\nb: 1\n---\n",
      "\n---\na: 1\n---\n",
      "---\na: 1\n",
      "----\na: 1\n----\n",
      " ---\na: 1\n---",
    ]
  ) {
    strictEqual(readFrontMatter(text)._tag, "absent", text)
  }
  deepStrictEqual(valuesOf("---\n---"), {})
  deepStrictEqual(valuesOf("---\n\n---\n"), {})
  deepStrictEqual(valuesOf("\uFEFF---  \na: b\n---\t\n"), { a: "b" })
})

Deno.test("readFrontMatter refuses what is no mapping, repeats keys, expands without bound, is too long or too deep", () => {
  strictEqual(problemOf("text"), "front matter is not a mapping of keys to values")
  strictEqual(problemOf("- a"), "front matter is not a mapping of keys to values")
  ok(problemOf("a: 1\na: 2").includes("unique"))
  ok(problemOf("a: x\na: y").includes("unique"))
  const bomb = Array.from({ length: 9 }, (_, level) => `k${level + 1}: &k${level + 1} [${`*k${level}, `.repeat(9)}]`)
  ok(problemOf(["k0: &k0 [x]", ...bomb].join("\n")).includes("aliases"))
  ok(problemOf("a: &x [*x]").includes("nested"))
  deepStrictEqual(valuesOf("---\na: &x [1]\nb: *x\n---\n"), { a: [1], b: [1] })
  ok(problemOf(`a: ${"x".repeat(70_000)}`).includes("longer"))
  for (const deep of ["[".repeat(30_000), "- ".repeat(30_000), `a: ${"{b: ".repeat(120)}`, nested(120)]) {
    ok(problemOf(deep).includes("nested"), problemOf(deep))
  }
  strictEqual(problemOf(nested(60)), "mapping")
  strictEqual(readFrontMatter("---\nok: 1\nbad: [\n---\n")._tag, "invalid")
})

function nested(levels: number): string {
  return Array.from({ length: levels }, (_, level) => `${" ".repeat(level)}k:`).join("\n")
}

Deno.test("readFrontMatter has no key that the file does not have", () => {
  const front = readFrontMatter("---\n__proto__: x\nnested:\n  __proto__: {y: 1}\n---\n")
  ok(front._tag === "mapping")
  strictEqual(front.values["__proto__"], "x")
  strictEqual(front.values["constructor"], undefined)
  strictEqual(front.lines["toString"], undefined)
})

const piece = Schema.Literals([
  "a",
  "b",
  "name",
  ": ",
  ":",
  "value",
  "2026-01-31",
  "true",
  "null",
  "12",
  "0x1",
  ".inf",
  "'",
  '"',
  "#",
  " # ",
  " ",
  "-",
  "- ",
  "[",
  "]",
  "{",
  "}",
  ", ",
  "&x ",
  "*x",
  "!t ",
  "|",
  ">",
  "? ",
  "<<",
  "%",
  "@",
  "`",
  "\t",
  "\n",
  "\n",
  "\n  ",
])

Deno.test("readFrontMatter never throws, and gives the library's values where it gives any", async () => {
  const texts = Arbitrary.array(Arbitrary.schema(piece), { maxLength: 24 })
  let mappings = 0
  const checked = await Effect.runPromise(Arbitrary.checkEffect(texts, (pieces) => {
    const yaml = pieces.join("")
    const front = readFrontMatter(`---\n${yaml}\n---\n`)
    if (front._tag !== "mapping" || /^---/mu.test(yaml)) return true
    mappings++
    deepStrictEqual(
      JSON.parse(JSON.stringify(front.values)),
      JSON.parse(JSON.stringify(parse(yaml, { schema: "core", logLevel: "silent" }) ?? {})),
      yaml,
    )
    return true
  }, { runs: 5000, seed: 21 }))
  strictEqual(Arbitrary.formatCheckFailure(checked), undefined)
  ok(mappings > 100)
})

Deno.test("readFrontMatter lets brackets go on at the start of a line, as the readers of sites do", () => {
  const whole = [
    "id: Scatter",
    "parts: [ # those, too]",
    "'Axis', \"it's ]\",",
    "# none: [",
    "don't,",
    "]",
    "deep: {a: [",
    "1], b: 2",
    "}",
    "note: last",
  ]
  deepStrictEqual(valuesOf(`---\r\n${whole.join("\r\n")}\r\n---\r\n`), {
    id: "Scatter",
    parts: ["Axis", "it's ]", "don't"],
    deep: { a: [1], b: 2 },
    note: "last",
  })
  const front = readFrontMatter(`---\n${whole.join("\n")}\n---\n`)
  deepStrictEqual(front._tag === "mapping" ? { ...front.lines } : front, { id: 2, parts: 3, deep: 8, note: 11 })
  for (const broken of ["a: [\n1\nb: 2", "a: [\n1\n]\nb: c: d", "a: [\n1\n}", "a: {\nb: 1\n}\na: 2", "a: [\n1\n] x"]) {
    strictEqual(readFrontMatter(`---\n${broken}\n---\n`)._tag, "invalid", broken)
  }
})
