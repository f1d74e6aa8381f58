import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict"
import { existsSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type { StoredBaseline } from "../../src/engine/report_store.ts"
import { hostLayer } from "../../src/host/host_layer.ts"
import { systemFailure } from "../services/faulty_file_system.ts"
import { leftoversOf, run, treeOf } from "./persist_run.ts"
import { go, read, runs, type Tree, withRuns } from "./report_tree.ts"

const { "v1.md": v1 = "", "v2.md": v2 = "", "v3.md": v3 = "" } = runs

Deno.test("readBaseline writes nothing, whatever there is to mend", async () => {
  const trees: readonly Tree[] = [{}, { "v1.md": v1 }, { "v1.md": v1, "latest.md": "broken" }, { "latest.md": v2 }]
  for (const tree of trees) {
    await withRuns(tree, async (reportDir, folder) => {
      await read(reportDir, "some scope")
      deepStrictEqual(treeOf(reportDir), tree)
      strictEqual(existsSync(folder), Object.keys(tree).length > 0)
      deepStrictEqual(leftoversOf(reportDir), [])
    })
  }
})

interface BaselineCase {
  readonly name: string
  readonly tree: Tree
  readonly tag: StoredBaseline["_tag"]
  readonly version?: number
  readonly warning?: RegExp
}

const cases: readonly BaselineCase[] = [
  { name: "there is nothing", tree: {}, tag: "none" },
  { name: "latest.md is the newest", tree: runs, tag: "found", version: 3 },
  {
    name: "latest.md is behind the newest, which leads to it",
    tree: { ...runs, "latest.md": v1 },
    tag: "found",
    version: 3,
  },
  { name: "latest.md is missing", tree: { "v1.md": v1, "v2.md": v2 }, tag: "found", version: 2 },
  {
    name: "latest.md is missing and the newest run is torn",
    tree: { "v1.md": v1, "v2.md": v2.slice(0, 200) },
    tag: "found",
    version: 1,
    warning: /v2\.md is malformed and was passed over/u,
  },
  {
    name: "the newest run is torn",
    tree: { "v1.md": v1, "v2.md": v2, "v3.md": "", "latest.md": v2 },
    tag: "found",
    version: 2,
    warning: /v3\.md is malformed/u,
  },
  {
    name: "a newer run does not lead to latest.md",
    tree: { "v1.md": v1, "v3.md": v1.replace("id_max: 2", "id_max: 9"), "latest.md": v1 },
    tag: "found",
    version: 1,
  },
  {
    name: "latest.md is no run",
    tree: { ...runs, "latest.md": v3.replace("| open |", "| applied |") },
    tag: "found",
    version: 4,
  },
  { name: "there is only a latest.md", tree: { "latest.md": v3 }, tag: "found", version: 1 },
  {
    name: "v01.md, v0.md and V2.md are no runs",
    tree: { "v1.md": v1, "latest.md": v1, "v01.md": v2, "v0.md": v2, "V2.md": v2 },
    tag: "found",
    version: 1,
  },
  {
    name: "latest.md is malformed",
    tree: { ...runs, "latest.md": v3.slice(0, 300) },
    tag: "malformed",
    warning: /^baseline at .*latest\.md malformed; treating run as fresh/u,
  },
  { name: "latest.md is empty", tree: { "latest.md": "" }, tag: "malformed", warning: /latest\.md malformed/u },
  { name: "no run is well-formed", tree: { "v1.md": "x" }, tag: "malformed", warning: /v1\.md malformed/u },
]

for (const { name, tree, tag, version, warning } of cases) {
  Deno.test(`readBaseline when ${name}: ${tag}${version === undefined ? "" : ` v${version}.md`}`, async () => {
    await withRuns(tree, async (reportDir, folder) => {
      const stored = await read(reportDir)
      strictEqual(stored._tag, tag)
      strictEqual(stored._tag === "found" ? stored.version : undefined, version)
      if (stored._tag === "found") {
        strictEqual(stored.baseline.path, join(folder, `v${version}.md`))
        strictEqual(stored.baseline.version, version)
      }
      if (warning === undefined) deepStrictEqual(stored.warnings, [])
      else match(stored.warnings[0] ?? "", warning)
    })
  })
}

Deno.test("readBaseline knows the highest id of every well-formed run, and of no other", async () => {
  const higher = v1.replace("id_max: 2", "id_max: 70")
  const malformed = higher.replace("id_max: 70", "id_max: 900").replace("findings_total: 2", "findings_total: 5")
  await withRuns({ "v1.md": higher, "v2.md": malformed, "v3.md": v3, "latest.md": v3 }, async (reportDir) => {
    const stored = await read(reportDir)
    strictEqual(stored.id_max, 70)
    ok(stored._tag === "found" && stored.baseline.id_max === 70)
  })
  await withRuns({ "v1.md": higher, "latest.md": malformed }, async (reportDir) => {
    strictEqual((await read(reportDir)).id_max, 70)
    await go(reportDir, "a")
    match(treeOf(reportDir)["v2.md"] ?? "", /\| R071 \|/u)
  })
})

Deno.test("readBaseline refuses merge conflict markers and names the file and the line", async () => {
  const conflict = v3.replace("\n## ", "\n<<<<<<< HEAD\n## ")
  for (const tree of [{ ...runs, "latest.md": conflict }, { "v1.md": v1, "v2.md": conflict }]) {
    await withRuns(tree, async (reportDir) => {
      const failure = await Effect.runPromise(Effect.flip(run(reportDir, ["a"])).pipe(Effect.provide(hostLayer)))
      ok(failure._tag === "BaselineConflict")
      match(failure.message, /\.md": line \d+ is a merge conflict marker; resolve/u)
      deepStrictEqual(treeOf(reportDir), tree)
    })
  }
})

Deno.test("readBaseline refuses a run of a newer program, whose decisions would be lost if it counted as none", async () => {
  const newer = v3.replace("schema: 1", "schema: 2")
  for (const tree of [{ ...runs, "latest.md": newer }, { "v1.md": v1, "v2.md": newer }]) {
    await withRuns(tree, async (reportDir) => {
      const failure = await Effect.runPromise(Effect.flip(run(reportDir, ["a"])).pipe(Effect.provide(hostLayer)))
      ok(failure._tag === "BaselineNewer")
      match(failure.message, /\.md": its schema is 2, .* than 1; use the version of retro that wrote it$/u)
      deepStrictEqual(treeOf(reportDir), tree)
    })
  }
})

Deno.test("a file that may not be read is a failure and never a first run", async () => {
  for (const method of ["readFile", "readDirectory"] as const) {
    await withRuns(runs, async (reportDir) => {
      // Injected: who runs the tests may be allowed to read everything.
      const denied = Layer.effect(
        FileSystem.FileSystem,
        Effect.map(FileSystem.FileSystem, (real) => ({
          ...real,
          [method]: () => Effect.fail(systemFailure("EACCES", method)),
        })),
      ).pipe(Layer.provide(hostLayer))
      const failure = await Effect.runPromise(
        Effect.flip(run(reportDir, ["a"])).pipe(Effect.provide(Layer.merge(hostLayer, denied))),
      )
      ok(failure._tag === "IoFailed")
      match(failure.message, /^Cannot (?:read|list) ".*": EACCES/u)
      deepStrictEqual(treeOf(reportDir), runs)
    })
  }
})
