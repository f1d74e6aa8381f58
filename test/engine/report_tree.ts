import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import type { PersistedRun } from "../../src/core/schema/persisted_run.ts"
import { readBaseline, type StoredBaseline } from "../../src/engine/report_store.ts"
import { hostLayer } from "../../src/host/host_layer.ts"
import { run, scope, treeOf } from "./persist_run.ts"

/** The files of a scope, and what is in them. */
export type Tree = Readonly<Record<string, string>>

/** A report folder whose scope holds these files, handed on and removed. */
export async function withRuns(tree: Tree, use: (reportDir: string, folder: string) => Promise<void>): Promise<void> {
  const reportDir = mkdtempSync(join(tmpdir(), "retro-persist-"))
  const folder = join(reportDir, scope)
  try {
    if (Object.keys(tree).length > 0) mkdirSync(folder)
    for (const [name, text] of Object.entries(tree)) writeFileSync(join(folder, name), text)
    await use(reportDir, folder)
  } finally {
    rmSync(reportDir, { recursive: true, force: true })
  }
}

/** A whole run over findings at these names. */
export const go = (reportDir: string, ...names: readonly string[]): Promise<PersistedRun> =>
  Effect.runPromise(run(reportDir, names).pipe(Effect.provide(hostLayer)))
/** The last run of the scope. */
export const read = (reportDir: string, ofScope?: string): Promise<StoredBaseline> =>
  Effect.runPromise(
    readBaseline({ reportDir, scopeSlug: scope, ...(ofScope === undefined ? {} : { scope: ofScope }) })
      .pipe(Effect.provide(hostLayer)),
  )
/** The files after three runs. */
export const runs = await (async (): Promise<Tree> => {
  let tree: Tree = {}
  await withRuns({}, async (reportDir) => {
    await go(reportDir, "a", "b")
    await go(reportDir, "a", "c")
    await go(reportDir, "c")
    tree = treeOf(reportDir)
  })
  return tree
})()
