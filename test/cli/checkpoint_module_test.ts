import { deepStrictEqual, match, strictEqual } from "node:assert/strict"
import { appendFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Schema from "effect/Schema"
import { Report } from "../../src/core/schema/report.ts"
import { git, type Outcome, retro, withFolder } from "../services/program.ts"
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

Deno.test("retro checkpoint --scope module counts commits since the plan, not the first one, and says when a clone is cut", async () => {
  const plan = "---\nslug: reader\nversion: 1\nstatus: active\nspec: none\ncreated: 2020-01-31\n---\n# Plan\n\n" +
    "## Step 1: Read\n- Files: `src/reader/read.ts`\n\n## Step 2: Write\n- Files: `src/writer/write.ts`\n"
  await withRepository({ ...files, ".claude/plans/reader/v1.md": plan }, async (folder) => {
    appendFileSync(join(folder, "src/writer/write.ts"), "\n")
    commitAll(folder)
    const drift = (root: string): readonly unknown[] => {
      const outcome = modules(root, "src", "--pass", "module-drift", "--dry-run", "--json")
      const { findings, passes } = decodeReport(JSON.parse(outcome.stdout))
      const pass = passes.find((one) => one.pass === "module-drift")
      return [outcome.code, pass?.skip_reason, findings.map(({ what }) => what)]
    }
    deepStrictEqual(drift(folder), [0, undefined, [
      "step 1 of the plan reader names src/reader/read.ts, which nothing has changed since the plan was made",
    ]])
    await withFolder({}, (cut) => {
      git(cut, "clone", "-q", "--depth", "1", `file://${folder}`, ".")
      const [code, why] = drift(cut)
      strictEqual(code, 3)
      match(String(why), /could not read the commits since the plan was made \(this clone is shallow: .*--unshallow/u)
    })
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
      "retro: --pass link-integrity looks at nothing in this scope; it belongs to a run over the corpus or a change (--since REF)\n",
    ])
  })
  await withFolder(files, (folder) => {
    strictEqual(reportOf(folder, "src/reader", "--dry-run").findings.length, 0)
    match(modules(folder).stderr, /the root is in no git work tree; name them/u)
  })
})
