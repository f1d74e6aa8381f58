import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type { PathChange } from "../core/corpus/path_change.ts"

export type { PathChange } from "../core/corpus/path_change.ts"

/**
 * A git command failed: `command` is its name, `detail` what git or the system said.
 *
 * @example
 * ```ts
 * import { GitFailed } from "@retro/cli"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(
 *   new GitFailed({ command: "status", detail: "unsafe repository" }).message,
 *   'Cannot run "git status": unsafe repository',
 * )
 * ```
 */
export class GitFailed extends Data.Error<{ readonly command: string; readonly detail: string }> {
  /** Tells the error from others, as for `Effect.catchTag`. */
  readonly _tag = "GitFailed"
  /** What a log calls the error. */
  override readonly name = "GitFailed"
  /** What failed, why, and the next step. */
  override get message(): string {
    return `Cannot run "git ${this.command}": ${this.detail}`
  }
}

/** A repository as a run needs to know it. */
export interface Repository {
  /** The work tree's root, as the machine writes it. */
  readonly top_level: string
  /** HEAD; absent before the first commit. */
  readonly head?: string
  /** Absent when HEAD is detached. */
  readonly branch?: string
  /** Whether history was cut when it was cloned. */
  readonly shallow: boolean
}

/** What is in a folder, by git. */
export interface GitListing {
  /** Files that exist and that git does not ignore, untracked ones included. */
  readonly files: readonly string[]
  /** What exists and is not the repository's: ignored paths and submodules (folders end in `/`). */
  readonly ignored: readonly string[]
  /** Those of {@link ignored} that are submodules, checked out or not. */
  readonly submodules: readonly string[]
  /** Those of {@link files} that git tracks as symbolic links. */
  readonly links: readonly string[]
  /** Those of {@link files} that git does not track. */
  readonly untracked: readonly string[]
  /** Names that are not UTF-8, with the foreign bytes percent-encoded. */
  readonly unreadable_names: readonly string[]
  /** Files that git tracks and could not find: deleted, or in a folder that it could not look into. */
  readonly missing: readonly string[]
  /** Folders that git could not look into (they end in `/`), and why: untracked files in them are in no list. */
  readonly unreadable_folders: readonly { readonly path: string; readonly why: string }[]
  /** The name on disk of each path of {@link files} and {@link missing} that is written differently. */
  readonly names: ReadonlyMap<string, string>
}

/** The commit before a date, or why there is none: history starts later, or was cut (a shallow clone). */
export type CommitBefore =
  | {
    readonly _tag: "commit"
    readonly commit: string
    /** Whether commits that follow one of that day or later carry an earlier date: a clock was wrong. */
    readonly skewed: boolean
  }
  | { readonly _tag: "history starts later" }
  | { readonly _tag: "history is cut"; readonly oldest: string }

/** The commit at which a change starts, or why there is none: the name stands for no commit, or shares no history with HEAD. */
export type ChangeBase =
  | {
    readonly _tag: "commit"
    /** The newest commit that both have. */
    readonly commit: string
    /** Its committer's day in UTC, `YYYY-MM-DD`. */
    readonly date: string
  }
  | { readonly _tag: "unknown" }
  | { readonly _tag: "unrelated" }

/** A folder as a commit has it. */
export interface GitTree {
  /** Every file; symbolic links are files. */
  readonly files: readonly string[]
  /** What each symbolic link says, as it is written. */
  readonly links: ReadonlyMap<string, string>
  /** They end in `/`. */
  readonly submodules: readonly string[]
  /** Names that are not UTF-8, or are written like another's. */
  readonly unreadable_names: readonly string[]
  /** The text of each file that was asked for. */
  readonly texts: ReadonlyMap<string, string>
  /** The files that were asked for and are no UTF-8 text, or that this clone does not have. */
  readonly without_text: readonly string[]
}

/** A commit, as far as it tells what was done. */
export interface GitCommit {
  /** Its whole hash. */
  readonly commit: string
  /** It has no parent that is known: it brought whatever there was. */
  readonly first: boolean
  /** The committer's day in UTC, `YYYY-MM-DD`. */
  readonly date: string
  /** Subject and body. */
  readonly message: string
  /** What it changed, below the folder that was asked about; nothing for a merge. */
  readonly paths: readonly string[]
}

/**
 * What the engine asks of git. Paths that it gives are relative to the folder that is asked about, written as reports
 * write them (`/`, NFC, control characters percent-encoded); paths that it takes are written the same way. Git reads
 * only: no lock, no index refresh on disk, no hook, no prompt, no network.
 */
export interface Git {
  /** Whether this machine has git. */
  readonly installed: Effect.Effect<boolean>
  /** The work tree that holds a folder; `undefined` when there is none, or no git on the machine. A bare repository fails. */
  readonly repository: (directory: string) => Effect.Effect<Repository | undefined, GitFailed>
  /**
   * The root of the main work tree that a folder's work tree belongs to, which is its own unless it is a linked one; of a
   * bare repository, the repository's own folder. `undefined` where there is none; it fails when git is missing, or
   * finds none, although a `.git` is in the folder or above it.
   */
  readonly mainWorktree: (directory: string) => Effect.Effect<string | undefined, GitFailed>
  /** The address that `origin` stands for, as it is configured; `undefined` when there is none. */
  readonly origin: (directory: string) => Effect.Effect<string | undefined, GitFailed>
  /** What is in a folder. */
  readonly listFiles: (directory: string) => Effect.Effect<GitListing, GitFailed>
  /** Changes from a commit to the work tree, renames found whatever their number; `undefined`: the commit is not an ancestor of HEAD or unknown. */
  readonly changesSince: (
    directory: string,
    commit: string,
  ) => Effect.Effect<readonly PathChange[] | undefined, GitFailed>
  /**
   * The last commit of HEAD's first-parent history before a date's first second (UTC), by committer date. A commit that
   * follows one of that day or later is after it too, whatever its own clock said.
   */
  readonly commitBefore: (directory: string, date: string) => Effect.Effect<CommitBefore, GitFailed>
  /** The text of files at a commit; paths that do not exist there, or are not UTF-8 text, are left out. */
  readonly readAt: (
    directory: string,
    commit: string,
    paths: readonly string[],
  ) => Effect.Effect<ReadonlyMap<string, string>, GitFailed>
  /** Where the change from a name (a branch, a tag, a commit) to HEAD starts. */
  readonly changeBase: (directory: string, name: string) => Effect.Effect<ChangeBase, GitFailed>
  /** A folder at a commit, and the texts of the files in it that `wants` names: nothing on disk is touched. */
  readonly readTree: (
    directory: string,
    commit: string,
    wants: (path: string) => boolean,
  ) => Effect.Effect<GitTree, GitFailed>
  /** The commits of HEAD that another commit does not have, or that are not older than a UTC day; newest first. */
  readonly commitsSince: (
    directory: string,
    start: { readonly commit: string } | { readonly date: string },
  ) => Effect.Effect<readonly GitCommit[], GitFailed>
  /** The UTC day (`YYYY-MM-DD`) of the last commit in the history of a commit (of HEAD) that changed each path; merges do not count. */
  readonly lastChanges: (directory: string, commit?: string) => Effect.Effect<ReadonlyMap<string, string>, GitFailed>
  /** The UTC day of the commit that wrote each line of a file (as a commit has it); `today` for a line that is not committed yet. */
  readonly lineDays: (
    directory: string,
    path: string,
    today: string,
    commit?: string,
  ) => Effect.Effect<readonly string[], GitFailed>
  /** Those of some hashes, whole or shortened, that stand for nothing in the repository; what is no hash is not asked about. */
  readonly unknownCommits: (
    directory: string,
    hashes: readonly string[],
  ) => Effect.Effect<readonly string[], GitFailed>
  /** Which of the paths have uncommitted changes, or are untracked. */
  readonly dirty: (directory: string, paths: readonly string[]) => Effect.Effect<readonly string[], GitFailed>
  /** Whether git ignores a path (not yet tracked); one outside the work tree is not ignored. */
  readonly ignores: (directory: string, path: string) => Effect.Effect<boolean, GitFailed>
}
/**
 * {@link Git} as a service. On a machine it is `gitLayer`; a test may provide answers of its own.
 *
 * @example
 * ```ts
 * import { Git, gitLayer, hostLayer } from "@retro/cli"
 * import * as Effect from "effect/Effect"
 * import * as FileSystem from "effect/FileSystem"
 * import * as Layer from "effect/Layer"
 * import { strictEqual } from "node:assert/strict"
 * const program = Effect.gen(function* () {
 *   const folder = yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped()
 *   return yield* (yield* Git).repository(folder)
 * })
 * const machine = gitLayer().pipe(Layer.provideMerge(hostLayer))
 * strictEqual(await Effect.runPromise(program.pipe(Effect.scoped, Effect.provide(machine))), undefined)
 * ```
 */
export const Git: Context.Service<Git, Git> = Context.Service("retro/Git")
