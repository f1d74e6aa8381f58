import { deepStrictEqual, strictEqual } from "node:assert/strict"
import * as Effect from "effect/Effect"
import type { PassResult } from "../../src/core/schema/pass_result.ts"
import { integrationFit } from "../../src/passes/integration_fit.ts"
import { moduleDrift } from "../../src/passes/module_drift.ts"
import type { ModuleFacts } from "../../src/passes/modules/module_facts.ts"
import { moduleLessons } from "../../src/passes/modules/module_lessons.ts"
import type { Pass } from "../../src/passes/pass.ts"
import { loadSourceReader } from "../../src/passes/source/read_source.ts"
import { corpusOf, type More } from "./corpus_of.ts"
import { excused, type Files, lookAt } from "./look_with.ts"

const read = await Effect.runPromise(loadSourceReader)
const nothing: ModuleFacts = { modules: ["src/a", "src/b"], touched: [], committed: new Map(), commits: [], read }

function look(
  make: (facts: ModuleFacts) => Pass,
  files: Files,
  facts: Partial<ModuleFacts> = {},
  more: More = {},
): PassResult {
  const texts = new Map(Object.entries(files))
  const all = { ...nothing, ...facts }
  return lookAt(make(all), corpusOf(texts, { scope: all.modules, ...more }))
}

function told({ findings }: PassResult): readonly string[] {
  return findings.map(({ verdict, severity, locator, what }) => `${verdict} ${severity} ${locator}: ${what}`)
}

Deno.test("integration-fit finds imports of what is not there and of names that are not exported", () => {
  const result = look(
    integrationFit,
    {
      "src/a/x.ts": 'import { y, z } from "../b/y.ts"\nimport "./gone.ts"\nimport "./built/out.js"\nimport "effect"\n',
      "src/a/other.ts":
        'import { any } from "../b/common.cjs"\nimport d from "../b/y.ts"\nimport * as all from "../b/y.ts"\n',
      "src/b/y.ts": "export const y = 1\n",
      "src/b/common.cjs": "module.exports = { any: 1 }\n",
      "src/c/z.ts": 'import "./gone.ts"\n',
    },
    {},
    { ignored: ["src/a/built/"] },
  )
  deepStrictEqual(told(result), [
    'DEAD High src/a/other.ts: imports "default" from src/b/y.ts, which does not export it',
    'DEAD High src/a/x.ts: imports "z" from src/b/y.ts, which does not export it',
    'DEAD High src/a/x.ts: imports "./gone.ts", which is not there',
  ])
  deepStrictEqual(excused(result), ["src/a/x.ts: not known"])
  deepStrictEqual(result.scanned, ["src/a/other.ts", "src/a/x.ts", "src/b/common.cjs", "src/b/y.ts"])
})

Deno.test("integration-fit finds modules that import each other, by types only as well, and files that do", () => {
  const files = {
    "src/a/x.ts": 'import "../b/y.ts"\n',
    "src/a/z.ts": "export const z = 1\n",
    "src/b/y.ts": 'import { z } from "../a/z.ts"\nexport const y = z\n',
  }
  deepStrictEqual(told(look(integrationFit, files)), [
    "CYCLE High src/a/x.ts: the modules src/a, src/b import each other in a ring",
  ])
  const byTypes = { ...files, "src/b/y.ts": 'import type { z } from "../a/z.ts"\nexport type y = z\n' }
  deepStrictEqual(told(look(integrationFit, byTypes)), [
    "CYCLE Low src/a/x.ts: the modules src/a, src/b import each other in a ring by types",
  ])
  const inside = {
    "src/a/x.ts": 'import "./y.ts"\n',
    "src/a/y.ts": 'import "./x.ts"\n',
    "src/a/t.ts": 'import type { X } from "./t2.ts"\n',
  }
  deepStrictEqual(
    told(look(integrationFit, inside)),
    [
      "CYCLE Low src/a/x.ts: the files src/a/x.ts, src/a/y.ts import each other in a ring",
      'DEAD High src/a/t.ts: imports "./t2.ts", which is not there',
    ].toReversed(),
  )
  const throughTest = {
    "src/a/x.ts": "export const x = 1\n",
    "src/a/x.test.ts": 'import { y } from "../b/y.ts"\nexport const double = y\n',
    "src/b/y.ts": 'import { double } from "../a/x.test.ts"\nexport const y = double\n',
  }
  deepStrictEqual(told(look(integrationFit, throughTest)), [])
})

Deno.test("integration-fit finds exports that are new and that nothing imports, unless what is outside may", () => {
  const result = look(integrationFit, {
    "src/a/x.ts": "export const old = 1\nexport const fresh = 2\nexport const taken = 3\nexport const passed = 4\n",
    "src/a/index.ts": "export const offered = 1\n",
    "src/a/x.test.ts": "export const forTests = 1\n",
    "src/a/all.ts": "export const one = 1\n",
    "src/b/y.ts":
      'import { taken } from "../a/x.ts"\nimport * as all from "../a/all.ts"\nimport { passed } from "./z.ts"\n',
    "src/b/z.ts": 'export * from "../a/x.ts"\n',
  }, {
    touched: ["src/a/x.ts", "src/a/index.ts", "src/a/x.test.ts", "src/a/all.ts"].map((path) => ({
      kind: "modified",
      path,
    })),
    committed: new Map([["src/a/x.ts", "export const old = 1\n"]]),
  })
  deepStrictEqual(told(result), ['UNUSED Low src/a/x.ts: exports "fresh" now, which no file imports'])
  deepStrictEqual(excused(result), ["src/a/index.ts: entry", "src/a/x.test.ts: test"])
})

Deno.test("integration-fit finds names that two modules give to different things, and values that differ", () => {
  const result = look(integrationFit, {
    "src/a/x.ts": [
      "export const limit = 5",
      'export type Kind = "one" | "two"',
      "export function parseRow() {}",
      "export const config = {}",
      "export const every = 1",
      "export function wrapRow() {}",
      "export const sameRow = 7",
    ].join("\n"),
    "src/a/e.ts": "export const every = 1\n",
    "src/b/y.ts": [
      'import { wrapRow as inner } from "../a/x.ts"',
      "export const limit = 6",
      'export type Kind = "two" | "three"',
      "export const every = 1",
      "export const wrapRow = inner",
    ].join("\n"),
    "src/b/z.ts": "export function parseRow() {}\nexport const config = {}\nexport const sameRow = 7\n",
  })
  deepStrictEqual(told(result), [
    'CONTRADICTED Medium src/a/x.ts: gives "Kind" another value than src/b/y.ts',
    'CONTRADICTED Medium src/a/x.ts: gives "limit" another value than src/b/y.ts',
    'DUPLICATE-SEAM Low src/a/x.ts: exports "parseRow" of its own, as src/b/z.ts does',
    'DUPLICATE-SEAM Low src/a/x.ts: exports "sameRow" of its own, as src/b/z.ts does',
  ])
  deepStrictEqual(excused(result), ["src/a/e.ts: convention", "src/a/x.ts: common word", "src/a/x.ts: wrapped"])
})

Deno.test("integration-fit does not run without its languages, and is incomplete where a file was not read", () => {
  strictEqual(look(integrationFit, { "src/a/x.py": "" }).skip_reason, "no TypeScript or JavaScript in these modules")
  strictEqual(look(integrationFit, { "src/a/x.ts": ") no ( program {" }).complete, false)
})

const plan = [
  "---",
  "slug: reader",
  "version: 1",
  "status: active",
  "spec: none",
  "created: 2026-01-10",
  "---",
  "# Plan",
  "## Step 1: Read",
  "- Files: `src/a/read.ts`, `src/a/lines.ts`",
  "## Step 2: Write",
  "- Files: `src/b/write.ts`",
  "## Step 3: Later",
  "- Files: `src/b/later.ts`, `src/b/never.ts`",
].join("\n")

Deno.test("module-drift finds what the plan names and nothing touched, and what was touched and no plan names", () => {
  const result = look(moduleDrift, {
    ".claude/plans/reader/v1.md": plan,
    "src/a/read.ts": "export {}\n",
    "src/a/lines.ts": "export {}\n",
    "src/a/extra.ts": "export {}\n",
    "src/a/read_test.ts": "export {}\n",
    "src/b/write.ts": "export {}\n",
  }, {
    touched: [{ kind: "added", path: "src/a/extra.ts" }, { kind: "added", path: "src/a/read_test.ts" }],
    commits: [
      {
        commit: "1".repeat(40),
        date: "2026-01-11",
        message: "Read",
        paths: ["src/a/read.ts", "src/b/write.ts", "src/b/more.ts"],
      },
      { commit: "2".repeat(40), date: "2026-01-12", message: "Something else", paths: ["src/a/lines.ts"].slice(1) },
    ],
  })
  deepStrictEqual(told(result), [
    "DRIFTED Medium .claude/plans/reader/v1.md: step 1 of the plan reader names src/a/lines.ts, which nothing has changed since the plan was made",
    "EXTRA Medium src/a/extra.ts: was changed, and no step of the plan reader names it",
  ])
  deepStrictEqual(excused(result), [
    ".claude/plans/reader/v1.md: to come",
    ".claude/plans/reader/v1.md: to come",
    "src/a/read_test.ts: test of a planned file",
  ])
})

Deno.test("module-drift finds imports that the architecture forbids, and modules that its map does not have", () => {
  const result = look(moduleDrift, {
    ".claude/architecture.md":
      "# A\n\n## Module map\n\n- `/src/a/` — one\n\n## Boundaries\n\n- `/src/a/` → must not import from `/src/b/`\n",
    "src/a/x.ts": 'import { y } from "../b/y.ts"\nimport type { z } from "../b/z.ts"\n',
    "src/a/x.test.ts": 'import { y } from "../b/y.ts"\n',
    "src/b/y.ts": 'import "../a/x.ts"\nexport const y = 1\n',
    "src/b/z.ts": "export type z = 1\n",
  })
  deepStrictEqual(told(result), [
    "CONTRADICTED High src/a/x.ts: imports src/b/y.ts: /src/a/ must not import from /src/b/",
    "CONTRADICTED Low src/a/x.ts: imports src/b/z.ts for its types: /src/a/ must not import from /src/b/",
    "UNMAPPED Low src/b/y.ts: src/b is no module of the map in .claude/architecture.md",
  ])
  deepStrictEqual(excused(result), ["src/a/x.test.ts: test"])
})

Deno.test("module-drift is incomplete without the commits since a plan was made, or what the plan's front matter says", () => {
  const planned = (created: string): Files => ({
    ".claude/plans/dim/v1.md": `---\nslug: dim\nversion: 1\nstatus: active\ncreated: ${created}\n---\n# Plan\n\n` +
      "## Step 1: Dim\n- Files: `src/a/x.ts`\n",
    "src/a/x.ts": "export {}\n",
  })
  const why = (created: string, facts: Partial<ModuleFacts>): readonly unknown[] => {
    const { complete, skip_reason } = look(moduleDrift, planned(created), facts)
    return [complete, skip_reason?.replace(/: not YAML.*$/u, "")]
  }
  deepStrictEqual(why("2026-01-01", {}), [true, undefined])
  deepStrictEqual(why("2026-01-01", { commits_unknown: "no git" }), [
    false,
    "could not read the commits since the plan was made (no git)",
  ])
  deepStrictEqual(why("`a`: b", {}), [
    false,
    "could not read .claude/plans/dim/v1.md (its front matter, line 5",
  ])
  deepStrictEqual(why("`a`: b", { modules: ["src/b"], commits_unknown: "no git" }), [true, undefined])
})

Deno.test("the lessons of modules are those of today's notes and of commits of today that touch them", () => {
  const recap = (lesson: string): string =>
    `---\ntype: session-recap\nscope: [global]\n---\n# Recap\n\n## Learned\n\n- ${lesson}\n`
  const commit = { commit: "a".repeat(40), date: "2026-01-31", paths: ["src/a/x.ts"] }
  const result = look(moduleLessons, {
    "memory/sessions/2026-01-31-today.md": recap("Never read a large ledger twice within the same request handler"),
    "memory/sessions/2026-01-30-before.md": recap("Always close sockets before the parent process forks its workers"),
    "src/a/x.ts": "export {}\n",
  }, {
    commits: [
      {
        ...commit,
        message: "Read once\n\nThe second read failed because the handle was closed by the first one.\n\nMore.",
      },
      { ...commit, paths: ["docs/a.md"], message: "Docs\n\nIt turns out that nobody reads the second page of this." },
      { ...commit, date: "2026-01-30", message: "Old\n\nThis was slow because every file was opened for each pass." },
    ],
  })
  deepStrictEqual(result.findings.map(({ locator, route, proposed_action }) => [locator, route, proposed_action]), [
    [
      "memory/sessions/2026-01-31-today.md",
      "capture",
      "Never read a large ledger twice within the same request handler",
    ],
    ["src/a", "capture", "The second read failed because the handle was closed by the first one."],
  ])
  strictEqual(
    look(moduleLessons, { "src/a/x.ts": "" }).skip_reason,
    "no notes of a session of today, and no commit of today in these modules",
  )
})
