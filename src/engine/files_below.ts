import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
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
    const paths = yield* Path.Path
    const names = new Map<string, string>()
    for (const folder of new Set(folders)) {
      const found = yield* fs.readDirectory(paths.join(root, folder), { recursive }).pipe(
        Effect.catch(() => Effect.succeed<string[]>([])),
      )
      for (const name of found) {
        const file = paths.join(folder, name)
        names.set(corpusPath(file.replaceAll(paths.sep, "/")), paths.join(root, file))
      }
    }
    const files = [...names.keys()].filter((path) => /\.\w+$/u.test(path)).sort()
    const texts = new Map<string, string>()
    for (const path of files) {
      if (!/\.(?:md|markdown)$/iu.test(path)) continue
      const text = yield* readText(fs, names.get(path) ?? path)
      if (text !== undefined) texts.set(path, text)
    }
    return { files, texts }
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
