import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"

/** A git command failed. */
export class GitFailed extends Data.Error<{ readonly command: string; readonly detail: string }> {
  readonly _tag = "GitFailed"
  override readonly name = "GitFailed"
  override get message(): string {
    return `Cannot run "git ${this.command}": ${this.detail}`
  }
}

/** A change of a path between two states. */
export interface PathChange {
  readonly kind: "added" | "modified" | "deleted" | "renamed"
  readonly path: string
  /** The old path of a rename. */
  readonly from?: string
}

/** A repository as a run needs to know it. */
export interface Repository {
  readonly top_level: string
  /** HEAD; absent before the first commit. */
  readonly head?: string
  readonly branch?: string
  readonly shallow: boolean
}

/** What the engine asks of git. Paths are relative to the folder that is asked about, `/`, NFC. */
export interface Git {
  /** The work tree that holds a folder; `undefined` when there is none, or no git on the machine. A bare repository fails. */
  readonly repository: (directory: string) => Effect.Effect<Repository | undefined, GitFailed>
  /** Files that git does not ignore, untracked ones included, and what it ignores (folders end in `/`). */
  readonly listFiles: (directory: string) => Effect.Effect<{
    readonly files: readonly string[]
    readonly ignored: readonly string[]
    /** How many names are not UTF-8. */
    readonly unreadable_names: number
  }, GitFailed>
  /** Changes from a commit to the work tree, renames found whatever their number; `undefined`: the commit is not an ancestor of HEAD or unknown. */
  readonly changesSince: (
    directory: string,
    commit: string,
  ) => Effect.Effect<readonly PathChange[] | undefined, GitFailed>
  /** The last commit before a date's first second (UTC); `undefined` when history does not reach it. */
  readonly commitBefore: (directory: string, date: string) => Effect.Effect<string | undefined, GitFailed>
  /** The text of files at a commit; paths that do not exist there are left out. */
  readonly readAt: (
    directory: string,
    commit: string,
    paths: readonly string[],
  ) => Effect.Effect<ReadonlyMap<string, string>, GitFailed>
  /** Which of the paths have uncommitted changes, or are untracked. */
  readonly dirty: (directory: string, paths: readonly string[]) => Effect.Effect<readonly string[], GitFailed>
  /** Whether git ignores a path. */
  readonly ignores: (directory: string, path: string) => Effect.Effect<boolean, GitFailed>
}
/** The service. */
export const Git: Context.Service<Git, Git> = Context.Service("retro/Git")
