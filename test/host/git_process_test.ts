import { deepStrictEqual, match, strictEqual } from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs"
import * as Effect from "effect/Effect"
import { Git, type GitFailed } from "../../src/engine/git.ts"
import { gitEnvironment } from "../../src/host/git_command.ts"
import { gitLayer } from "../../src/host/git_process.ts"
import { hostLayer } from "../../src/host/host_layer.ts"
import { retro } from "../services/program.ts"
import { temporaryFolder, temporaryRepository } from "../services/temporary_repository.ts"

/** The failure that a question must have. */
function refused(
  question: (git: Git) => Effect.Effect<unknown, GitFailed>,
  environment?: Record<string, string>,
): Promise<GitFailed> {
  return ask((git) => Effect.flip(question(git)), environment)
}

function ask<A>(
  question: (git: Git) => Effect.Effect<A, unknown>,
  environment?: Record<string, string>,
): Promise<A> {
  return Effect.runPromise(
    Effect.flatMap(Git, question).pipe(Effect.provide(gitLayer(environment)), Effect.provide(hostLayer)),
  )
}

Deno.test("repository is undefined outside a work tree and without git on the machine", async () => {
  using folder = temporaryFolder()
  strictEqual(await ask((git) => git.repository(folder.directory)), undefined)
  using repository = temporaryRepository()
  strictEqual(await ask((git) => git.repository(repository.directory), { PATH: "/nowhere" }), undefined)
  strictEqual(await ask((git) => git.installed, { PATH: "/nowhere" }), false)
  strictEqual(await ask((git) => git.installed), true)
})

Deno.test("a question to a git that is missing says to install it", async () => {
  const error = await refused((git) => git.listFiles("/"), { PATH: "/nowhere" })
  match(error.message, /^Cannot run "git ls-files": git is not on the PATH/u)
})

Deno.test("repository has no head before the first commit, then one, and no branch when detached", async () => {
  using repository = temporaryRepository()
  const { directory } = repository
  deepStrictEqual(await ask((git) => git.repository(directory)), {
    top_level: directory,
    shallow: false,
    branch: "main",
  })
  const head = repository.commit({ "a.md": "a" })
  const expected = { top_level: directory, shallow: false, head }
  deepStrictEqual(await ask((git) => git.repository(directory)), { ...expected, branch: "main" })
  mkdirSync(`${directory}/sub`)
  deepStrictEqual(await ask((git) => git.repository(`${directory}/sub`)), { ...expected, branch: "main" })
  repository.git(["checkout", "-q", "--detach"])
  deepStrictEqual(await ask((git) => git.repository(directory)), expected)
})

Deno.test("origin is the address as it is configured, if there is one", async () => {
  using repository = temporaryRepository()
  const { directory } = repository
  strictEqual(await ask((git) => git.origin(directory)), undefined)
  repository.git(["remote", "add", "origin", "git@example.org:tide/gauge.git"])
  strictEqual(await ask((git) => git.origin(directory)), "git@example.org:tide/gauge.git")
})

Deno.test("repository refuses a bare repository and names the folder", async () => {
  using folder = temporaryFolder()
  folder.git(["init", "-q", "--bare", "bare.git"])
  const error = await refused((git) => git.repository(`${folder.directory}/bare.git`))
  match(error.message, /bare\.git" is in a bare repository/u)
})

Deno.test("repository fails, with git's words, where a linked work tree lost its repository", async () => {
  using folder = temporaryFolder()
  folder.write(".git", "gitdir: /nowhere/.git/worktrees/x\n")
  const error = await refused((git) => git.repository(folder.directory))
  match(error.message, /^Cannot run "git rev-parse": .*\/nowhere/u)
})

Deno.test("repository finds the work tree of a linked worktree, and a path with a line end", async () => {
  using repository = temporaryRepository()
  repository.commit({ "a.md": "a" })
  const linked = `${repository.directory}/linked\ntree`
  repository.git(["worktree", "add", "-q", "-b", "side", linked])
  const found = await ask((git) => git.repository(linked))
  strictEqual(found?.top_level, linked)
  strictEqual(found?.branch, "side")
})

// A process of its own: test files that run at once share the variables of theirs.
Deno.test("git answers about the folder, whatever repository the environment of a hook names", () => {
  using repository = temporaryRepository()
  using other = temporaryRepository()
  repository.commit({ "a.md": "a" })
  const env = { GIT_DIR: `${other.directory}/.git` }
  const run = retro(["checkpoint", "--dry-run", "--json"], { cwd: repository.directory, env })
  deepStrictEqual(JSON.parse(run.stdout).clean_nodes, ["a.md"], run.stderr)
})

Deno.test("gitEnvironment passes the user's numbered settings on, and nothing that names a repository", () => {
  const given = {
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "safe.directory",
    GIT_CONFIG_VALUE_0: "*",
    GIT_INDEX_FILE: "x",
  }
  const { GIT_INDEX_FILE: _, ...kept } = given
  deepStrictEqual(gitEnvironment(given), kept)
})

Deno.test("listFiles lists tracked and untracked files and leaves out deleted and ignored ones", async () => {
  using repository = temporaryRepository()
  repository.commit({ "a.md": "a", "gone.md": "g", "sub/b.md": "b", ".gitignore": "out/\n*.log\n" })
  rmSync(`${repository.directory}/gone.md`)
  repository.write("new.md", "n")
  repository.write("out/deep/x.md", "x")
  repository.write("sub/run.log", "x")
  const listing = await ask((git) => git.listFiles(repository.directory))
  deepStrictEqual(listing.files, [".gitignore", "a.md", "new.md", "sub/b.md"])
  deepStrictEqual(listing.ignored, ["out/", "sub/run.log"])
  deepStrictEqual(listing.untracked, ["new.md"])
  const sub = await ask((git) => git.listFiles(`${repository.directory}/sub`))
  deepStrictEqual([sub.files, sub.ignored], [["b.md"], ["run.log"]])
})

Deno.test("listFiles writes names with spaces, quotes, line ends and decomposed accents as reports do", async () => {
  using repository = temporaryRepository()
  repository.commit({ "two words.md": "", 'a"b.md': "", "two\nlines.md": "", "cafe\u0301.md": "", " padded.md": "" })
  const listing = await ask((git) => git.listFiles(repository.directory))
  deepStrictEqual(listing.files, ["%20padded.md", 'a"b.md', "caf\u00e9.md", "two%0Alines.md", "two words.md"])
  strictEqual(listing.names.get("caf\u00e9.md"), "cafe\u0301.md")
  strictEqual(listing.names.get("two%0Alines.md"), "two\nlines.md")
  strictEqual(listing.names.has("two words.md"), false)
})

Deno.test("listFiles counts names that are not UTF-8 and names that are written alike", async () => {
  using repository = temporaryRepository()
  // The file functions of Deno and Node write UTF-8 names alone.
  execFileSync("sh", ["-c", 'echo x > "$(printf "caf\\351.md")"'], { cwd: repository.directory })
  repository.commit({ "e\u0301.md": "", "\u00e9.md": "" })
  const listing = await ask((git) => git.listFiles(repository.directory))
  deepStrictEqual(listing.files, ["\u00e9.md"])
  deepStrictEqual([...listing.unreadable_names].sort(), ["caf%E9.md", "\u00e9.md"])
})

Deno.test("listFiles does not enter submodules and repositories in the repository", async () => {
  using repository = temporaryRepository()
  using other = temporaryRepository()
  other.commit({ "inner.md": "" })
  repository.git(["-c", "protocol.file.allow=always", "submodule", "add", "-q", other.directory, "module"])
  repository.git(["clone", "-q", other.directory, "nested"])
  const listing = await ask((git) => git.listFiles(repository.directory))
  deepStrictEqual(listing.files, [".gitmodules"])
  deepStrictEqual([...listing.ignored].sort(), ["module/", "nested/"])
})

Deno.test("listFiles tells tracked symbolic links", async () => {
  using repository = temporaryRepository()
  symlinkSync("a.md", `${repository.directory}/link.md`)
  repository.commit({ "a.md": "" })
  deepStrictEqual((await ask((git) => git.listFiles(repository.directory))).links, ["link.md"])
})

Deno.test("changesSince tells commits, uncommitted changes and untracked files apart by kind", async () => {
  using repository = temporaryRepository()
  const long = "line\n".repeat(20)
  const base = repository.commit({
    "kept.md": "k",
    "old name.md": long,
    "gone.md": "g",
    "edited.md": "1",
    "x/y.md": "",
  })
  renameSync(`${repository.directory}/old name.md`, `${repository.directory}/new name.md`)
  rmSync(`${repository.directory}/gone.md`)
  repository.commit({ "added.md": "a" })
  repository.write("edited.md", "2")
  repository.write("untracked.md", "u")
  const changes = await ask((git) => git.changesSince(repository.directory, base))
  deepStrictEqual([...changes ?? []].sort((a, b) => a.path < b.path ? -1 : 1), [
    { kind: "added", path: "added.md" },
    { kind: "modified", path: "edited.md" },
    { kind: "deleted", path: "gone.md" },
    { kind: "renamed", path: "new name.md", from: "old name.md" },
    { kind: "added", path: "untracked.md" },
  ])
  deepStrictEqual(await ask((git) => git.changesSince(`${repository.directory}/x`, base)), [])
})

Deno.test("changesSince finds more than a thousand renames of changed files", async () => {
  using repository = temporaryRepository()
  const numbers = Array.from({ length: 1200 }, (_, index) => index)
  const text = (number: number): string =>
    `${Array.from({ length: 12 }, (_, line) => `file ${number} line ${line * number}`).join("\n")}\n`
  const base = repository.commit(Object.fromEntries(numbers.map((number) => [`old/${number}.md`, text(number)])))
  rmSync(`${repository.directory}/old`, { recursive: true })
  repository.commit(Object.fromEntries(numbers.map((number) => [`new/n${number}.md`, `${text(number)}more\n`])))
  const changes = await ask((git) => git.changesSince(repository.directory, base))
  strictEqual(changes?.filter((change) => change.kind === "renamed").length, 1200)
})

Deno.test("changesSince is undefined for a commit that is unknown, not an ancestor, or an option in disguise", async () => {
  using repository = temporaryRepository()
  const first = repository.commit({ "a.md": "1" })
  repository.git(["checkout", "-q", "-b", "side"])
  const side = repository.commit({ "a.md": "2" })
  repository.git(["checkout", "-q", "main"])
  const since = (commit: string): Promise<unknown> => ask((git) => git.changesSince(repository.directory, commit))
  deepStrictEqual(await since(first), [])
  strictEqual(await since(side), undefined)
  strictEqual(await since("0123456789012345678901234567890123456789"), undefined)
  strictEqual(await since("--output=escaped"), undefined)
  strictEqual(await since(""), undefined)
})

Deno.test("changesSince is undefined when a shallow clone does not reach the commit", async () => {
  using repository = temporaryRepository()
  const first = repository.commit({ "a.md": "1" })
  const second = repository.commit({ "a.md": "2" })
  using clone = temporaryFolder()
  clone.git(["clone", "-q", "--depth", "1", `file://${repository.directory}`, "."])
  strictEqual((await ask((git) => git.repository(clone.directory)))?.shallow, true)
  strictEqual(await ask((git) => git.changesSince(clone.directory, first)), undefined)
  deepStrictEqual(await ask((git) => git.commitBefore(clone.directory, "2025-01-01")), {
    _tag: "history is cut",
    oldest: second,
  })
})

Deno.test("commitBefore takes the day from its first second, in UTC", async () => {
  using repository = temporaryRepository()
  repository.commit({ "a.md": "1" }, "2026-02-28T12:00:00Z")
  const before = repository.commit({ "a.md": "2" }, "2026-02-28T23:59:59Z")
  repository.commit({ "a.md": "3" }, "2026-03-01T00:00:00Z")
  deepStrictEqual(await ask((git) => git.commitBefore(repository.directory, "2026-03-01")), {
    _tag: "commit",
    commit: before,
    skewed: false,
  })
  deepStrictEqual(await ask((git) => git.commitBefore(repository.directory, "2026-02-28")), {
    _tag: "history starts later",
  })
})

Deno.test("commitBefore looks behind a commit whose clock was wrong", async () => {
  using repository = temporaryRepository()
  const before = repository.commit({ "a.md": "1" }, "2026-01-01T00:00:00Z")
  repository.commit({ "a.md": "2" }, "2026-06-10T00:00:00Z")
  repository.commit({ "b.md": "3" }, "2020-01-01T00:00:00Z")
  deepStrictEqual(await ask((git) => git.commitBefore(repository.directory, "2026-06-01")), {
    _tag: "commit",
    commit: before,
    skewed: true,
  })
})

Deno.test("readAt gives old texts by the names that reports write, and leaves out what was not there or no text", async () => {
  using repository = temporaryRepository()
  repository.write("binary.md", new Uint8Array([0, 1, 2]))
  const base = repository.commit({ "sub/two\nlines.md": "old", "cafe\u0301.md": "\ufeffaccent", "same.md": "old" })
  repository.commit({ "sub/two\nlines.md": "new", "later.md": "x" })
  const paths = ["sub/two%0Alines.md", "caf\u00e9.md", "same.md", "binary.md", "later.md"]
  deepStrictEqual(
    [...await ask((git) => git.readAt(repository.directory, base, paths))].sort(),
    [["caf\u00e9.md", "accent"], ["same.md", "old"], ["sub/two%0Alines.md", "old"]],
  )
  deepStrictEqual(
    [...await ask((git) => git.readAt(`${repository.directory}/sub`, base, ["two%0Alines.md"]))],
    [["two%0Alines.md", "old"]],
  )
})

Deno.test("dirty tells changed, staged, untracked and ignored paths from clean ones", async () => {
  using repository = temporaryRepository()
  const { directory } = repository
  repository.commit({ "sub/a.md": "1", "sub/b.md": "1", "sub/c c.md": "1", ".gitignore": "out/\n" })
  repository.write("sub/a.md", "2")
  repository.write("sub/c c.md", "2")
  repository.git(["add", "sub/c c.md"])
  repository.write("sub/new/d.md", "1")
  repository.write("sub/out/e.md", "1")
  deepStrictEqual(
    await ask((git) => git.dirty(`${directory}/sub`, ["a.md", "b.md", "c c.md", "new/d.md", "out/e.md", "none.md"])),
    ["a.md", "c c.md", "new/d.md", "out/e.md"],
  )
  deepStrictEqual(await ask((git) => git.dirty(directory, ["sub/b.md", "sub/a.md"])), ["sub/a.md"])
})

Deno.test("ignores answers for paths that do not exist yet and for paths outside the work tree", async () => {
  using repository = temporaryRepository()
  repository.commit({ ".gitignore": ".claude/\n" })
  const ignores = (path: string): Promise<boolean> => ask((git) => git.ignores(repository.directory, path))
  strictEqual(await ignores(".claude/checkpoints/corpus/latest.md"), true)
  strictEqual(await ignores("reports/latest.md"), false)
  strictEqual(await ignores("../elsewhere/latest.md"), false)
})

Deno.test("changeBase is the newest commit that a branch and HEAD share, and nothing for what names no commit", async () => {
  using repository = temporaryRepository()
  const { directory } = repository
  const fork = repository.commit({ "a.md": "1" }, "2026-03-04T23:30:00Z")
  repository.git(["checkout", "-q", "-b", "change"])
  repository.commit({ "b.md": "1" })
  repository.git(["checkout", "-q", "main"])
  repository.commit({ "c.md": "1" })
  repository.git(["checkout", "-q", "change"])
  const base = { _tag: "commit", commit: fork, date: "2026-03-04" }
  deepStrictEqual(await ask((git) => git.changeBase(directory, "main")), base)
  deepStrictEqual(await ask((git) => git.changeBase(directory, "HEAD~1")), base)
  for (const name of ["nowhere", "", "--all", "main..change"]) {
    deepStrictEqual(await ask((git) => git.changeBase(directory, name)), { _tag: "unknown" })
  }
  repository.git(["checkout", "-q", "--orphan", "other"])
  repository.commit({ "d.md": "1" })
  deepStrictEqual(await ask((git) => git.changeBase(directory, "main")), { _tag: "unrelated" })
})

Deno.test("readTree gives a folder at a commit: its files, links, submodules and the texts that are wanted", async () => {
  using repository = temporaryRepository()
  const { directory } = repository
  repository.write("docs/binary.md", new Uint8Array([0, 1]))
  repository.write("docs/caf\udcff.md", "")
  symlinkSync("../a.md", `${directory}/docs/link.md`)
  const base = repository.commit({ "a.md": "root", "docs/b.md": "old", "docs/c.txt": "old", "docs/d.md": "old" })
  repository.commit({ "docs/b.md": "new", "docs/e.md": "new" })
  repository.write("docs/b.md", "not committed")
  const tree = await ask((git) => git.readTree(`${directory}/docs`, base, (path) => path.endsWith(".md")))
  deepStrictEqual({ ...tree, files: [...tree.files].filter((path) => !path.startsWith("caf")) }, {
    files: ["b.md", "binary.md", "c.txt", "d.md", "link.md"],
    links: new Map([["link.md", "../a.md"]]),
    submodules: [],
    unreadable_names: [],
    texts: new Map([["b.md", "old"], ...[...tree.texts].filter(([path]) => path.startsWith("caf")), ["d.md", "old"]]),
    without_text: ["binary.md"],
  })
})

Deno.test("commitsSince gives the commits since another or since a day, with message and paths, newest first", async () => {
  using repository = temporaryRepository()
  const { directory, git } = repository
  const first = repository.commit({ "a.md": "1" }, "2026-01-01T12:00:00Z")
  repository.write("sub/b\nc.md", "1")
  repository.write("a.md", "2")
  git(["add", "-A"])
  git(["commit", "-qm", "Add b\n\nbecause //\n\n//"], "2026-01-02T12:00:00Z")
  git(["commit", "-q", "--allow-empty", "-m", "Nothing"], "2026-01-03T12:00:00Z")
  const commits = await ask((git) => git.commitsSince(directory, { commit: first }))
  deepStrictEqual(commits.map(({ commit: _, ...rest }) => rest), [
    { first: false, date: "2026-01-03", message: "Nothing", paths: [] },
    { first: false, date: "2026-01-02", message: "Add b\n\nbecause //\n\n//", paths: ["a.md", "sub/b%0Ac.md"] },
  ])
  deepStrictEqual(await ask((git) => git.commitsSince(directory, { date: "2026-01-02" })), commits)
  const [oldest] = (await ask((git) => git.commitsSince(directory, { date: "1970-01-01" }))).toReversed()
  deepStrictEqual([oldest?.first, oldest?.paths], [true, ["a.md"]])
  const inSub = await ask((git) => git.commitsSince(`${directory}/sub`, { commit: first }))
  deepStrictEqual(inSub.map(({ paths }) => paths), [[], ["b%0Ac.md"]])
})
