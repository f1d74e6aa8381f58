import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import { byCodeUnit } from "../core/code_unit_order.ts"
import { corpusPath } from "../core/corpus/corpus_path.ts"

/** Files of a root: every path, and the texts of those that are Markdown. */
export interface FilesBelow {
  readonly files: readonly string[]
  readonly texts: ReadonlyMap<string, string>
}

/** The files below some folders of a root, path ascending. What is not there or cannot be read is left out. */
export const readFilesBelow: (
  root: string,
  folders: readonly string[],
  recursive?: boolean,
) => Effect.Effect<FilesBelow, never, FileSystem.FileSystem | Path.Path> = Effect.fn("readFilesBelow")(
  function* (root, folders, recursive = true) {
    const fs = yield* FileSystem.FileSystem
    const names = yield* namesBelow(root, folders, recursive)
    const texts = new Map<string, string>()
    for (const [path, file] of names) {
      if (!/\.(?:md|markdown)$/iu.test(path)) continue
      const text = yield* readText(fs, file)
      if (text !== undefined) texts.set(path, text)
    }
    return { files: [...names.keys()], texts }
  },
)

/** The paths of the files below a folder of a root, ascending, without reading one. */
export const listFilesBelow: (
  root: string,
  folder: string,
) => Effect.Effect<readonly string[], never, FileSystem.FileSystem | Path.Path> = Effect.fnUntraced(
  function* (root, folder) {
    return [...(yield* namesBelow(root, [folder], true)).keys()]
  },
)

/** Files by their path, ascending, as they are named on the disk. */
const namesBelow: (
  root: string,
  folders: readonly string[],
  recursive: boolean,
) => Effect.Effect<ReadonlyMap<string, string>, never, FileSystem.FileSystem | Path.Path> = Effect.fnUntraced(
  function* (root, folders, recursive) {
    const fs = yield* FileSystem.FileSystem
    const paths = yield* Path.Path
    const names = new Map<string, string>()
    for (const folder of new Set(folders)) {
      const found = yield* fs.readDirectory(paths.join(root, folder), { recursive }).pipe(
        Effect.catch(() => Effect.succeed<string[]>([])),
      )
      for (const name of found) {
        const file = paths.join(folder, name)
        const path = corpusPath(file.replaceAll(paths.sep, "/"))
        if (/\.\w+$/u.test(path)) names.set(path, paths.join(root, file))
      }
    }
    return new Map([...names].sort(([one], [other]) => byCodeUnit(one, other)))
  },
)

/** The text of a file; `undefined` when there is no such file, or it cannot be read. */
export function readText(fs: FileSystem.FileSystem, file: string): Effect.Effect<string | undefined> {
  return fs.readFileString(file).pipe(Effect.catch(() => Effect.succeed(undefined)))
}

/** The same files with others written over them. */
export function withWritten({ files, texts }: FilesBelow, written: ReadonlyMap<string, string>): FilesBelow {
  if (written.size === 0) return { files, texts }
  return {
    files: [...new Set([...files, ...written.keys()])].sort(),
    texts: new Map([...texts, ...written]),
  }
}
