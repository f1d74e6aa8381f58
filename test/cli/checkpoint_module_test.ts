import { deepStrictEqual, match, strictEqual } from "node:assert/strict"
import { appendFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Schema from "effect/Schema"
import { Report } from "../../src/core/schema/report.ts"
import { type Outcome, retro, withFolder } from "../services/program.ts"
import { commitAll, withRepository } from "./demo_repository.ts"

const decodeReport = Schema.decodeUnknownSync(Report)

function modules(folder: string, ...args: readonly string[]): Outcome {
  return retro(["checkpoint", "--scope", "module", "--today", "2026-03-01", ...args], { cwd: folder })
}

function reportOf(folder: string, ...args: readonly string[]): Report {
  const outcome = modules(folder, "--json", ...args)
  strictEqual(outcome.code, 0, outcome.stderr)
  return decodeReport(JSON.parse(outcome.stdout))
}

const files = {
  "src/reader/read.ts": 'import { write } from "../writer/write.ts"\nexport const read = write\n',
  "src/writer/write.ts": "export const write = 1\n",
  "docs/a.md": "[gone](gone.md)\n",
}

Deno.test("retro checkpoint --scope module looks at what changed since the last commit, and refuses to guess without", async () => {
  await withRepository(files, (folder) => {
    const clean = modules(folder)
    deepStrictEqual([clean.code, clean.stdout, clean.stderr], [
      2,
      "",
      "retro: Cannot tell which modules were just built: nothing changed since the last commit; " +
      'name them, as in "retro checkpoint --scope module src/reader"\n',
    ])
    writeFileSync(join(folder, "README.md"), "# Demo\n")
    match(modules(folder).stderr, /only files at the root, or of agents, changed since the last commit/u)
    appendFileSync(join(folder, "src/writer/write.ts"), "export const unused = 1\n")
    writeFileSync(join(folder, "src/reader/more.ts"), 'import "./gone.ts"\n')
    const report = reportOf(folder)
    deepStrictEqual([report.scope, report.scope_slug, report.scope_reason], [
      "module src/reader src/writer",
      "module-src-reader+src-writer",
      "--scope module: changed since the last commit",
    ])
    deepStrictEqual(report.findings.map(({ pass, locator, verdict }) => [pass, locator, verdict]), [
      ["integration-fit", "src/reader/more.ts", "DEAD"],
      ["integration-fit", "src/writer/write.ts", "UNUSED"],
    ])
    deepStrictEqual(report.passes.map(({ pass, state }) => [pass, state]), [
      ["integration-fit", "complete"],
      ["module-drift", "complete"],
      ["uncaptured-lessons", "skipped"],
    ])
    strictEqual(report.persisted?.dir, ".claude/checkpoints/module-src-reader+src-writer")
    writeFileSync(join(folder, "src/reader/gone.ts"), "")
    deepStrictEqual(reportOf(folder).resolved.map(({ id }) => id), ["R001"])
  })
})

Deno.test("retro checkpoint --scope module looks at the modules that are named, in git or not", async () => {
  await withRepository({ ...files, "src/reader/read.py": "" }, (folder) => {
    writeFileSync(join(folder, "src/writer/write.ts"), "export {}\n")
    commitAll(folder)
    const report = reportOf(folder, "src/reader", "--dry-run")
    deepStrictEqual([report.scope, report.scope_slug, report.scope_reason], [
      "module src/reader",
      "module-src-reader",
      "--scope module, and named",
    ])
    deepStrictEqual(report.findings.map(({ locator, what }) => [locator, what]), [
      ["src/reader/read.ts", 'imports "write" from src/writer/write.ts, which does not export it'],
    ])
    deepStrictEqual(report.warnings, [
      "imports are read in TypeScript and JavaScript only: 1 file of other languages (.py) was compared without them",
    ])
    const wrong = modules(folder, "src/reader", "--pass", "link-integrity")
    deepStrictEqual([wrong.code, wrong.stderr], [
      2,
      "retro: --pass link-integrity looks at nothing in this scope; it runs in a run of the corpus, or with --since REF\n",
    ])
  })
  await withFolder(files, (folder) => {
    strictEqual(reportOf(folder, "src/reader", "--dry-run").findings.length, 0)
    match(modules(folder).stderr, /the root is in no git work tree; name them/u)
  })
})
