import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict"
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { type History, history } from "../../src/engine/history.ts"
import { hostLayer } from "../../src/host/host_layer.ts"
import { run, scope, treeOf } from "./persist_run.ts"

async function withReports(use: (reportDir: string, folder: string) => Promise<void>): Promise<void> {
  const reportDir = mkdtempSync(join(tmpdir(), "retro-history-"))
  try {
    for (const names of [["a", "b"], ["a", "c"], ["b", "c"]]) {
      await Effect.runPromise(run(reportDir, names).pipe(Effect.provide(hostLayer)))
    }
    await use(reportDir, join(reportDir, scope))
  } finally {
    rmSync(reportDir, { recursive: true, force: true })
  }
}

const tell = (dir: string): Promise<History> => Effect.runPromise(history(dir).pipe(Effect.provide(hostLayer)))

Deno.test("history tells the runs of a scope, oldest first, with what closed and what came back", async () => {
  await withReports(async (_, folder) => {
    const { dir, runs, warnings } = await tell(folder)
    strictEqual(dir, folder)
    deepStrictEqual(warnings, [])
    deepStrictEqual(runs.map(({ version, file, run_mode }) => [version, file, run_mode]), [
      [1, "v1.md", "fresh"],
      [2, "v2.md", "repeat"],
      [3, "v3.md", "repeat"],
    ])
    deepStrictEqual(runs.map(({ resolved, reopened }) => [resolved, reopened]), [
      [[], []],
      [["R002"], []],
      [["R001"], ["R002"]],
    ])
    deepStrictEqual(runs[1], {
      version: 2,
      file: "v2.md",
      date: "2027-01-31",
      run_mode: "repeat",
      findings_total: 2,
      counts: { critical: 0, high: 0, medium: 2, low: 0 },
      tags: { new: 1, carried: 1, wont_fix: 0, unverified: 0, resolved: 1 },
      resolved: ["R002"],
      reopened: [],
    })
  })
})

Deno.test("history calls reopened what is open again after it was applied, not what stays applied", async () => {
  const edits = [{ path: "docs/a.md", find: "x", replace: "y" }]
  for (const [more, reopened] of [[{ edits }, ["R001"]], [{}, []]] as const) {
    const reportDir = mkdtempSync(join(tmpdir(), "retro-history-"))
    try {
      await Effect.runPromise(run(reportDir, ["a"], ["a"], more).pipe(Effect.provide(hostLayer)))
      await Effect.runPromise(run(reportDir, ["a"], [], more).pipe(Effect.provide(hostLayer)))
      deepStrictEqual((await tell(reportDir)).runs.map((one) => one.reopened), [[], reopened])
    } finally {
      rmSync(reportDir, { recursive: true, force: true })
    }
  }
})

Deno.test("history of the folder of all scopes is that of its only scope, or of all", async () => {
  await withReports(async (reportDir, folder) => {
    deepStrictEqual(await tell(reportDir), await tell(folder))
    cpSync(folder, join(reportDir, "another"), { recursive: true })
    mkdirSync(join(reportDir, "empty"))
    const { dir, runs } = await tell(reportDir)
    strictEqual(dir, reportDir)
    deepStrictEqual(
      runs.map(({ file }) => file),
      ["another", scope].flatMap((name) => [1, 2, 3].map((version) => `${name}/v${version}.md`)),
    )
  })
})

Deno.test("history warns of what is no report and tells the rest", async () => {
  await withReports(async (reportDir, folder) => {
    writeFileSync(join(folder, "v2.md"), "torn")
    writeFileSync(join(folder, "latest.md"), "other")
    const before = treeOf(reportDir)
    const { runs, warnings } = await tell(folder)
    deepStrictEqual(runs.map(({ version }) => version), [1, 3])
    match(warnings[0] ?? "", /v2\.md: .*line 1/u)
    match(warnings[1] ?? "", /latest\.md is none of these runs/u)
    deepStrictEqual(treeOf(reportDir), before)
  })
})

Deno.test("history of a run that says no counts takes them from its rows", async () => {
  await withReports(async (reportDir, folder) => {
    const text = treeOf(reportDir)["v1.md"] ?? ""
    writeFileSync(join(folder, "v1.md"), text.replace(/^(?:counts|tags): .*\n/gmu, ""))
    const { runs: [first] } = await tell(folder)
    ok(first)
    deepStrictEqual(first.counts, { critical: 0, high: 0, medium: 2, low: 0 })
    deepStrictEqual(first.tags, { new: 2, carried: 0, wont_fix: 0, unverified: 0, resolved: 0 })
  })
})

Deno.test("history without a run is empty and says so; a file is a failure", async () => {
  await withReports(async (reportDir, folder) => {
    const missing = join(reportDir, "missing")
    deepStrictEqual(await tell(missing), { dir: missing, runs: [], warnings: [`no runs in "${missing}"`] })
    const failure = await Effect.runPromise(
      Effect.flip(history(join(folder, "v1.md"))).pipe(Effect.provide(hostLayer)),
    )
    strictEqual(failure._tag, "IoFailed")
  })
})
