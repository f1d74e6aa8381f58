import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { parseYaml } from "../../../src/core/yaml/parse_yaml.ts"
import { cpuTime } from "../../services/cpu_time.ts"

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

Deno.test("parseYaml refuses a key that is written twice, wherever, and names the line of the first", () => {
  const rows: readonly (readonly [text: string, line: number])[] = [
    ["a: 1\nb: 2\na: 3\n", 3],
    ["x:\n  a: 1\n  'a': 2\ny: 1\ny: 2\n", 3],
    ['- {"a": 1,\n "a": 2}\n', 2],
    ["? {b: 1,\n b: 2}\n: 1\n", 2],
  ]
  for (const [text, line] of rows) {
    deepStrictEqual(parseYaml(text), { _tag: "invalid", problem: "not YAML: Map keys must be unique", line })
  }
  strictEqual(parseYaml("a: {x: 1}\nb: {x: 1}\n1: a\n'1': b\n")._tag, "document")
})

Deno.test("parseYaml says what to do about several documents", () => {
  deepStrictEqual(parseYaml("a: 1\n---\nb: 1\n"), {
    _tag: "invalid",
    problem: "not YAML: multiple documents; keep one",
    line: 2,
  })
})

Deno.test("parseYaml takes time in proportion to the number of keys, and so do the lines of all of them", () => {
  const timeOf = (keys: number): number => {
    const text = Array.from({ length: keys }, (_, index) => `key-${index}: ${index}\n`).join("")
    const start = cpuTime()
    const document = parseYaml(text)
    if (document._tag === "invalid") throw new Error(document.problem)
    for (let index = 0; index < keys; index++) strictEqual(document.lineOfKey([`key-${index}`]), index + 1)
    return cpuTime() - start
  }
  timeOf(1000)
  const few = Math.min(timeOf(2000), timeOf(2000), timeOf(2000))
  // Ten times the keys: a hundred times the time when each is compared with each.
  strictEqual(timeOf(20_000) < 40 * Math.max(few, 10), true)
})
