import { deepStrictEqual, match, strictEqual } from "node:assert/strict"
import { mkdirSync } from "node:fs"
import { basename, dirname } from "node:path"
import * as Effect from "effect/Effect"
import { Git } from "../../src/engine/git.ts"
import { gitLayer } from "../../src/host/git_process.ts"
import { hostLayer } from "../../src/host/host_layer.ts"
import { temporaryFolder, temporaryRepository } from "../services/temporary_repository.ts"

const mainOf = (directory: string, environment?: Record<string, string>) =>
  Effect.runPromise(
    Effect.flatMap(Git, (git) => git.mainWorktree(directory)).pipe(
      Effect.provide(gitLayer(environment)),
      Effect.provide(hostLayer),
    ),
  )

Deno.test("mainWorktree is undefined outside a work tree and without git on the machine", async () => {
  using folder = temporaryFolder()
  strictEqual(await mainOf(folder.directory), undefined)
  using repository = temporaryRepository()
  strictEqual(await mainOf(repository.directory, { PATH: "/nowhere" }), undefined)
})

Deno.test("mainWorktree is the same from the root, a subdirectory and a linked work tree", async () => {
  using repository = temporaryRepository()
  using elsewhere = temporaryFolder()
  repository.commit({ "a/b.md": "b" })
  const linked = `${elsewhere.directory}/with space`
  repository.git(["worktree", "add", "-q", "-b", "other", linked])
  const places = [repository.directory, `${repository.directory}/a`, linked, `${linked}/a`]
  deepStrictEqual(await Promise.all(places.map((place) => mainOf(place))), places.map(() => repository.directory))
})

Deno.test("mainWorktree of a submodule, and of a work tree linked to it, is the submodule's own", async () => {
  using inner = temporaryRepository()
  inner.commit({ "a.md": "a" })
  using outer = temporaryRepository()
  outer.git(["-c", "protocol.file.allow=always", "submodule", "add", "-q", inner.directory, "sub"])
  const sub = `${outer.directory}/sub`
  outer.git(["-C", sub, "worktree", "add", "-q", `${outer.directory}/linked`])
  deepStrictEqual(await Promise.all([mainOf(sub), mainOf(`${outer.directory}/linked`)]), [sub, sub])
})

Deno.test("mainWorktree of work trees that are linked to a bare repository is its folder, which they share", async () => {
  using repository = temporaryRepository()
  repository.commit({ "a.md": "a" })
  using folder = temporaryFolder()
  for (const [bare, shared] of [["shop.git", "shop.git"], [".git", "."]] as const) {
    folder.git(["clone", "-q", "--bare", repository.directory, bare])
    const linked = ["one", "two"].map((name) => `${folder.directory}/${basename(bare, ".git")}-${name}`)
    linked.forEach((place, index) => folder.git(["-C", bare, "worktree", "add", "-q", "-b", `b${index}`, place]))
    const expected = shared === "." ? folder.directory : `${folder.directory}/${shared}`
    deepStrictEqual(await Promise.all(linked.map((place) => mainOf(place))), [expected, expected])
  }
})

Deno.test("mainWorktree fails rather than guess when only the main work tree knows where it is", async () => {
  using folder = temporaryFolder()
  const main = `${folder.directory}/main`
  mkdirSync(main)
  folder.git(["init", "-q", `--separate-git-dir=${folder.directory}/store`, main])
  folder.git(["-C", main, "commit", "-q", "--allow-empty", "-m", "x"])
  folder.git(["-C", main, "worktree", "add", "-q", `${folder.directory}/linked`])
  strictEqual(await mainOf(main), main)
  await mainOf(`${folder.directory}/linked`).then(
    (found) => strictEqual(found, "a failure"),
    (error: unknown) => match(String(error), /is not known from a linked one; run this in the main work tree/u),
  )
  folder.git(["-C", main, "config", "core.worktree", main])
  strictEqual(await mainOf(`${folder.directory}/linked`), dirname(`${main}/x`))
})
