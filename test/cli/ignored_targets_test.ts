import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { git, retro } from "../services/program.ts"
import { today, withRepository } from "./demo_repository.ts"

const files = {
  ".gitignore": "out/\n*.log\n",
  ".retro.yaml": "ignore: [old/**]\n",
  "old/x.md": "# Old\n",
  "real/y.png": "y",
  "a.md": [
    "# A",
    "[file](out/report.html) [folder](out) [log](logs/run.log) [dead](gone.md) [old](old/x.md)",
    "[module](lib/missing.md) [behind](linked/y.png) [below](real/y.png/z)",
    "",
  ].join("\n"),
}

interface NearMiss {
  readonly what: string
  readonly why: string
}

Deno.test("retro checkpoint says the same of a link to what git ignores, whether it is on this machine or not", async () => {
  await withRepository(files, (folder) => {
    symlinkSync("real", `${folder}/linked`)
    git(folder, "init", "-q", "lib")
    git(folder, "-C", "lib", "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "a")
    git(folder, "-c", "advice.addEmbeddedRepo=false", "add", "lib", "linked")
    const look = (): unknown => {
      const args = ["checkpoint", "--pass", "link-integrity", "--today", today, "--dry-run", "--json"]
      const { code, stdout, stderr } = retro(args, { cwd: folder })
      strictEqual(code, 0, stderr)
      const { findings, near_misses } = JSON.parse(stdout)
      return {
        dead: findings.map(({ what }: { readonly what: string }) => what),
        near: near_misses.map(({ what, why }: NearMiss) => `${what}: ${why}`),
      }
    }
    const expected = {
      // What git ignores is in no clone: a link to it is dead for everyone else.
      dead: [
        'link to "gone.md" is dead: no such file',
        'link to "logs/run.log" is dead: git ignores it, and a clone does not have it',
        'link to "out" is dead: git ignores it, and a clone does not have it',
        'link to "out/report.html" is dead: git ignores it, and a clone does not have it',
        'link to "real/y.png/z" is dead: no such file',
      ],
      near: [
        'link to "lib/missing.md": in a submodule: lib is a repository of its own, and nothing is looked up in it',
        'link to "linked/y.png": behind a link: linked is a symbolic link, and nothing is looked up behind it',
        'link to "old/x.md": left out: the target is there, and the run leaves it out',
      ],
    }
    deepStrictEqual(look(), expected)
    for (const path of ["out", "logs"]) mkdirSync(`${folder}/${path}`)
    writeFileSync(`${folder}/out/other.html`, "")
    deepStrictEqual(look(), expected)
    writeFileSync(`${folder}/out/report.html`, "")
    writeFileSync(`${folder}/logs/run.log`, "")
    deepStrictEqual(look(), expected)
    // A clone without its submodules has the folder, or not even that.
    rmSync(`${folder}/lib`, { recursive: true })
    deepStrictEqual(look(), expected)
  })
})
