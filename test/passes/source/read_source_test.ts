import { deepStrictEqual, strictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { loadSourceReader } from "../../../src/passes/source/read_source.ts"

const read = await Effect.runPromise(loadSourceReader)

Deno.test("a source reader gives what a module takes, by specifier, names and whether only types are taken", () => {
  const text = [
    'import first, { a as b, type C } from "./one.ts"',
    'import type { D } from "./two.ts"',
    'import * as all from "effect/Effect"',
    'import { type E, type F } from "./three.ts"',
    'import "./run.ts"',
    'export { g as h } from "./four.ts"',
    'export * from "./five.ts"',
    'export * as six from "./six.ts"',
    'const later = () => import("./seven.ts")',
    'const old = require("./eight")',
    '// import "./comment.ts"',
    'const text = `import "./template.ts"` + /import "re"/.source',
  ].join("\n")
  deepStrictEqual(
    read("a.ts", text)?.imports.map(({ specifier, line, names, type_only }) => [specifier, line, names, type_only]),
    [
      ["./one.ts", 1, ["default", "a", "C"], false],
      ["./two.ts", 2, ["D"], true],
      ["effect/Effect", 3, ["*"], false],
      ["./three.ts", 4, ["E", "F"], true],
      ["./run.ts", 5, [], false],
      ["./four.ts", 6, ["g"], false],
      ["./five.ts", 7, ["*"], false],
      ["./six.ts", 8, ["*"], false],
      ["./seven.ts", 9, ["*"], false],
      ["./eight", 10, ["*"], false],
    ],
  )
})

Deno.test("a source reader gives what a module exports, in whatever form", () => {
  const text = [
    "export const a = 1, { b, c: [d, ...e], f = 2 } = x",
    "export function g<T>(t: T): T { return t }",
    "export default class H<T> {}",
    "export interface I { readonly i: 1 }",
    "export type J = 1",
    "export enum K { L }",
    "export abstract class M {}",
    "const n = 1",
    "export { n, n as o }",
    "export namespace P {}",
    "export declare const q: string",
    'export { default as r, s } from "./r.ts"',
    'export * as t from "./t.ts"',
  ].join("\n")
  const found = read("a.ts", text)
  deepStrictEqual(found?.exports.map(({ name }) => name).sort(), [..."abdefgIJKMPnoqrst", "default"].sort())
  strictEqual(found?.open, false)
  strictEqual(read("a.cjs", "module.exports = { a: 1 }")?.open, true)
  deepStrictEqual(read("a.ts", 'export * from "./b.ts"')?.all_of, ["./b.ts"])
})

Deno.test("a source reader knows JSX, casts, decorators, Flow and a script's first line, each in its files", () => {
  const imports = (path: string, text: string): readonly string[] | undefined =>
    read(path, text)?.imports.map(({ specifier }) => specifier)
  deepStrictEqual(imports("a.tsx", 'import "./b"\nconst a = <B c="</d>">import "./e"</B>'), ["./b"])
  deepStrictEqual(imports("a.ts", 'import "./b"\nconst a = <string>c\n@d() class E {}'), ["./b"])
  deepStrictEqual(
    imports("a.js", '#!/usr/bin/env node\n// @flow\nimport type { A } from "./a"\nconst b = (c: number) => c'),
    ["./a"],
  )
  deepStrictEqual(imports("a.jsx", 'import B from "./b"\nexport default () => <B>{import("./c")}</B>'), ["./b", "./c"])
  strictEqual(read("a.ts", "this is ) no ( program {"), undefined)
})

const pieces = [
  ...["import ", "export ", "* ", "from ", '"./a" ', "{ a } ", "type ", "`${", "}`", "/*", "*/", "//\n", "</a>", "<a>"],
  ...["\u2028", "(", "default ", "const a = ", "=> ", ";"],
] as const
const Text = Schema.Array(Schema.Literals(pieces))

Deno.test("a source reader never throws, and gives the same for the same text", async () => {
  const checked = await Effect.runPromise(
    Arbitrary.checkEffect(Arbitrary.schema(Text), (parts) => {
      const text = parts.join("")
      for (const path of ["a.ts", "a.tsx", "a.js"]) deepStrictEqual(read(path, text), read(path, text))
      return true
    }, { runs: 300, seed: 7 }),
  )
  strictEqual(Arbitrary.formatCheckFailure(checked), undefined)
})
