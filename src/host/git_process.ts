import { basename, dirname, resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as PlatformError from "effect/PlatformError"
import * as ChildProcessSpawner from "effect/process/ChildProcessSpawner"
import { corpusPath } from "../core/corpus/corpus_path.ts"
import { Git, GitFailed, type GitListing, type Repository } from "../engine/git.ts"
import { systemMessage } from "../engine/io_failed.ts"
import { type GitAnswer, gitEnvironment, gitFailed, type RunGit, runGitWith, succeeded } from "./git_command.ts"
import { changesOf, decodeName, entriesOf, fieldsOf, missingOf, objectsOf } from "./git_output.ts"
import { dayOf, lastBefore, lastChangesOf, lineDaysOf } from "./git_days.ts"
import { listingOf, withUntracked } from "./git_listing.ts"
import { gitTrace } from "./git_trace.ts"
import { commitFormat, commitsOf, idsWanted, listedTree, treeOf } from "./git_tree.ts"

/**
 * {@link Git} by the machine's git, through effect's process spawner; git's output is read as bytes, NUL-separated.
 * Under Deno: `--allow-run=git`, and `--allow-env` for the variables that git inherits (see `gitEnvironment`) and
 * NODE_V8_COVERAGE. `environment` replaces those variables.
 *
 * @example
 * ```ts
 * import { Git, gitLayer, hostLayer } from "@retro/cli"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import { strictEqual } from "node:assert/strict"
 * const installed = Effect.flatMap(Git, (git) => git.installed)
 * const machine = gitLayer({ PATH: "/nowhere" }).pipe(Layer.provide(hostLayer))
 * strictEqual(await Effect.runPromise(installed.pipe(Effect.provide(machine))), false)
 * ```
 */
export function gitLayer(
  environment?: Record<string, string>,
): Layer.Layer<Git, never, ChildProcessSpawner.ChildProcessSpawner> {
  return Layer.effect(
    Git,
    Effect.map(
      ChildProcessSpawner.ChildProcessSpawner,
      (spawner): Git => {
        const inherited = (): Record<string, string> => environment ?? gitEnvironment()
        return gitBy(runGitWith(spawner, inherited), () => inherited()["GIT_CEILING_DIRECTORIES"])
      },
    ),
  )
}

function gitBy(run: RunGit, ceilings: () => string | undefined): Git {
  const answer = (
    directory: string,
    args: readonly string[],
    stdin?: Uint8Array,
  ): Effect.Effect<GitAnswer, GitFailed> =>
    run(directory, args, stdin).pipe(
      Effect.catchTag("PlatformError", (error) => Effect.fail(notStarted(args, error))),
    )
  const bytes = (
    directory: string,
    args: readonly string[],
    stdin?: Uint8Array,
  ): Effect.Effect<Uint8Array, GitFailed> =>
    Effect.flatMap(answer(directory, args, stdin), (given) => succeeded(args, given))
  /** One line of output, or nothing when git says no. */
  const line = (directory: string, args: readonly string[]): Effect.Effect<string | undefined, GitFailed> =>
    Effect.map(
      answer(directory, args),
      (given) => given.code === 0 ? decodeName(given.bytes).name.replace(/\n$/u, "") : undefined,
    )

  const installed = run(".", ["--version"]).pipe(Effect.match({ onFailure: () => false, onSuccess: () => true }))

  const repository: Git["repository"] = Effect.fn("Git.repository")(function* (directory) {
    const args = ["rev-parse", "--is-inside-work-tree", "--is-shallow-repository", "--show-toplevel"]
    const given = yield* run(directory, args).pipe(
      // No git on the machine is an answer, not a failure: there is no repository that anyone could ask.
      Effect.catchReason("PlatformError", "NotFound", () => Effect.void),
      Effect.catchTag("PlatformError", (error) => Effect.fail(notStarted(args, error))),
    )
    if (given === undefined || /^fatal: not a git repository \(or any/mu.test(given.errors)) return undefined
    const [inside, shallow, ...rest] = decodeName(given.bytes).name.split("\n")
    if (inside === "false") return yield* new GitFailed({ command: "rev-parse", detail: noWorkTree(directory) })
    if (given.code !== 0) return yield* gitFailed(args, given)
    const [head, branch] = yield* Effect.all([
      line(directory, ["rev-parse", "--verify", "-q", "HEAD^{commit}"]),
      line(directory, ["symbolic-ref", "-q", "--short", "HEAD"]),
    ], { concurrency: 2 })
    const found: Repository = {
      // The path may itself hold line ends.
      top_level: rest.slice(0, -1).join("\n"),
      shallow: shallow === "true",
      ...(head === undefined ? {} : { head }),
      ...(branch === undefined ? {} : { branch }),
    }
    return found
  })

  const mainWorktree: Git["mainWorktree"] = Effect.fn("Git.mainWorktree")(function* (directory) {
    if ((yield* repository(directory)) === undefined) {
      const trace = gitTrace(directory, ceilings())
      if (trace === undefined) return undefined
      const detail = (yield* installed) ? notTaken(trace) : noGit(trace)
      return yield* new GitFailed({ command: "rev-parse", detail })
    }
    const ask = (...args: readonly string[]) =>
      Effect.map(bytes(directory, ["rev-parse", ...args]), (given) => decodeName(given).name.replace(/\n$/u, ""))
    const common = yield* ask("--path-format=absolute", "--git-common-dir")
    if (common === (yield* ask("--path-format=absolute", "--git-dir"))) return yield* ask("--show-toplevel")
    // Of a linked work tree: what follows is the common folder's own, which git answers from nowhere else.
    const setting = (name: string) => line(directory, [`--git-dir=${common}`, "config", "--get", name])
    const named = yield* setting("core.worktree")
    if (named !== undefined) return resolve(common, named)
    if (basename(common) === ".git") return dirname(common)
    // All work trees of a bare repository are linked ones; they share its folder.
    if ((yield* setting("core.bare")) === "true") return common
    return yield* new GitFailed({ command: "rev-parse", detail: noMainWorktree(common) })
  })

  const origin: Git["origin"] = (directory) => line(directory, ["config", "--get", "remote.origin.url"])

  const untracked = ["ls-files", "-z", "--others", "--exclude-standard"]

  /** Git names a folder that it cannot look into in a warning only, relative to the work tree's root. */
  const closedFolders = Effect.fnUntraced(function* (directory: string, warnings: string) {
    const warned = [...warnings.matchAll(/^warning: could not open directory '(.+?)\/?': (.+)$/gmu)]
    if (warned.length === 0) return []
    const prefix = (yield* line(directory, ["rev-parse", "--show-prefix"])) ?? ""
    return warned.map(([, path = "", why = ""]) => ({ path: `${corpusPath(path.slice(prefix.length))}/`, why }))
  })

  const listFiles: Git["listFiles"] = Effect.fn("Git.listFiles")(function* (directory) {
    const [staged, others, ignored, deleted] = yield* Effect.all([
      bytes(directory, ["ls-files", "-z", "--stage"]),
      answer(directory, untracked),
      bytes(directory, [...untracked, "--ignored", "--directory"]),
      bytes(directory, ["ls-files", "-z", "--deleted"]),
    ], { concurrency: 4 })
    const found = fieldsOf(yield* succeeded(untracked, others))
    const listing: GitListing = {
      ...listingOf(entriesOf(staged), found, fieldsOf(ignored), fieldsOf(deleted)),
      unreadable_folders: yield* closedFolders(directory, others.errors),
    }
    return listing
  })

  const changesSince: Git["changesSince"] = Effect.fn("Git.changesSince")(function* (directory, commit) {
    // A commit may come from a file: it must never be read as an option.
    if (!/^[0-9a-z]/iu.test(commit)) return undefined
    const base = yield* line(directory, ["rev-parse", "--verify", "-q", `${commit}^{commit}`])
    if (base === undefined) return undefined
    if ((yield* line(directory, ["merge-base", "--is-ancestor", base, "HEAD"])) === undefined) return undefined
    const [diff, others] = yield* Effect.all([
      bytes(directory, [
        ...["diff", "-z", "--name-status", "-M", "-l0", "--relative", "--no-ext-diff", "--no-textconv"],
        ...["--ignore-submodules=all", base, "--"],
      ]),
      bytes(directory, untracked),
    ], { concurrency: 2 })
    return withUntracked(changesOf(diff), fieldsOf(others).map((field) => corpusPath(field.name)))
  })

  const commitBefore: Git["commitBefore"] = Effect.fn("Git.commitBefore")(function* (directory, date) {
    const [history, shallow] = yield* Effect.all([
      bytes(directory, ["rev-list", "--first-parent", "--timestamp", "HEAD"]),
      line(directory, ["rev-parse", "--is-shallow-repository"]),
    ], { concurrency: 2 })
    return lastBefore(decodeName(history).name, Date.parse(`${date}T00:00:00Z`) / 1000, shallow === "true")
  })

  const changeBase: Git["changeBase"] = Effect.fn("Git.changeBase")(function* (directory, name) {
    const unknown = { _tag: "unknown" as const }
    // What a user typed must never be read as an option.
    if (name === "" || name.startsWith("-")) return unknown
    const tip = yield* line(directory, ["rev-parse", "--verify", "-q", `${name}^{commit}`])
    if (tip === undefined) return unknown
    const [commit] = (yield* line(directory, ["merge-base", tip, "HEAD"]))?.split("\n") ?? []
    if (commit === undefined) return { _tag: "unrelated" as const }
    const seconds =
      decodeName(yield* bytes(directory, ["log", "-1", "--format=%ct", "--no-show-signature", commit])).name
    return { _tag: "commit" as const, commit, date: dayOf(Number(seconds.trim())) }
  })

  const readTree: Git["readTree"] = Effect.fn("Git.readTree")(function* (directory, commit, wants) {
    const listed = listedTree(entriesOf(yield* bytes(directory, ["ls-tree", "-r", "-z", commit])))
    const ids = idsWanted(listed, wants)
    if (ids.length === 0) return treeOf(listed, wants, new Map())
    const asked = new TextEncoder().encode(ids.map((id) => `${id}\n`).join(""))
    return treeOf(listed, wants, objectsOf(yield* bytes(directory, ["cat-file", "--batch"], asked)))
  })

  const readAt: Git["readAt"] = Effect.fn("Git.readAt")(function* (directory, commit, paths) {
    if (paths.length === 0 || !/^[0-9a-z]/iu.test(commit)) return new Map<string, string>()
    const wanted = new Set(paths)
    return (yield* readTree(directory, commit, (path) => wanted.has(path))).texts
  })

  const commitsSince: Git["commitsSince"] = Effect.fn("Git.commitsSince")(function* (directory, start) {
    const range = "commit" in start ? [`${start.commit}..HEAD`] : [`--since=${start.date}T00:00:00Z`, "HEAD"]
    return commitsOf(
      yield* bytes(directory, [
        ...["log", "-z", commitFormat, "--name-only", "--no-renames", "--no-show-signature"],
        ...["--relative", "--ignore-submodules=all", ...range, "--"],
      ]),
    )
  })

  const lastChanges: Git["lastChanges"] = Effect.fn("Git.lastChanges")(function* (directory, commit) {
    return lastChangesOf(
      yield* bytes(directory, [
        ...["log", "-z", "--format=%x00%ct", "--name-only", "--no-renames", "--no-merges", "--no-show-signature"],
        ...["--relative", "--ignore-submodules=all", commit ?? "HEAD", "--"],
      ]),
    )
  })

  const lineDays: Git["lineDays"] = Effect.fn("Git.lineDays")(function* (directory, path, today, commit) {
    const options = ["--line-porcelain", "--no-textconv", "--ignore-revs-file="]
    const given = yield* answer(directory, ["blame", ...options, ...(commit === undefined ? [] : [commit]), "--", path])
    // A file that git cannot blame (its name on disk is written another way) has no days; the run goes on.
    return given.code === 0 ? lineDaysOf(given.bytes, today) : []
  })

  const unknownCommits: Git["unknownCommits"] = Effect.fn("Git.unknownCommits")(function* (directory, hashes) {
    const asked = [...new Set(hashes)].filter((hash) => /^[0-9a-f]{4,64}$/u.test(hash))
    if (asked.length === 0) return []
    const lines = new TextEncoder().encode(asked.map((hash) => `${hash}\n`).join(""))
    return missingOf(yield* bytes(directory, ["cat-file", "--batch-check"], lines))
  })

  const dirty: Git["dirty"] = Effect.fn("Git.dirty")(function* (directory, paths) {
    if (paths.length === 0) return []
    const [status, prefix] = yield* Effect.all([
      bytes(directory, [
        ...["status", "-z", "--porcelain", "--untracked-files=all", "--ignored=matching", "--no-renames"],
        ...["--ignore-submodules=all", "--", "."],
      ]),
      line(directory, ["rev-parse", "--show-prefix"]),
    ], { concurrency: 2 })
    // `XY <path>`, relative to the work tree's root whatever the folder.
    const start = 3 + (prefix ?? "").length
    const changed = fieldsOf(status).map((field) => corpusPath(field.name.slice(start)))
    const files = new Set(changed)
    const folders = changed.filter((path) => path.endsWith("/"))
    return paths.filter((path) => files.has(path) || folders.some((folder) => path.startsWith(folder)))
  })

  const ignores: Git["ignores"] = Effect.fn("Git.ignores")(function* (directory, path) {
    const args = ["check-ignore", "-q", "--", path]
    const given = yield* answer(directory, args)
    if (given.code <= 1) return given.code === 0
    if (/outside repository|beyond a symbolic link/u.test(given.errors)) return false
    return yield* gitFailed(args, given)
  })

  return {
    installed,
    repository,
    mainWorktree,
    origin,
    listFiles,
    changesSince,
    commitBefore,
    readAt,
    changeBase,
    readTree,
    commitsSince,
    lastChanges,
    lineDays,
    unknownCommits,
    dirty,
    ignores,
  }
}

function notStarted(args: readonly string[], error: PlatformError.PlatformError): GitFailed {
  const detail = error.reason._tag === "NotFound"
    ? "git is not on the PATH of this machine; install it"
    : systemMessage(error)
  return new GitFailed({ command: args[0] ?? "", detail })
}

function noWorkTree(directory: string): string {
  return `"${directory}" is in a bare repository or a .git folder; name a folder with checked-out files instead`
}

function noGit(trace: string): string {
  return `git is not on the PATH of this machine, and "${trace}" is there; install git`
}

function notTaken(trace: string): string {
  return `"${trace}" is there, but git finds no repository: it is damaged or on another file system; mend what "git status" says there`
}

function noMainWorktree(common: string): string {
  return `the main work tree of "${common}" is not known from a linked one; run this in the main work tree, or name it in that folder with "git config core.worktree"`
}
