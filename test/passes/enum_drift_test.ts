import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import * as Result from "effect/Result"
import { parseMarkdown } from "../../src/core/markdown/parse_markdown.ts"
import { applyEdits } from "../../src/core/edit/apply_edits.ts"
import { enumDrift } from "../../src/passes/enum_drift.ts"
import { readEnumerations } from "../../src/passes/enum_drift/read_enumerations.ts"
import { corpusOf } from "./corpus_of.ts"
import { type Files, lookWith, toldBy } from "./look_with.ts"

const look = lookWith(enumDrift)

function said(files: Files): readonly string[] {
  return toldBy(({ locator, what, route }) => `${locator} ${route}: ${what}`, look(files))
}

/** The enumerations of a text: line, key and values. */
function read(text: string): readonly string[] {
  return readEnumerations(parseMarkdown("a.md", text)).map(({ lines, key, values, open }) =>
    `${lines[0]} ${key}: ${values.join(" ")}${open ? " …" : ""}`
  )
}

const whole = "The `state` is one of `draft`, `active`, `done` or `dropped`.\n"
const part = "The `state` is one of `draft`, `active` or `done`.\n"

Deno.test("readEnumerations reads code, tables and sentences", () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['```yaml\nkind: {{optional — rule | lesson | plan. Default "plan".}}\n```\n', ["2 kind: rule lesson plan"]],
    ['```\n"kind": "a | b | c"\n```\n', ["2 kind: a b c"]],
    ['```ts\ninterface Item {\n  kind?: "a" | "b" | "c"\n}\n```\n', ["3 Item.kind: a b c"]],
    ["```ts\ntype Kind = 'a' | 'b' | 'c'\n```\n", ["2 Kind: a b c"]],
    ['```js\nkind: string, // "a" | "b" | "c" | ...\n```\n', ["2 kind: a b c …"]],
    ["Set `kind: a | b | c`.\n", ["1 kind: a b c"]],
    ["A `kind` (when present) not in `{a | b | c}` is wrong.\n", ["1 kind: a b c"]],
    ["`kind`: `a`, `b`, or `c`\n", ["1 kind: a b c"]],
    ["`kind` is, e.g., one of `a`, `b`, `c`.\n", []],
    ["For example, `kind` is one of `a`, `b`, `c`.\n", ["1 kind: a b c …"]],
    ["| key | values |\n|--|--|\n| `kind` | `a` \\| `b` \\| `c` |\n", ["3 kind: a b c"]],
    ["| key | values |\n|--|--|\n| **`kind`** | one of `a`, `b`, `c`, … |\n", ["3 kind: a b c …"]],
    ["| `kind` | use |\n|--|--|\n| `a` | x |\n| `b` (default) | y |\n| `c` | z |\n", ["3 kind: a b c"]],
  ]
  for (const [text, expected] of cases) deepStrictEqual(read(text), expected, text)
})

Deno.test("readEnumerations reads no types, commands, programs without quotes, quotes and pairs", () => {
  for (
    const text of [
      "```ts\nkind: string | number | Thing\n```\n",
      "```ts\nkind: A | B | C\n```\n",
      "```sh\nkind=a | b | c\n```\n",
      "```\nx = a || b || c\n```\n",
      "> ```\n> kind: a | b | c\n> ```\n",
      "> The `kind` is one of `a`, `b`, `c`.\n",
      "The `kind` is one of `a`, `b`.\n",
      "The `kind` and its neighbours `a`, `b`, `c`.\n",
      "`kind` `a`, `b`, `c`\n",
      "kind: some words | more words | and more\n",
    ]
  ) deepStrictEqual(read(text), [], text)
})

Deno.test("enumDrift finds the file whose list lacks a value", () => {
  const table = "| key | values |\n|--|--|\n| `state` | `draft` \\| `active` \\| `done` |\n"
  const files = { "a.md": whole, "b.md": `The authority is [a](a.md).\n\n${table}` }
  deepStrictEqual(said(files), ['b.md direct-fix: the list of "state" lacks "dropped", which a.md lists'])
  const [finding] = look(files).findings
  ok(finding?.edits)
  const texts = new Map(Object.entries(files))
  const mended = Result.getOrThrow(applyEdits(texts, finding.edits))
  deepStrictEqual(said(Object.fromEntries([...texts, ...mended])), [])
})

Deno.test("enumDrift leaves open which of two lists is right, and goes with the list that has all", () => {
  deepStrictEqual(said({ "a.md": part, "b.md": whole }), [
    'a.md proposal: the list of "state" lacks "dropped", which b.md lists',
  ])
  deepStrictEqual(said({ "a.md": part, "b.md": whole, "c.md": whole, "d.md": part }), [
    'a.md direct-fix: the list of "state" lacks "dropped", which b.md lists',
    'd.md direct-fix: the list of "state" lacks "dropped", which b.md lists',
  ])
  const renamed = whole.replace("dropped", "gone")
  deepStrictEqual(said({ "a.md": `[b](b.md) ${renamed}`, "b.md": whole, "c.md": whole }), [
    'a.md proposal: the list of "state" lacks "dropped", which b.md lists; has "gone", which b.md does not list',
  ])
})

Deno.test("enumDrift's guards", () => {
  const cases: readonly (readonly [string, Files])[] = [
    ["open list", { "b.md": part.replace("`active` or `done`", "`active`, `done`, …") }],
    ["part", { "b.md": `${whole}\n\n${part}` }],
    ["named elsewhere", { "b.md": `${part}\n\nNot yet: \`dropped\`.\n` }],
    ["on purpose", { "b.md": part.replace("is one of", "is one of").replace(".\n", " only.\n") }],
    ["the past", { "CHANGELOG.md": part }],
    ["template", { "templates/b.md": part }],
    ["test data", { "test/fixtures/b.md": part }],
    ["someone else's file", { "vendor/b.md": part }],
    ["another list", { "b.md": part, "c.md": "The `state` is one of `red`, `green`, `blue`.\n" }],
  ]
  for (const [why, files] of cases) {
    const path = Object.keys(files)[0] ?? ""
    deepStrictEqual(said({ "a.md": whole, ...files }), [`${path}: ${why}`], why)
  }
  const named = (values: string): string => `The \`sort\` is one of ${values}.\n`
  const [all, most] = [named("`all`, `some`, `only`, `no`"), named("`all`, `some`, `only`")]
  deepStrictEqual(said({ "a.md": all, "b.md": most, "c.md": all }), [
    'b.md direct-fix: the list of "sort" lacks "no", which a.md lists',
  ])
  const choice = "The `sort` is one of `a`, `b`, `c`.\n"
  const long = "The `sort` is one of `a`, `b`, `c`, `d`, `e`, `f`.\n"
  deepStrictEqual(said({ "a.md": long, "b.md": choice }), ["b.md: choice"])
  deepStrictEqual(said({ "a.md": long, "b.md": `${choice}See [a](a.md).\n` }).length, 1)
})

Deno.test("enumDrift says nothing of lists that agree, differ in order, or belong to different types", () => {
  deepStrictEqual(said({ "a.md": whole, "b.md": whole.replace("`draft`, `active`", "`active`, `draft`") }), [])
  const type = (name: string, last: string): string =>
    `\`\`\`ts\ninterface ${name} {\n  kind: "a" | "b" | "c" | "${last}"\n}\n\`\`\`\n`
  deepStrictEqual(said({ "a.md": type("One", "d"), "b.md": type("Two", "e") }), [])
  deepStrictEqual(said({ "a.md": type("One", "d"), "b.md": type("One", "e") }).length, 1)
})

Deno.test("enumDrift does not run where nothing is listed, and reports only what is in scope", () => {
  strictEqual(look({}).skip_reason, "no Markdown files")
  strictEqual(look({ "a.md": "# A\n" }).skip_reason, "no file lists the values of a key")
  const corpus = corpusOf(new Map([["a/x.md", part], ["b/x.md", whole], ["c/x.md", part]]), { scope: ["a"] })
  deepStrictEqual(enumDrift.look(corpus).findings.map(({ locator }) => locator), ["a/x.md"])
})

Deno.test("enumDrift compares no lists of a key that means something else everywhere", () => {
  const others = Object.fromEntries(
    Array.from({ length: 51 }, (_, n) => [`z${n}.md`, `The \`state\` is one of \`a${n}\`, \`b${n}\` or \`c${n}\`.\n`]),
  )
  deepStrictEqual(said({ "a.md": whole, "b.md": part, ...others }), [])
  const few = Object.fromEntries(Object.entries(others).slice(0, 2))
  deepStrictEqual(said({ "a.md": whole, "b.md": part, ...few }), ["b.md: another list"])
})

Deno.test("enumDrift follows a link with escapes to the list that counts", () => {
  const files = { "my list.md": whole, "b.md": `The authority is [it](my%20list.md).\n\n${part}` }
  deepStrictEqual(said(files), ['b.md direct-fix: the list of "state" lacks "dropped", which my list.md lists'])
})
