import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import * as Effect from "effect/Effect"
import type { Finding } from "../../src/core/schema/finding.ts"
import type { PassResult } from "../../src/core/schema/pass_result.ts"
import { changeFit, unchanged } from "../../src/passes/change_fit.ts"
import { stoppingIn } from "../../src/passes/change_fit/stopping.ts"
import type { PathChange } from "../../src/core/corpus/path_change.ts"
import { loadSourceReader } from "../../src/passes/source/read_source.ts"
import { corpusOf, type More } from "./corpus_of.ts"
import { excused, type Files, lookAt } from "./look_with.ts"

const read = await Effect.runPromise(loadSourceReader)

/** The pass over the change between two sets of files; `undefined` as the text after: the file is deleted. */
function change(
  before: Files,
  after: Readonly<Record<string, string | undefined>>,
  renames: Files = {},
  more: More = {},
  contract = "",
): PassResult {
  const now = new Map(
    Object.entries({ ...before, ...after }).flatMap(([path, text]): [string, string][] =>
      text === undefined ? [] : [[path, text]]
    ),
  )
  const moved = new Set(Object.values(renames))
  const changes = Object.entries(after).flatMap(([path, text]): readonly PathChange[] => {
    if (renames[path] !== undefined) return [{ kind: "renamed", path, from: renames[path] }]
    if (moved.has(path) || before[path] === text) return []
    return [{ kind: text === undefined ? "deleted" : path in before ? "modified" : "added", path }]
  })
  const pass = changeFit({
    before: corpusOf(new Map(Object.entries(before)), more),
    changes,
    read,
    stopping: stoppingIn(contract),
  })
  return lookAt(pass, corpusOf(now, more))
}

function told({ findings }: PassResult): readonly string[] {
  return findings.map((finding: Finding) =>
    `${finding.verdict} ${finding.severity} ${finding.locator}: ${finding.what}`
  )
}

const architecture = [
  "# Architecture",
  "## Boundaries (forbidden imports)",
  "- `/src/ui/` → must not import from `/src/api/` (go via `/src/services`)",
  "- `/src/domain/` -> must not import from anything outside `/src/domain/` or `/src/types/`",
  "## Patterns",
  "- `/src/api/` → must not import from `/src/ui/`",
].join("\n\n")

const layers = {
  ".claude/architecture.md": architecture,
  "src/api/a.ts": "export const a = 1\nexport type A = 1\n",
  "src/services/s.ts": "export const s = 1\n",
  "src/types/t.ts": "export type T = 1\n",
  "src/ui/v.ts": 'import { s } from "../services/s.ts"\nexport const v = s\n',
  "src/ui/old.ts": 'import { a } from "../api/a.ts"\nexport const old = a\n',
  "src/domain/d.ts": "export const d = 1\n",
}

Deno.test("change-fit finds imports that cross a boundary, if the change adds them", () => {
  const result = change(layers, {
    "src/ui/v.ts": 'import { a } from "../api/a.js"\nimport { b } from "../api/b.ts"\nexport const v = a\n',
    "src/ui/old.ts": 'import { a } from "../api/a.ts"\nexport const old = a + 1\n',
    "src/ui/types.ts": 'import type { A } from "../api/a"\nexport type B = A\n',
    "src/domain/d.ts":
      'import "../services/s.ts"\nimport type { T } from "../types/t.ts"\nimport "effect"\nimport "./e.ts"\n',
  })
  deepStrictEqual(told(result), [
    "CONTRADICTED High src/domain/d.ts: adds an import of src/services/s.ts: /src/domain/ must not import from anything outside /src/domain/, /src/types/",
    "CONTRADICTED Low src/ui/types.ts: adds an import of src/api/a.ts, of types only: /src/ui/ must not import from /src/api/",
    "CONTRADICTED High src/ui/v.ts: adds an import of src/api/a.ts: /src/ui/ must not import from /src/api/",
    "CONTRADICTED High src/ui/v.ts: adds an import of src/api/b.ts: /src/ui/ must not import from /src/api/",
  ])
  ok(result.findings.every((finding) => finding.structural === true))
  deepStrictEqual(result.findings[0]?.evidence?.map(({ path, line }) => `${path}:${line}`), [
    "src/domain/d.ts:1",
    ".claude/architecture.md:7",
  ])
})

Deno.test("change-fit counts a boundary that the change takes out, and says that git ignores the file with them", () => {
  const result = change(layers, {
    ".claude/architecture.md": "# Architecture\n",
    "src/ui/v.ts": 'import { a } from "../api/a.ts"\nexport const v = a\n',
  })
  deepStrictEqual(told(result), [
    "CONTRADICTED High src/ui/v.ts: adds an import of src/api/a.ts: /src/ui/ must not import from /src/api/, a boundary that this change takes out",
  ])
  const ignored = change({ "a.ts": "" }, { "a.ts": "export {}\n" }, {}, { ignored: [".claude/"] })
  deepStrictEqual([told(ignored), excused(ignored)], [[], [".claude/architecture.md: ignored"]])
})

Deno.test("change-fit finds imports of modules and names that the change takes away, through what passes them on", () => {
  const before = {
    "src/a.ts": "export const a = 1\nexport const kept = 2\n",
    "src/index.ts": 'export * from "./a.ts"\n',
    "src/gone.ts": "export const g = 1\n",
    "src/moved.ts": "export const m = 1\n",
    "src/use.ts": 'import { a, kept } from "./index.ts"\nimport { g } from "./gone"\nimport { m } from "./moved.ts"\n',
    "src/broken.ts": 'import "./never.ts"\nimport { nothing } from "./a.ts"\n',
    "src/all.ts": 'import * as a from "./a.ts"\n',
  }
  const result = change(
    before,
    {
      "src/a.ts": "export const kept = 2\n",
      "src/gone.ts": undefined,
      "src/moved.ts": undefined,
      "src/new/moved.ts": "export const m = 1\n",
    },
    { "src/new/moved.ts": "src/moved.ts" },
  )
  deepStrictEqual(told(result), [
    'DEAD High src/use.ts: imports "a" from src/index.ts, which the change removes there',
    'DEAD High src/use.ts: imports "./gone", which the change deletes',
    'DEAD High src/use.ts: imports "./moved.ts", which the change renames to src/new/moved.ts',
  ])
})

Deno.test("change-fit follows a renamed importer, and finds nothing where all is moved together", () => {
  const result = change(
    { "src/a.ts": "export const a = 1\n", "src/use.ts": 'import { a } from "./a.ts"\n' },
    {
      "src/a.ts": undefined,
      "src/use.ts": undefined,
      "lib/a.ts": "export const a = 1\n",
      "lib/use.ts": 'import { a } from "./a.ts"\n',
    },
    { "lib/a.ts": "src/a.ts", "lib/use.ts": "src/use.ts" },
  )
  deepStrictEqual(told(result), [])
})

Deno.test("change-fit lets a folder import its own files, whatever it must not import from outside", () => {
  const outside = "- `/src/domain/` → must not import from anything outside `/src/types/`"
  const result = change(
    { ...layers, ".claude/architecture.md": `# A\n\n## Boundaries\n\n${outside}\n` },
    { "src/domain/e.ts": 'import "./d.ts"\nimport type { T } from "../types/t.ts"\nimport "../api/a.ts"\n' },
  )
  deepStrictEqual(told(result), [
    "CONTRADICTED High src/domain/e.ts: adds an import of src/api/a.ts: /src/domain/ must not import from anything outside /src/types/",
  ])
})

Deno.test("change-fit finds what a renamed importer takes of what is gone, whether the import was adapted or not", () => {
  const before = {
    "src/gone.ts": "export const g = 1\n",
    "src/kept.ts": "export const k = 1\nexport const less = 2\n",
    "src/use.ts": 'import { g } from "./gone.ts"\nimport { less } from "./kept.ts"\n',
  }
  const moved = (use: string): readonly string[] =>
    told(change(
      before,
      {
        "src/gone.ts": undefined,
        "src/kept.ts": "export const k = 1\n",
        "src/use.ts": undefined,
        "src/inner/use.ts": use,
      },
      { "src/inner/use.ts": "src/use.ts" },
    ))
  deepStrictEqual(moved('import { g } from "./gone.ts"\n'), [
    'DEAD High src/inner/use.ts: imports "./gone.ts", which the change deletes',
  ])
  deepStrictEqual(moved('import { g } from "../gone.ts"\nimport { less } from "../kept.ts"\n'), [
    'DEAD High src/inner/use.ts: imports "less" from src/kept.ts, which the change removes there',
    'DEAD High src/inner/use.ts: imports "../gone.ts", which the change deletes',
  ])
})

Deno.test("change-fit finds settings that name a file which the change takes away", () => {
  const result = change(
    {
      "src/gone.ts": "export {}\n",
      "package.json": '{\n  "main": "./src/gone.ts"\n}\n',
      ".github/workflows/ci.yml": "run: deno run src/gone.ts # x\n# src/gone.ts\nuse: lib/src/gone.ts src/gone.tsx\n",
      "packages/b/package.json": '{ "main": "src/gone.ts" }\n',
      "packages/b/src/gone.ts": "export {}\n",
      "test/data.json": '["src/gone.ts"]\n',
    },
    { "src/gone.ts": undefined },
  )
  deepStrictEqual(told(result), [
    "DEAD High .github/workflows/ci.yml: names src/gone.ts, which the change deletes",
    "DEAD High package.json: names src/gone.ts, which the change deletes",
  ])
  deepStrictEqual(result.findings[0]?.evidence?.map(({ line }) => line), [1])
})

Deno.test("change-fit finds documents that call what no source file has any more, except those that tell a history", () => {
  const before = {
    "src/a.ts": "export const parseFoo = 1\nexport const stillThere = 2\nexport const plain = 3\n",
    "src/b.ts": "// stillThere\n",
    "README.md": "Call `parseFoo()`, `stillThere` and `plain`.\n",
    "CHANGELOG.md": "Added `parseFoo`.\n",
  }
  const result = change(before, { "src/a.ts": "export {}\n" })
  deepStrictEqual(told(result), ["STALE Medium README.md: names `parseFoo`, which the change removes from src/a.ts"])
  deepStrictEqual(excused(result), ["CHANGELOG.md: record"])
})

const plan = [
  "---",
  "slug: search",
  "version: 1",
  "status: active",
  "spec: none",
  "---",
  "# Plan",
  "## Step 1: Write the reader",
  "- Files: `src/read.ts`, `src/index/`",
  "- Outcome: it reads",
].join("\n")

Deno.test("change-fit finds files that no step of the plan names, unless they need not be named", () => {
  const before = { ".claude/plans/search/v1.md": plan, "src/read.ts": "export {}\n" }
  const result = change(before, {
    "src/read.ts": "export const read = 1\n",
    "src/index/a.ts": "export {}\n",
    "test/read_test.ts": "export {}\n",
    "src/other.ts": "export {}\n",
    "CHANGELOG.md": "x\n",
    "docs/index.md": "x\n",
    ".claude/specs/search/v1.md": "x\n",
  })
  deepStrictEqual(told(result), ["EXTRA Low src/other.ts: changed, and no step of the plan search names it"])
  deepStrictEqual(excused(result), [
    ".claude/specs/search/v1.md: plan of a feature",
    "CHANGELOG.md: changelog",
    "docs/index.md: index",
    "test/read_test.ts: test of a planned file",
  ])
  // A plan of which the change does nothing says nothing about it.
  deepStrictEqual(told(change(before, { "src/other.ts": "export {}\n" })), [])
})

Deno.test("change-fit asks no more than the contract of autonomy does", () => {
  const steps = (second: string): string =>
    plan.replace(", `src/index/`", "") +
    `\n- Serves criteria: [1]\n\n## Step 2: Build the index\n\n- Files: \`src/index/\`\n${second}`
  const place = ".claude/plans/search/v1.md"
  const before = { [place]: steps(""), "src/read.ts": "export {}\n" }
  const after = {
    "src/read.ts": "export const read = 1\n",
    "src/index/a.ts": "// TODO more\nexport {}\n",
    "src/other.ts": "export {}\n",
  }
  const open =
    "UNTRACKED Low src/index/a.ts: adds an open end in a comment (TODO, FIXME, XXX or HACK) that names no issue"
  const unserved = "EXTRA Low src/index/a.ts: changed for step 2 of the plan search, which serves no criterion"
  const unplanned = "EXTRA Low src/other.ts: changed, and no step of the plan search names it"
  const contracts: readonly (readonly [string, readonly string[]])[] = [
    ["", [open, unserved, unplanned]],
    ["---\nstopping: criteria-met\n---\n", [open, unserved, unplanned]],
    ["stopping: whenever\n", [open, unserved, unplanned]],
    ["effort: minimal\nstopping: user-anytime # freeze\n", [unplanned]],
    ['---\nstopping: "diminishing-returns"\n---\n', [unplanned]],
    ["stopping: budget\n", [unplanned]],
  ]
  for (const [contract, expected] of contracts) {
    const result = change(before, after, {}, {}, contract)
    deepStrictEqual(told(result), expected, contract)
    deepStrictEqual(excused(result), expected.includes(open) ? [] : ["src/index/a.ts: stopping"], contract)
  }
  const index = { "src/index/a.ts": "export {}\n" }
  deepStrictEqual(told(change(before, index)), [unserved])
  deepStrictEqual(told(change({ [place]: steps("- Serves criteria: none\n") }, index)), [])
  deepStrictEqual(told(change({ [place]: plan }, index)), [])
})

const block = Array.from({ length: 12 }, (_, index) => `  const step${"abcdefghijkl"[index]} = work(${index}, "x")\n`)
  .join("")

Deno.test("change-fit finds blocks that stand elsewhere already, and no headers, tests or moved code", () => {
  const before = { "src/a.ts": `export function a() {\n${block}}\n`, "src/b.ts": "export {}\n" }
  const copied = { "src/b.ts": `export function b() {\n${block}}\n` }
  deepStrictEqual(told(change(before, copied)), [
    "DUPLICATE Medium src/b.ts: adds a block of 10 lines or more that stands in src/a.ts already",
  ])
  deepStrictEqual(told(change(before, { "src/a.ts": `${before["src/a.ts"]}export function c() {\n${block}}\n` })), [
    "DUPLICATE Medium src/a.ts: adds a block of 10 lines or more that stands in the same file already",
  ])
  deepStrictEqual(told(change(before, { ...copied, "src/a.ts": undefined })), [])
  deepStrictEqual(excused(change(before, { "test/b_test.ts": copied["src/b.ts"] })), ["test/b_test.ts: test"])
  const many = Object.fromEntries(["a", "b", "c"].map((name) => [`src/${name}.ts`, before["src/a.ts"]]))
  deepStrictEqual(excused(change(many, { "src/d.ts": copied["src/b.ts"] })), ["src/d.ts: pattern"])
  const header = "// Licensed to you\n".repeat(3) + Array.from("abcdefghij", (letter) => `// ${letter}\n`).join("")
  deepStrictEqual(excused(change({ "src/a.ts": header }, { "src/b.ts": header })), ["src/b.ts: header"])
})

Deno.test("change-fit finds open ends that nothing tracks, in lines that the change adds", () => {
  const result = change({ "a.ts": "// TODO old\nconst a = 1\n" }, {
    "a.ts":
      "// TODO old\nconst a = 1\n// FIXME: new\n// TODO(#12): tracked\n// TODO(ada): tracked\nconst todo = 'TODO'\n",
    "b.py": "# TODO later\n",
    "c.md": "TODO <!-- TODO -->\n",
    "d.ts": "const text = '// TODO'\n// The word TODO stands for an open end\n",
    "e.ts": "//// HACK\nconst url = 'https://TODO' // / // XXX\n",
  })
  deepStrictEqual(
    result.findings.map(({ locator, key, evidence }) => [locator, key, evidence?.map(({ line }) => line)]),
    [
      ["a.ts", "todo", [3]],
      ["b.py", "todo", [1]],
      ["e.ts", "todo", [1, 2]],
    ],
  )
  deepStrictEqual(excused(result), ["a.ts: tracked"])
})

Deno.test("change-fit takes an open end that was moved or indented anew for no new one", () => {
  const before = { "a.ts": "// TODO one\nconst a = 1\n", "b.ts": "// TODO two\n", "c.ts": "// TODO three\n" }
  const after = { "a.ts": "if (true) {\n  // TODO one\n}\n", "b.ts": undefined, "d.ts": "  // TODO two\n" }
  deepStrictEqual(told(change(before, after)), [])
  const twice = change(before, { "a.ts": "  // TODO one\n  // TODO one\n", "d.ts": "// TODO three\n" })
  deepStrictEqual(twice.findings.map(({ locator, evidence }) => [locator, evidence?.map(({ line }) => line)]), [
    ["a.ts", [2]],
    ["d.ts", [1]],
  ])
})

Deno.test("change-fit asks for a redirection where the repository leaves them, and notes a very large change", () => {
  const moved = { "docs/new.md": "# A\n", "docs/a.md": undefined }
  deepStrictEqual(excused(change({ "docs/a.md": "# A\n" }, moved, { "docs/new.md": "docs/a.md" })), [
    "docs/new.md: no redirections",
  ])
  const adr = "# 1. Use A\n\n## Status\n\nAccepted\n"
  const stubs = { "adr/0001-use-a.md": adr, "adr/1-old.md": "> Moved to [0001](0001-use-a.md)\n", "docs/a.md": "# A\n" }
  deepStrictEqual(told(change(stubs, moved, { "docs/new.md": "docs/a.md" })), [
    "STALE Low docs/new.md: was docs/a.md, where nothing leads here now",
  ])
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`docs/${index}.md`, "# A\n"]))
  deepStrictEqual(told(change({}, many)), ["LARGE Low .: the change touches more than 50 files, in docs"])
})

Deno.test("change-fit did not run where nothing changed in scope, and is incomplete where a changed file was not read", () => {
  strictEqual(unchanged.look(corpusOf(new Map())).skip_reason, "nothing changed")
  strictEqual(change({}, { "a.ts": "export {}\n" }, {}, { scope: ["docs"] }).skip_reason, "nothing changed")
  const missed = change({}, { "a.ts": "export {}\n" }, {}, { unreadable: [{ path: "a.ts", why: "it is not UTF-8" }] })
  strictEqual(missed.complete, false)
})
