import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { groundPass } from "../../src/core/corpus/ground_pass.ts"
import { applyEdits } from "../../src/core/edit/apply_edits.ts"
import { PassResult } from "../../src/core/schema/pass_result.ts"
import { indexDrift } from "../../src/passes/index_drift.ts"
import { corpusOf } from "./corpus_of.ts"
import { cpuTime } from "../services/cpu_time.ts"

const name = Schema.Literals([
  "a.ts",
  "b.ts",
  "c-d.ts",
  "e.yaml",
  "wind",
  "rain",
  "x.test.ts",
  "README.md",
  "é.ts",
  ".hidden",
])
const folder = Schema.Literals(["", "src", "src/wind", "docs"])
const piece = Schema.Literals([
  "```\n",
  "src/\n",
  "├── ",
  "└── ",
  "│   ",
  "    ",
  "|-- ",
  "a.ts",
  "b.ts",
  "c-d.ts # same as `b`",
  "wind/",
  "e.yaml",
  "…",
  "\n",
  "\r\n",
  "- `a`\n",
  "- [b](src/b.ts)\n",
  "- [c]: x\n",
  "| a |\n|---|\n",
  "| `c-d.ts` |\n",
  "## src/\n\n",
  "> ",
])

const Sample = Schema.Struct({
  files: Schema.Array(Schema.Struct({ folder, name })).check(Schema.isMaxLength(16)),
  docs: Schema.Array(Schema.Array(piece).check(Schema.isMaxLength(24))).check(Schema.isMaxLength(3)),
})

function pathsOf({ files }: typeof Sample.Type): readonly string[] {
  return [...new Set(files.map((file) => file.folder === "" ? file.name : `${file.folder}/${file.name}`))]
    // A name cannot be a file and a folder.
    .filter((path, _, all) => !all.some((other) => other.startsWith(`${path}/`)))
}

function corpusFrom(sample: typeof Sample.Type): ReturnType<typeof corpusOf> {
  const docs = new Map(sample.docs.map((pieces, index) => [`page${index}.md`, pieces.join("")]))
  return corpusOf(docs, { also: pathsOf(sample) })
}

/** A tree of everything in a corpus but some files, drawn as programs do. */
function drawn(paths: readonly string[], depth = 0, below = ""): readonly string[] {
  const here = [
    ...new Set(
      paths.filter((path) => path.startsWith(below)).map((path) => path.slice(below.length).split("/")[0] ?? ""),
    ),
  ]
  return here.flatMap((entry, index) => {
    const isFolder = paths.some((path) => path.startsWith(`${below}${entry}/`))
    const branch = index === here.length - 1 ? "└── " : "├── "
    return [
      `${"│   ".repeat(depth)}${branch}${entry}${isFolder ? "/" : ""}`,
      ...(isFolder ? drawn(paths, depth + 1, `${below}${entry}/`) : []),
    ]
  })
}

async function holds(property: (sample: typeof Sample.Type) => boolean, seed: number): Promise<void> {
  const checked = await Effect.runPromise(
    Arbitrary.checkEffect(Arbitrary.schema(Sample), property, { runs: 600, seed }),
  )
  strictEqual(Arbitrary.formatCheckFailure(checked), undefined)
}

Deno.test("indexDrift gives results whose evidence stands, whatever the text", () =>
  holds((sample) => {
    const corpus = corpusFrom(sample)
    const result = indexDrift.look(corpus)
    deepStrictEqual(groundPass(result, corpus.texts).warnings, [])
    const keys = result.findings.map(({ locator, key }) => JSON.stringify([locator, key]))
    return Schema.is(PassResult)(result) && new Set(keys).size === keys.length
  }, 71))

Deno.test("indexDrift says nothing of a tree that draws everything, and mends one that does not", async () => {
  let mendings = 0
  await holds((sample) => {
    const paths = pathsOf(sample)
    const page = (shown: readonly string[]): Map<string, string> =>
      new Map([["tree.md", `\`\`\`\nproject/\n${drawn(shown).join("\n")}\n\`\`\`\n`]])
    deepStrictEqual(indexDrift.look(corpusOf(page(paths), { also: paths })).findings, [])
    for (const left of paths) {
      const files = page(paths.filter((path) => path !== left))
      for (const { edits, key } of indexDrift.look(corpusOf(files, { also: paths })).findings) {
        if (edits === undefined) continue
        mendings++
        const mended = new Map([...files, ...Result.getOrThrow(applyEdits(files, edits))])
        const { findings } = indexDrift.look(corpusOf(mended, { also: paths }))
        if (findings.some((finding) => finding.key === key)) return false
      }
    }
    return true
  }, 72)
  ok(mendings > 20, String(mendings))
})

Deno.test("indexDrift says the same whatever the order of files", () =>
  holds((sample) => {
    const { texts } = corpusFrom(sample)
    const reversed = corpusOf(new Map([...texts].reverse()), { also: [...pathsOf(sample)].reverse() })
    deepStrictEqual(indexDrift.look(reversed), indexDrift.look(corpusFrom(sample)))
    return true
  }, 73))

Deno.test("indexDrift reads a large folder once, not once for each file that lists some of it", () => {
  const names = Array.from({ length: 2000 }, (_, index) => `p${index}.md`)
  const pages = names.map((path, index): [string, string] => [
    `docs/${path}`,
    `# Page\n\n${Array.from({ length: 20 }, (_, other) => `- [x](p${(index + other) % 2000}.md)\n`).join("")}`,
  ])
  const corpus = corpusOf(new Map(pages))
  const start = cpuTime()
  deepStrictEqual(indexDrift.look(corpus).findings, [])
  ok(cpuTime() - start < 5000)
})
