import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { parseYaml } from "../../../src/core/yaml/parse_yaml.ts"

Deno.test("parseYaml knows the lines of keys and values, and of the nearest when there is none", () => {
  const document = parseYaml("a:\n  b:\n    - x\n    - y: 1\n2: c\n")
  if (document._tag === "invalid") throw new Error(document.problem)
  deepStrictEqual(document.value, { a: { b: ["x", { y: 1 }] }, 2: "c" })
  deepStrictEqual([["a"], ["a", "b"], ["a", "b", 1, "y"], ["2"], ["a", "none"], []].map(document.lineOfKey), [
    1,
    2,
    4,
    5,
    1,
    1,
  ])
  deepStrictEqual([["a", "b"], ["a", "b", 1], ["a", "none"]].map(document.lineOfValue), [3, 4, 2])
})

Deno.test("parseYaml reads YAML 1.2: yes, no and dates are text", () => {
  const document = parseYaml("[yes, on, 2027-01-01, 0o7, TRUE, ~]")
  deepStrictEqual(document._tag === "document" && document.value, ["yes", "on", "2027-01-01", 7, true, null])
})

Deno.test("parseYaml refuses nesting and aliases without bound instead of following them", () => {
  const bomb = ["a: &a [x,x,x,x,x,x,x,x,x]"]
  for (const [to, from] of ["ba", "cb", "dc", "ed"]) bomb.push(`${to}: &${to} [${Array(9).fill(`*${from}`)}]`)
  const texts = [
    "[".repeat(100_000),
    "- ".repeat(5000) + "x",
    "? ".repeat(5000),
    Array.from({ length: 300 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n"),
    bomb.join("\n"),
  ]
  deepStrictEqual(texts.map((text) => parseYaml(text)._tag), Array(5).fill("invalid"))
  strictEqual(parseYaml("[".repeat(90) + "]".repeat(90))._tag, "document")
})
