import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import { tooDeepFunctions } from "../../../src/core/shell/nested_functions.ts"
import { readTooling } from "../../../src/core/transcript/analyze_transcript.ts"

Deno.test("tooDeepFunctions finds functions and coprocesses that are nested in one another", () => {
  const parts = [
    "f() ",
    "f()\n",
    "f ( )\\\n",
    "f() { ",
    "f() (\n",
    "f() { g; ( ",
    "f() if x; then ",
    "f() case a in a) ",
  ]
  const keywords = [
    "function f ",
    "function f()\n",
    "function f {\n",
    "coproc ",
    "coproc x { ",
    "coproc f() ",
    "f() coproc ",
  ]
  for (const part of [...parts, ...keywords]) {
    ok(tooDeepFunctions(`echo a\n${part.repeat(70)}`) < 70 * part.length, part)
    strictEqual(tooDeepFunctions(part.repeat(24)), Infinity, part)
  }
})

Deno.test("tooDeepFunctions lets pass any number of functions one after another, calls and prose", () => {
  const texts = [
    "f() { g; }\n",
    "f() {\n  if a; then (b); fi\n}\n",
    "f() (\n  a ${b} $(c)\n)\n",
    "function f { g; }\n",
    "function f() {\n  g\n}\n",
    "coproc x { y; }\n",
    "print(a)\n",
    "a()\nreturn b\n",
    "await a()\nb()\n",
    "the function reads (see below) what coproc writes\n",
    "function f(a, b) {\n  return g(a()) + `${b}`\n}\n",
    "class A {\n  b() {\n    c()\n  }\n}\n",
    "const f = () => { g() }\n",
    "a) echo ;; }\n",
  ]
  for (const text of texts) strictEqual(tooDeepFunctions(text.repeat(500)), Infinity, text)
  strictEqual(tooDeepFunctions(texts.join("").repeat(100)), Infinity)
})

Deno.test("readTooling finds what stands after functions that are nested too deep", () => {
  const { uses } = readTooling(`gh a\n${"f() { ".repeat(300)}\ngh b\n`)
  deepStrictEqual(uses.map(({ segment }) => segment), ["gh a", "gh b"])
})
