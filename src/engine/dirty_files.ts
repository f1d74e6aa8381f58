import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { FileServices } from "./durable_file.ts"
import { type EditFile, readEditFile } from "./edit_file.ts"
import { Git, type GitFailed } from "./git.ts"

/** A file that the user has changed and not committed: an edit could not be told from those changes. */
export class FileIsDirty extends Data.Error<{ readonly path: string }> {
  readonly _tag = "FileIsDirty"
  override readonly name = "FileIsDirty"
  override get message(): string {
    return `Cannot edit ${this.path}: it has uncommitted changes or is not tracked; commit it, or use --allow-dirty`
  }
}

/** Which of the files that edits name have uncommitted changes. Without a repository: none. */
export const dirtyFiles: (
  names: ReadonlySet<string>,
  root: string,
) => Effect.Effect<ReadonlySet<string>, GitFailed, FileServices | Git> = Effect.fnUntraced(
  function* (names, root) {
    const files = new Map<string, EditFile>()
    for (const name of names) {
      // What may not be edited is said when its finding is applied.
      const located = yield* Effect.result(readEditFile(root, name))
      if (Result.isSuccess(located)) files.set(located.success.path, located.success)
    }
    return files.size === 0 ? new Set<string>() : yield* changedByUser(files, root)
  },
)

const changedByUser: (
  files: ReadonlyMap<string, EditFile>,
  root: string,
) => Effect.Effect<ReadonlySet<string>, GitFailed, Git> = Effect.fnUntraced(function* (files, root) {
  const git = yield* Git
  if ((yield* git.repository(root)) === undefined) return new Set<string>()
  const changed = new Set<string>()
  for (const path of yield* git.dirty(root, [...files.keys()])) {
    // A file to create in an ignored folder is no one's change; one that the user has deleted is.
    const isNew = files.get(path)?.present === undefined && (yield* git.ignores(root, path))
    if (!isNew) changed.add(path)
  }
  return changed
})
