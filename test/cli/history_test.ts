import { deepStrictEqual, match, strictEqual } from "node:assert/strict"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { git, retro } from "../services/program.ts"
import { demoFiles, today, withRepository } from "./demo_repository.ts"

Deno.test("retro history finds the runs where checkpoint keeps them, from every folder of the repository", async () => {
  await withRepository({ ...demoFiles, ".retro.yaml": "report_dir: docs/runs\n" }, (folder) => {
    const none = retro(["history"], { cwd: folder })
    deepStrictEqual([none.code, none.stdout, none.stderr], [0, "", 'retro: no runs in "docs/runs"\n'])
    strictEqual(retro(["checkpoint", "--today", today], { cwd: join(folder, "docs") }).code, 0)
    const { code, stdout, stderr } = retro(["history"], { cwd: join(folder, "docs/adr") })
    deepStrictEqual([code, stderr], [0, ""])
    match(stdout, /^run +date +findings .*\nv1\.md +2026-03-01 +4 +0 +0 +3 +1 +4\n$/u)
    const { dir, runs } = JSON.parse(retro(["history", "--json"], { cwd: folder }).stdout)
    deepStrictEqual([dir, runs.length], ["docs/runs/corpus", 1])
    // A repository inside another one keeps its own.
    const inner = join(folder, "inner/docs")
    mkdirSync(inner, { recursive: true })
    git(join(folder, "inner"), "init", "--quiet")
    strictEqual(retro(["history"], { cwd: inner }).stderr, 'retro: no runs in "../.claude/checkpoints"\n')
  })
})
