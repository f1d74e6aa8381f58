import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import { runInNewContext } from "node:vm"
import { type FunctionPlace, placeOf } from "../../build/called_at_start.ts"
import { withFastStart } from "../../build/fast_start.ts"

/** The place of a part of a text that stands there once. */
function placeIn(text: string, part: string): FunctionPlace {
  const start = text.indexOf(part)
  return placeOf({ start, end: start + part.length })
}

Deno.test("what a start calls is put into parentheses, where that changes nothing", () => {
  const text = [
    "var a=e=>t=>e+t,b=function(){return 2},c=(()=>3);",
    "function d(){return 4}",
    "class E{f(){return 5}}",
    "var g={h(){return 6},i:()=>7,j:()=>8};",
    "[a(1)(1),b(),c(),d(),new E().f(),g.h(),g.i(),g.j(),b.name]",
  ].join("\n")
  const called = [
    "e=>t=>e+t",
    "t=>e+t",
    "function(){return 2}",
    "()=>3",
    "function d(){return 4}",
    "f(){return 5}",
    "h(){return 6}",
    "()=>7",
  ]
  const faster = withFastStart(text, new Set(called.map((part) => placeIn(text, part))))
  strictEqual(
    faster,
    text.replace("e=>t=>e+t", "(e=>(t=>e+t))").replace("function(){return 2}", "(function(){return 2})")
      .replace("()=>7", "(()=>7)"),
  )
  deepStrictEqual([...runInNewContext(faster)], [2, 2, 3, 4, 5, 6, 7, 8, "b"])
})

Deno.test("patterns are written in ASCII, and match the same", () => {
  const patterns = [/[–—]x/, /^\\—$/, /^[✓✔✅]\uFE0F?$/u, /\p{L}’/gu, /😀+$/u, /^[a-é]$/i, /🅰|ſ/iu]
  // An escape that means nothing stands only in a pattern without `u`.
  const text = `[${[...patterns.map(String), "/^\\\\—$/", "/^\\—$/"].join(",")}]`
  const faster = withFastStart(text, new Set())
  ok(/^[\0-\x7f]*$/.test(faster), faster)
  const [before, after]: readonly (readonly RegExp[])[] = [runInNewContext(text), runInNewContext(faster)]
  const samples = ["–x", "x", "\\—", "—", "✅", "✔\uFE0F", "✓", "d’", "a😀😀", "\ud83d", "é", "É", "f", "🅰", "ſ", "S"]
  for (const [index, pattern] of (before ?? []).entries()) {
    deepStrictEqual(
      samples.map((sample) => after?.[index]?.exec(sample)?.[0]),
      samples.map((sample) => pattern.exec(sample)?.[0]),
    )
    pattern.lastIndex = 0
  }
})

Deno.test("texts stay as they are", () => {
  const text = "var a=`–${1}–`,b=String.raw`\\–`,c='–';// –"
  strictEqual(withFastStart(text, new Set()), text)
})
