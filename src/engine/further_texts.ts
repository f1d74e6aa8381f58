import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type * as Path from "effect/Path"
import type { CorpusReading } from "./corpus_reader.ts"
import { readFiles } from "./file_texts.ts"

/**
 * The texts of files by path: those that the run has read, and others of the corpus, read now. What is no file of the
 * corpus, cannot be read or lies outside the root behind a link has none.
 */
export const furtherTexts: (
  reading: CorpusReading,
  paths: Iterable<string>,
) => Effect.Effect<ReadonlyMap<string, string>, never, FileSystem.FileSystem | Path.Path> = Effect.fn("furtherTexts")(
  function* ({ corpus, root, locate }, paths) {
    const wanted = [...new Set(paths)]
    const isFile = (path: string): boolean => corpus.paths.lookup(path) === "file"
    const unread = wanted.filter((path) => !corpus.texts.has(path) && isFile(path)).sort()
    const read = yield* readFiles({
      root,
      files: unread,
      links: new Set(unread),
      roleOf: () => "needed",
      isLeftOut: (path) => !isFile(path),
      locate,
    })
    return new Map([
      ...wanted.flatMap((path): readonly [string, string][] => {
        const text = corpus.texts.get(path)
        return text === undefined ? [] : [[path, text]]
      }),
      ...read.texts.map(({ path, text }): [string, string] => [path, text]),
    ])
  },
)
