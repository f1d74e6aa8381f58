import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type * as Path from "effect/Path"
import { Git, type GitFailed } from "./git.ts"
import { type IoFailed, ioFailed } from "./io_failed.ts"
import { findRoot, type PathInvalid } from "./run_root.ts"

/** Where the retrospective gate of the working directory finds its files. */
export interface GatePlace {
  /** The root of the current work tree: its configuration is there. */
  readonly worktree: string
  /** The root of the main work tree: the record of the retrospective is there, one for all work trees. */
  readonly main: string
}

/** Why the place of a gate is not known. */
export type GatePlaceFailure = GitFailed | IoFailed | PathInvalid

/**
 * The place of the working directory's gate: the same main work tree from a subdirectory and from a linked work tree,
 * which may be deleted with all that is in it. Without git both roots are the working directory.
 */
export const findGatePlace: Effect.Effect<GatePlace, GatePlaceFailure, Git | FileSystem.FileSystem | Path.Path> = Effect
  .gen(function* () {
    const worktree = yield* findRoot(undefined)
    const main = yield* (yield* Git).mainWorktree(worktree)
    if (main === undefined || main === worktree) return { worktree, main: worktree }
    const real = yield* (yield* FileSystem.FileSystem).realPath(main).pipe(
      Effect.mapError(ioFailed("find the main work tree", main)),
    )
    return { worktree, main: real }
  })
