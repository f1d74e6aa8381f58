import { deepStrictEqual, strictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { corpusPath } from "../../../src/core/corpus/corpus_path.ts"
import { pathIndex } from "../../../src/core/corpus/path_index.ts"
import { isLine } from "../../../src/core/schema/line.ts"

Deno.test("pathIndex knows files, folders and what is ignored, down to what an ignored folder holds and up to what holds it", () => {
  const paths = pathIndex(["docs/a.md", "b.md"], ["docs/out/", "build/deep/", "c.log"])
  const lookups = [
    "",
    "docs",
    "docs/a.md",
    "docs/out",
    "docs/out/x/y.js",
    "build",
    "build/deep/z",
    "c.log",
    "build/z",
    "d",
  ]
  deepStrictEqual(lookups.map(paths.lookup), [
    ...["directory", "directory", "file", "ignored", "ignored", "ignored", "ignored", "ignored"],
    ...[undefined, undefined],
  ])
  deepStrictEqual(paths.files, ["b.md", "docs/a.md"])
  deepStrictEqual(paths.named("a.md"), ["docs/a.md"])
})

Deno.test("corpusPath of any name is a line, and stays as it is when written again", async () => {
  const name = Arbitrary.schema(Schema.NonEmptyString)
  const found = await Effect.runPromise(
    Arbitrary.checkEffect(name, (text) => {
      const path = corpusPath(text)
      return isLine(path) && corpusPath(path) === path
    }, { runs: 500, seed: 7 }),
  )
  strictEqual(Arbitrary.formatCheckFailure(found), undefined)
})
