import * as Effect from "effect/Effect"
import { folderOf, foldersAround, seenFrom } from "../core/corpus/folder_path.ts"
import type { PathIndex } from "../core/corpus/path_index.ts"
import { readTarget } from "../core/markdown/link_target.ts"
import type { MarkdownDocument } from "../core/markdown/markdown_document.ts"
import { Git, type GitFailed } from "./git.ts"

/**
 * The targets of links that lead to nothing here and that git ignores. Git is asked once for all of them, and not at all
 * where every link leads somewhere.
 */
export const ignoredTargets: (
  root: string,
  documents: readonly MarkdownDocument[],
  paths: PathIndex,
) => Effect.Effect<ReadonlySet<string>, GitFailed, Git> = Effect.fn("ignoredTargets")(
  function* (root, documents, paths) {
    const dead = new Set<string>()
    for (const document of documents) {
      const folder = folderOf(document.path)
      for (const { target } of document.links) {
        const read = readTarget(target)
        const seen = read === undefined ? undefined : seenFrom(folder, read.path)
        if (seen?.above === 0 && isNowhere(paths, seen.path)) dead.add(seen.path)
      }
    }
    return new Set(yield* (yield* Git).ignoredOf(root, [...dead].sort()))
  },
)

/** Git refuses a question about what lies below a symbolic link, which may be a file here. */
function isNowhere(paths: PathIndex, path: string): boolean {
  return path !== "" && path.length < 4_096 && !path.includes("\0") && paths.lookup(path) === undefined &&
    !foldersAround(folderOf(path)).some((folder) => folder !== "" && paths.lookup(folder) === "file")
}
