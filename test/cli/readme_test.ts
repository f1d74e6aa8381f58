import { cpSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { ok, strictEqual } from "node:assert/strict"
import { git, projectRoot, retro, withFolder } from "../services/program.ts"
import { commitAll } from "./demo_repository.ts"

const readme = readFileSync(join(projectRoot, "README.md"), "utf8")

Deno.test("README.md shows what --select, the runs after it and retro history print for fixtures/repository", async () => {
  await withFolder({}, (folder) => {
    cpSync(join(projectRoot, "fixtures/repository"), folder, { recursive: true })
    git(folder, "init", "-q", "-b", "main")
    commitAll(folder)
    const run = (today: string, ...flags: readonly string[]) => {
      const { code, stderr } = retro(["checkpoint", ...flags, "--today", today], { cwd: folder })
      strictEqual(code, 0, stderr)
      commitAll(folder)
      return stderr
    }
    run("2026-12-01")
    const selection = /^retro checkpoint --select "(?<text>[^"]+)"$/mu.exec(readme)?.groups?.["text"] ?? ""
    const printed = run("2026-12-08", "--select", selection)
    ok(readme.includes("\n```text\n" + printed + "```\n"), `README.md does not show:\n${printed}`)
    run("2026-12-15")
    const history = retro(["history"], { cwd: folder }).stdout
    ok(readme.includes(`\n$ retro history\n${history}\n`), `README.md does not show:\n${history}`)
  })
})
