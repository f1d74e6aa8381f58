import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { completeReport, type Report } from "../../src/core/schema/report.ts"
import { persist, persistAttempts, type PersistOptions, VersionTaken, whileTaken } from "../../src/engine/persist.ts"
import { hostLayer } from "../../src/host/host_layer.ts"
import { systemFailure } from "../services/faulty_file_system.ts"
import { leftoversOf, problemsOf, run, scope, treeOf } from "./persist_run.ts"
import { go, read, runs, withRuns } from "./report_tree.ts"

const keep = (report: Report, options: PersistOptions) =>
  Effect.runPromise(Effect.result(persist(report, options)).pipe(Effect.provide(hostLayer)))

const { "v1.md": v1 = "", "v3.md": v3 = "" } = runs
const fresh = completeReport({
  run_mode: "fresh",
  baseline: null,
  findings: [],
  resolved: [],
  unverified: [],
  id_max: 0,
  warnings: [],
  date: "2027-01-31",
})

Deno.test("persist writes each run once and latest.md as a copy of the newest", async () => {
  deepStrictEqual(Object.keys(runs), ["latest.md", "v1.md", "v2.md", "v3.md"])
  deepStrictEqual(problemsOf(runs), [])
  await withRuns(runs, async (reportDir, folder) => {
    const persisted = await go(reportDir, "c")
    deepStrictEqual(persisted, {
      dir: folder,
      version: 4,
      file: "v4.md",
      latest: "latest.md",
      supersedes: "v3.md",
    })
    const { "v4.md": v4 = "", ...tree } = treeOf(reportDir)
    deepStrictEqual(tree, { ...runs, "latest.md": v4 })
  })
})

Deno.test("persist keeps a latest.md that is no run as the next version first", async () => {
  const edited = v3.replace("| open |", "| wont_fix:by design |")
  await withRuns({ ...runs, "latest.md": edited }, async (reportDir) => {
    const persisted = await go(reportDir, "c")
    deepStrictEqual([persisted.version, persisted.adopted, persisted.supersedes], [5, "v4.md", "v4.md"])
    const tree = treeOf(reportDir)
    strictEqual(tree["v4.md"], edited)
    match(tree["v5.md"] ?? "", /^supersedes: v4\.md$/mu)
    match(tree["v5.md"] ?? "", /\| R003 \|.*\| WONT\\?_FIX \|/u)
    strictEqual(tree["latest.md"], tree["v5.md"])
  })
})

Deno.test("persist moves a malformed latest.md aside under a free name, its bytes unchanged", async () => {
  const bytes = new Uint8Array([0xff, 0xfe, 0, 10])
  await withRuns({ "v1.md": v1 }, async (reportDir, folder) => {
    for (const number of [1, 2]) {
      writeFileSync(join(folder, "latest.md"), bytes)
      const persisted = await go(reportDir, "a")
      deepStrictEqual([persisted.moved_aside, persisted.version], [`latest.malformed-${number}.md`, number + 1])
      strictEqual(persisted.supersedes, undefined)
      deepStrictEqual(new Uint8Array(readFileSync(join(folder, `latest.malformed-${number}.md`))), bytes)
    }
    const tree = treeOf(reportDir)
    match(tree["v2.md"] ?? "", /^run_mode: fresh$/mu)
    match(tree["v2.md"] ?? "", /malformed; treating run as fresh/u)
    strictEqual(tree["v1.md"], v1)
    strictEqual(tree["latest.md"], tree["v3.md"])
  })
})

Deno.test("persist refuses a report that was compared with another run than the newest, and writes nothing", async () => {
  const versions: readonly (number | undefined)[] = [undefined, 1, 2, 4]
  for (const version of versions) {
    await withRuns(runs, async (reportDir, folder) => {
      const baseline = version === undefined ? null : { path: join(folder, `v${version}.md`), version }
      const result = await keep({ ...fresh, baseline }, { reportDir })
      ok(Result.isFailure(result) && result.failure._tag === "VersionTaken")
      match(result.failure.message, /v3\.md is there now; run diff again/u)
      deepStrictEqual(treeOf(reportDir), runs)
    })
  }
})

Deno.test("persist appends a report without a versioned baseline when it is told to", async () => {
  await withRuns(runs, async (reportDir) => {
    for (const version of [4, 5]) {
      const result = await keep(fresh, { reportDir, scopeSlug: scope, unversioned: "append" })
      strictEqual(Result.getOrThrow(result).version, version)
    }
    const tree = treeOf(reportDir)
    deepStrictEqual(problemsOf(tree), [])
    match(tree["latest.md"] ?? "", /^id_max: 3$/mu)
    const stale = { ...fresh, baseline: { path: join(reportDir, scope, "v3.md"), version: 3 } }
    ok(Result.isFailure(await keep(stale, { reportDir, unversioned: "append" })))
  })
})

Deno.test("persist refuses a slug that is no name of a folder", async () => {
  await withRuns({}, async (reportDir) => {
    for (const scopeSlug of ["..", "../a", "a/b", "", "A", "-a", "a..b", "a\n"]) {
      const result = await keep(fresh, { reportDir, scopeSlug })
      ok(Result.isFailure(result) && result.failure._tag === "ScopeSlugInvalid", scopeSlug)
    }
    deepStrictEqual(readdirSync(reportDir), [])
  })
})

Deno.test("two scopes of one slug have two folders", async () => {
  await withRuns({}, async (reportDir) => {
    const persisted = await Promise.resolve().then(async () => {
      const first = await keep({ ...fresh, scope: "module src/a" }, { reportDir, scopeSlug: scope })
      const second = await keep({ ...fresh, scope: "module src-a" }, { reportDir, scopeSlug: scope })
      return [Result.getOrThrow(first), Result.getOrThrow(second)]
    })
    deepStrictEqual(persisted.map(({ version }) => version), [1, 1])
    const [first = "", second = ""] = readdirSync(reportDir).sort()
    strictEqual(first, scope)
    match(second, /^corpus-[0-9a-f]{6}$/u)
    match(readFileSync(join(reportDir, second, "v1.md"), "utf8"), /^scope_slug: corpus$/mu)
    strictEqual((await read(reportDir, "module src/a")).folder, join(reportDir, first))
    const other = await read(reportDir, "module src-a")
    ok(other._tag === "found")
    strictEqual(other.folder, join(reportDir, second))
    // What was compared with a run of a folder goes there.
    const again = { ...fresh, scope: "module src-a", baseline: { path: other.baseline.path, version: 1 } }
    strictEqual(Result.getOrThrow(await keep(again, { reportDir, scopeSlug: scope })).dir, join(reportDir, second))
  })
})

Deno.test("persist works where files cannot be linked, and still shares no name", async () => {
  const unlinked = Layer.effect(
    FileSystem.FileSystem,
    Effect.map(FileSystem.FileSystem, (real): FileSystem.FileSystem => ({
      ...real,
      link: () => Effect.fail(systemFailure("EPERM", "link")),
    })),
  ).pipe(Layer.provide(hostLayer))
  const services = Layer.merge(hostLayer, unlinked)
  await withRuns({ ...runs, "latest.md": "broken" }, async (reportDir) => {
    const all = Array.from({ length: 5 }, (_, index) => whileTaken(run(reportDir, ["c", `own-${index}`])))
    const persisted = await Effect.runPromise(
      Effect.all(all, { concurrency: "unbounded" }).pipe(Effect.provide(services)),
    )
    deepStrictEqual(persisted.map(({ version }) => version).sort(), [4, 5, 6, 7, 8])
    const tree = treeOf(reportDir)
    strictEqual(tree["latest.md"], tree["v8.md"])
    strictEqual(tree["latest.malformed-1.md"], "broken")
    deepStrictEqual(leftoversOf(reportDir), [])
  })
})

Deno.test("latest.md follows a run that was persisted between the two steps of another", async () => {
  await withRuns(runs, async (reportDir) => {
    let meanwhile = false
    const slow = Layer.effect(
      FileSystem.FileSystem,
      Effect.map(FileSystem.FileSystem, (real): FileSystem.FileSystem => ({
        ...real,
        rename: (from, to) =>
          Effect.suspend(() => {
            const other = meanwhile ? Effect.void : Effect.orDie(run(reportDir, ["z"]).pipe(Effect.provide(hostLayer)))
            meanwhile = true
            return Effect.andThen(other, real.rename(from, to))
          }),
      })),
    ).pipe(Layer.provide(hostLayer))
    const { version } = await Effect.runPromise(
      run(reportDir, ["c"]).pipe(Effect.provide(Layer.merge(hostLayer, slow))),
    )
    strictEqual(version, 4)
    const tree = treeOf(reportDir)
    strictEqual(Object.keys(tree).length, 6)
    deepStrictEqual(problemsOf(tree), [])
  })
})

Deno.test("whileTaken repeats only what another run has won, and not for ever", async () => {
  let tries = 0
  const lost = Effect.suspend(() => Effect.fail(new VersionTaken({ folder: "f", newest: ++tries })))
  const noTime = Effect.map(Clock.Clock, (clock): Clock.Clock => ({ ...clock, sleep: () => Effect.void }))
  const failure = await Effect.runPromise(
    Effect.flip(whileTaken(lost)).pipe(Effect.provideServiceEffect(Clock.Clock, noTime)),
  )
  strictEqual(failure.newest, persistAttempts)
  tries = 0
  const other = Effect.suspend(() => Effect.fail(++tries))
  strictEqual(await Effect.runPromise(Effect.flip(whileTaken(other))), 1)
})
