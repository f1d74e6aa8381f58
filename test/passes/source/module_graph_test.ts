import { deepStrictEqual, strictEqual } from "node:assert/strict"
import * as Effect from "effect/Effect"
import { pathIndex } from "../../../src/core/corpus/path_index.ts"
import { type ModuleGraph, moduleGraph } from "../../../src/passes/source/module_graph.ts"
import { loadSourceReader } from "../../../src/passes/source/read_source.ts"

const read = await Effect.runPromise(loadSourceReader)

function graphOf(files: Readonly<Record<string, string>>, ignored: readonly string[] = []): ModuleGraph {
  return moduleGraph({ texts: new Map(Object.entries(files)), paths: pathIndex(Object.keys(files), ignored) }, read)
}

Deno.test("a module graph follows relative specifiers as TypeScript, bundlers and Node write them", () => {
  const graph = graphOf({
    "src/a.ts": "",
    "src/b.tsx": "",
    "src/c/index.ts": "",
    "src/d.json": "{}",
    "src/e.js": "",
    "f.mts": "",
  }, ["src/built/"])
  const cases: readonly (readonly [string, string | undefined, boolean])[] = [
    ["./a.ts", "src/a.ts", false],
    ["./a", "src/a.ts", false],
    ["./a.js", "src/a.ts", false],
    ["./b.js", "src/b.tsx", false],
    ["./c", "src/c/index.ts", false],
    ["./c/", "src/c/index.ts", false],
    ["./d.json", "src/d.json", false],
    ["./e", "src/e.js", false],
    ["../f.mjs", "f.mts", false],
    ["./gone", undefined, false],
    ["./built/x.js", undefined, true],
    ["../../outside", undefined, true],
    ["./a.ts?raw", "src/a.ts", false],
  ]
  for (const [specifier, file, unknown] of cases) {
    const target = graph.target("src/main.ts", specifier)
    deepStrictEqual([specifier, target?.file, target?.unknown], [specifier, file, unknown])
  }
  for (const specifier of ["effect", "@/a", "#a", "node:fs", "https://example.org/a.ts"]) {
    strictEqual(graph.target("src/main.ts", specifier), undefined)
  }
})

Deno.test("a module graph follows the names that settings give to places, where they lead to something", () => {
  const graph = graphOf({
    "tsconfig.json":
      '{ // names\n  "compilerOptions": { "baseUrl": "./src", "paths": { "@/*": ["./*"], "~all": ["all.ts"] }, } }',
    "src/api/a.ts": "",
    "src/all.ts": "",
    "packages/b/deno.json": '{ "imports": { "@/": "./lib/", "effect": "npm:effect@4.1.0", "$one": "./lib/one.ts" } }',
    "packages/b/lib/one.ts": "",
    "packages/c/package.json": '{ "imports": { "#inner/*.js": "./in/*.ts", "#other": { "node": "./x.js" } } }',
    "packages/c/in/i.ts": "",
  })
  const cases: readonly (readonly [string, string, string | undefined])[] = [
    ["src/ui/v.ts", "@/api/a", "src/api/a.ts"],
    ["src/ui/v.ts", "~all", "src/all.ts"],
    ["src/ui/v.ts", "@/api/gone", undefined],
    ["packages/b/m.ts", "@/one.ts", "packages/b/lib/one.ts"],
    ["packages/b/m.ts", "$one", "packages/b/lib/one.ts"],
    ["packages/b/m.ts", "effect", undefined],
    ["packages/c/m.ts", "#inner/i.js", "packages/c/in/i.ts"],
    ["packages/c/m.ts", "#other", undefined],
  ]
  for (const [from, specifier, file] of cases) strictEqual(graph.target(from, specifier)?.file, file, specifier)
})

Deno.test("a module graph passes exports on, ends where modules pass each other on, and knows what it does not know", () => {
  const graph = graphOf({
    "index.ts": 'export * from "./a.ts"\nexport * from "./b.ts"\nexport const own = 1',
    "a.ts": 'export const a = 1\nexport default 2\nexport * from "./index.ts"',
    "b.ts": "export type b = 1",
    "open.ts": 'export * from "some-package"',
    "common.cjs": "exports.a = 1",
  })
  const namesOf = (path: string): readonly string[] => [...graph.surface(path).names.keys()].sort()
  deepStrictEqual(namesOf("index.ts"), ["a", "b", "own"])
  deepStrictEqual(namesOf("a.ts"), ["a", "b", "default", "own"])
  strictEqual(graph.surface("index.ts").open, false)
  deepStrictEqual(["open.ts", "common.cjs", "gone.ts"].map((path) => graph.surface(path).open), [true, true, true])
})
