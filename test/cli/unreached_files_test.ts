import { deepStrictEqual, match, strictEqual } from "node:assert/strict"
import { git, retro } from "../services/program.ts"
import { today, withRepository } from "./demo_repository.ts"

/** Takes from root what lets it read everything; another user needs nothing of the kind. */
const unprivileged = Deno.uid() === 0 ? ["setpriv", "--inh-caps=-all", "--bounding-set=-all"] : []
const hasPermissions = Deno.uid() !== null && (Deno.uid() !== 0 || hasSetpriv())

function hasSetpriv(): boolean {
  try {
    return new Deno.Command("setpriv", { args: ["--version"], stdout: "null" }).outputSync().success
  } catch {
    return false
  }
}

const files = {
  "docs/a.md": "# A\n\n[gone](gone.md)\n",
  "docs/deep/b.md": "# B\n\n[gone](gone.md)\n",
  "docs/picture.png": "x",
  "src/links.md": "# Links\n\n[a](../docs/a.md) [b](../docs/deep/b.md) [p](../docs/picture.png) [d](../docs/deep)\n",
}

interface Row {
  readonly locator: string
  readonly why?: string
}

Deno.test({
  name: "retro checkpoint takes no tracked file in a folder that it may not look into for deleted",
  // Root reads everything where nothing can take that from it.
  ignore: !hasPermissions,
  fn: () =>
    withRepository(files, (folder) => {
      strictEqual(retro(["checkpoint", "--today", today], { cwd: folder }).code, 0)
      Deno.chmodSync(`${folder}/docs`, 0o000)
      const run = retro(["checkpoint", "--today", today, "--dry-run", "--json"], { cwd: folder, through: unprivileged })
      Deno.chmodSync(`${folder}/docs`, 0o755)
      strictEqual(run.code, 3, run.stderr)
      for (const name of ["docs/", "docs/a.md", "docs/deep/b.md"]) {
        match(run.stderr, new RegExp(`^retro: could not read ${name} \\((?:EACCES: p|P)ermission denied\\)$`, "mu"))
      }
      const { findings, unverified, resolved, orientations } = JSON.parse(run.stdout)
      deepStrictEqual([findings, resolved], [[], []])
      deepStrictEqual(unverified.map(({ locator }: Row) => locator), ["docs/a.md", "docs/deep/b.md"])
      strictEqual(JSON.stringify(orientations).includes("docs/a.md"), false)
    }),
})

Deno.test("retro checkpoint takes no file that a sparse checkout leaves out for deleted", async () => {
  await withRepository(files, (folder) => {
    strictEqual(retro(["checkpoint", "--today", today], { cwd: folder }).code, 0)
    git(folder, "sparse-checkout", "set", "src")
    const run = retro(["checkpoint", "--today", today, "--dry-run", "--json"], { cwd: folder })
    const { findings, unverified, resolved } = JSON.parse(run.stdout)
    deepStrictEqual([findings, resolved], [[], []])
    deepStrictEqual(unverified.map(({ locator }: Row) => locator), ["docs/a.md", "docs/deep/b.md"])
    match(run.stderr, /^retro: could not read docs\/a\.md \(it is not checked out\)$/mu)
  })
})
