import { deepStrictEqual, match, strictEqual } from "node:assert/strict"
import { mkdirSync, rmSync, symlinkSync } from "node:fs"
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

Deno.test("mainWorktree is undefined where there is no repository, with git on the machine or without", async () => {
  using folder = temporaryFolder()
  strictEqual(await mainOf(folder.directory), undefined)
  strictEqual(await mainOf(folder.directory, { PATH: "/nowhere" }), undefined)
})

/** What mainWorktree says when it fails. */
const failureOf = (directory: string, environment?: Record<string, string>): Promise<string> =>
  mainOf(directory, environment).then((main) => `it is ${main}`, (error: Error) => error.message)

Deno.test("mainWorktree fails when a repository is there and git is not", async () => {
  using repository = temporaryRepository()
  repository.commit({ "a/b.md": "b" })
  for (const place of [repository.directory, `${repository.directory}/a`]) {
    const said = await failureOf(place, { PATH: "/nowhere" })
    match(said, /^Cannot run "git rev-parse": git is not on the PATH .*\.git" is there; install git$/u)
  }
})

Deno.test("mainWorktree fails when git does not take the .git of a folder, or of one above, for a repository", async () => {
  for (const kind of ["damaged", "empty", "dangling"] as const) {
    using repository = temporaryRepository()
    repository.commit({ "a/b.md": "b" })
    const folder = `${repository.directory}/.git`
    if (kind === "damaged") repository.write(".git/HEAD", "")
    else rmSync(folder, { recursive: true })
    if (kind === "empty") mkdirSync(folder)
    if (kind === "dangling") symlinkSync("/nowhere", folder)
    for (const place of [repository.directory, `${repository.directory}/a`]) {
      match(await failureOf(place), /\.git" is there, but git finds no repository/u, kind)
    }
  }
})

Deno.test("mainWorktree looks for no .git from GIT_CEILING_DIRECTORIES upwards, as git does", async () => {
  using repository = temporaryRepository()
  repository.commit({ "a/b/c.md": "c" })
  const { directory } = repository
  for (const PATH of ["/nowhere", Deno.env.get("PATH") ?? ""]) {
    const at = (place: string, ceilings: string) => mainOf(place, { PATH, GIT_CEILING_DIRECTORIES: ceilings })
    strictEqual(await at(`${directory}/a/b`, `/elsewhere:${directory}/a/`), undefined)
    strictEqual(await at(`${directory}/a`, `:${directory}`), undefined)
  }
  // A ceiling does not hide what lies below it.
  match(await failureOf(`${directory}/a/b`, { PATH: "/nowhere", GIT_CEILING_DIRECTORIES: "/" }), /install git$/u)
  const own = { PATH: "/nowhere", GIT_CEILING_DIRECTORIES: directory }
  match(await failureOf(directory, own), /install git$/u)
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
