import * as Effect from "effect/Effect"
import type { CorpusReading } from "./corpus_reader.ts"
import { Git, type GitFailed } from "./git.ts"

const nothing: ReadonlySet<string> = new Set()

/**
 * Those of some commits that a corpus' repository does not have. Nothing without a repository, before its first commit, and
 * in a shallow clone: there, nobody knows what else there is.
 */
export const unknownCommits: (
  reading: Pick<CorpusReading, "repository" | "root">,
  hashes: readonly string[],
) => Effect.Effect<ReadonlySet<string>, GitFailed, Git> = Effect.fn("unknownCommits")(
  function* ({ repository, root }, hashes) {
    if (hashes.length === 0 || repository?.head === undefined || repository.shallow) return nothing
    return new Set(yield* (yield* Git).unknownCommits(root, hashes))
  },
)
