import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import { rmSync } from "node:fs"
import { join } from "node:path"
import * as Schema from "effect/Schema"
import { Report } from "../../src/core/schema/report.ts"
import { git, retro, writeFiles } from "../services/program.ts"
import { withRepository } from "./demo_repository.ts"

const decodeReport = Schema.decodeUnknownSync(Report)

/** What a change to `main` comes to, by one pass. */
function reportOf(folder: string, pass: string, ...args: readonly string[]): Report {
  const all = ["checkpoint", "--since", "main", "--dry-run", "--json", "--today", "2026-03-01", "--pass", pass, ...args]
  const outcome = retro(all, { cwd: folder })
  strictEqual(outcome.code, 0, outcome.stderr)
  return decodeReport(JSON.parse(outcome.stdout))
}

Deno.test("retro checkpoint --since asks for no more than an ignored contract of autonomy does, or one that was there before", async () => {
  const contract = ".claude/autonomy/active.md"
  const todos = (folder: string): readonly (string | undefined)[] =>
    reportOf(folder, "change-fit").findings.map(({ key }) => key)
  const started = (files: Readonly<Record<string, string>>) => (look: (folder: string) => void): Promise<void> =>
    withRepository({ "README.md": "# Demo\n", ...files }, (folder) => {
      git(folder, "checkout", "-q", "-b", "change")
      writeFiles(folder, { "a.ts": "// TODO more\n" })
      look(folder)
    })
  const stop = { [contract]: "stopping: user-anytime\n" }
  await started({})((folder) => {
    deepStrictEqual(todos(folder), ["todo"])
    writeFiles(folder, stop)
    deepStrictEqual(todos(folder), ["todo"])
  })
  await started({ ".gitignore": ".claude/autonomy/\n" })((folder) => {
    writeFiles(folder, stop)
    const report = reportOf(folder, "change-fit")
    deepStrictEqual(report.findings, [])
    ok(report.scope_reason.endsWith(`; ${contract} lets it end before all is done (user-anytime)`), report.scope_reason)
  })
  await started(stop)((folder) => {
    writeFiles(folder, { [contract]: "stopping: criteria-met\n" })
    deepStrictEqual(todos(folder), [])
  })
})

Deno.test("retro checkpoint --since follows addresses on GitHub to the repository's own files, as origin names it", async () => {
  const at = "https://github.com/tide/gauge/blob/main"
  const files = {
    "README.md": `[a](${at}/docs/a.md) [gone](${at}/gone.md) [b](${at}/docs/b.md)\n`,
    "docs/a.md": "# A\n",
    "docs/b.md": "# B\n",
  }
  await withRepository(files, (folder) => {
    git(folder, "checkout", "-q", "-b", "change")
    rmSync(join(folder, "docs/a.md"))
    const found = (): readonly (string | undefined)[] =>
      reportOf(folder, "link-integrity").findings.map(({ key }) => key)
    deepStrictEqual(found(), [])
    git(folder, "remote", "add", "origin", "https://user:secret@github.com/Tide/Gauge.git")
    deepStrictEqual(found(), [`${at}/docs/a.md`])
    writeFiles(folder, { "docs/b.md": `[b](${at}/docs/b.md) [c](${at}/docs/c.md) [r](${at}/other.md)\n` })
    const inner = reportOf(folder, "link-integrity", "--root", "docs")
    deepStrictEqual(inner.findings.map(({ locator, key }) => [locator, key]), [["b.md", `${at}/docs/c.md`]])
  })
})
