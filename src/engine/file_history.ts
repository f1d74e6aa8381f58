import * as Effect from "effect/Effect"
import type { FileHistory } from "../core/corpus/file_history.ts"
import type { CorpusReading } from "./corpus_reader.ts"
import { Git, type GitFailed } from "./git.ts"

/** How many files are dated line by line: each is a question of its own. */
const mostDatedFiles = 200

/** How many questions git is asked at a time. */
const concurrency = 4

/**
 * What git says of a corpus' files: one question for all of them, and one for each file of `dated`. `undefined` without
 * a repository or before its first commit. Without a commit, the files are those on disk.
 */
export const fileHistory: (
  reading: Pick<CorpusReading, "corpus" | "repository" | "root">,
  dated: readonly string[],
  commit?: string,
) => Effect.Effect<FileHistory | undefined, GitFailed, Git> = Effect.fn("fileHistory")(
  function* (reading, dated, commit) {
    const { corpus, repository, root } = reading
    if (repository?.head === undefined) return undefined
    const git = yield* Git
    const last_change = yield* git.lastChanges(root, commit)
    // What git does not know has no lines to date.
    const known = [...new Set(dated)].filter((path) => last_change.has(path) && corpus.texts.has(path))
    const lines = yield* Effect.forEach(
      known.slice(0, mostDatedFiles),
      (path) => Effect.map(git.lineDays(root, path, corpus.today, commit), (days) => [path, days] as const),
      { concurrency },
    )
    return { last_change, lines: new Map(lines), whole: !repository.shallow }
  },
)
