import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import { Git, type GitFailed } from "./git.ts"
import { type IoFailed, ioFailed } from "./io_failed.ts"

/** A path that should narrow the run does. */
export class PathInvalid extends Data.Error<{ readonly path: string; readonly problem: string }> {
  readonly _tag = "PathInvalid"
  override readonly name = "PathInvalid"
  override get message(): string {
    return `Cannot look at "${this.path}": ${this.problem}`
  }
}

/** The root of a run, without symbolic links: the folder that is named, else the work tree of the working directory, else that directory. */
export const findRoot: (
  named: string | undefined,
) => Effect.Effect<string, GitFailed | IoFailed | PathInvalid, Git | FileSystem.FileSystem | Path.Path> = Effect.fn(
  "findRoot",
)(
  function* (named) {
    const fs = yield* FileSystem.FileSystem
    const here = (yield* Path.Path).resolve(named ?? ".")
    const real = yield* fs.realPath(here).pipe(
      Effect.catchReason(
        "PlatformError",
        "NotFound",
        () => new PathInvalid({ path: here, problem: "there is no such folder" }),
      ),
      Effect.mapError((error) => error._tag === "PathInvalid" ? error : ioFailed("find the root", here)(error)),
    )
    const { type } = yield* fs.stat(real).pipe(Effect.mapError(ioFailed("find the root", real)))
    if (type !== "Directory") return yield* new PathInvalid({ path: here, problem: "the root must be a folder" })
    if (named !== undefined) return real
    return (yield* (yield* Git).repository(real))?.top_level ?? real
  },
)

/** Paths as a user gave them, relative to the root; one that does not exist or lies outside is refused. */
export const pathsInRoot: (
  root: string,
  given: readonly string[],
) => Effect.Effect<readonly string[], IoFailed | PathInvalid, FileSystem.FileSystem | Path.Path> = Effect.fn(
  "pathsInRoot",
)(
  function* (root, given) {
    const fs = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const inside: string[] = []
    for (const name of given) {
      const real = yield* fs.realPath(path.resolve(name)).pipe(
        Effect.catchReason(
          "PlatformError",
          "NotFound",
          () => new PathInvalid({ path: name, problem: "there is no such file or folder" }),
        ),
        Effect.mapError((error) => error._tag === "PathInvalid" ? error : ioFailed("find", name)(error)),
      )
      const relative = path.relative(root, real)
      if (relative === ".." || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative)) {
        return yield* new PathInvalid({
          path: name,
          problem: `it lies outside the root "${root}"; name another with --root`,
        })
      }
      inside.push(relative.split(path.sep).join("/"))
    }
    // The root itself narrows nothing.
    return inside.includes("") ? [] : inside
  },
)
