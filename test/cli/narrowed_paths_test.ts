import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { retro } from "../services/program.ts"
import { demoFiles, withRepository } from "./demo_repository.ts"

Deno.test("retro checkpoint says which path holds nothing of the corpus, and counts only the files that it looks at", async () => {
  const files = { ...demoFiles, ".gitignore": "out/\n", ".retro.yaml": "ignore: [old/**]\n", "old/a.md": "# A\n" }
  await withRepository({ ...files, "out/b.md": "# B\n", "src/c.ts": "" }, (folder) => {
    const run = (...paths: readonly string[]) => {
      const { code, stdout, stderr } = retro(["checkpoint", ...paths, "--dry-run"], { cwd: folder })
      strictEqual(code, 0, stderr)
      return { stderr, scanned: /files scanned: \d+/u.exec(stdout)?.[0] }
    }
    const warning = (path: string) =>
      `retro: nothing of the corpus lies in "${path}": nothing was looked at there; it is empty, git ignores it, or ` +
      '"ignore" in .retro.yaml leaves it out\n'
    for (const path of [".git", "out", "out/b.md", "old"]) {
      deepStrictEqual(run(path), { stderr: warning(path), scanned: "files scanned: 0" })
    }
    deepStrictEqual(run("docs", "out"), { stderr: warning("out"), scanned: "files scanned: 4" })
    deepStrictEqual(run("docs/adr"), { stderr: "", scanned: "files scanned: 2" })
    deepStrictEqual(run("src"), { stderr: "", scanned: "files scanned: 0" })
    // A pass reads .gitignore, too.
    deepStrictEqual(run(), { stderr: "", scanned: "files scanned: 6" })
  })
})
