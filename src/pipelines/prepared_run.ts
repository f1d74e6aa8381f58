import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import type { Corpus } from "../core/corpus/corpus.ts"
import { gitHubRepository, mayLinkToGitHub } from "../core/corpus/corpus_home.ts"
import type { Config } from "../core/schema/config.ts"
import { type CorpusReading, readCorpus } from "../engine/corpus_reader.ts"
import { fileHistory } from "../engine/file_history.ts"
import { Git, type GitFailed } from "../engine/git.ts"
import type { IoFailed } from "../engine/io_failed.ts"
import { Progress } from "../engine/progress.ts"
import { unknownCommits } from "../engine/unknown_commits.ts"
import type { Pass } from "../passes/pass.ts"
import { passesThatRun, type PassRun } from "../passes/run_passes.ts"
import type { RunOptions } from "./checkpoint_options.ts"
import type { BaseState } from "./diff_run.ts"
import type { RunScope } from "./run_scope.ts"

/** All that a run knows before it is compared: what was looked at, what was found, and where it is kept. */
export interface PreparedRun {
  readonly reading: CorpusReading
  readonly passRun: PassRun
  readonly scope: RunScope
  /** The configuration that counts. */
  readonly config: Config
  /** Absolute. */
  readonly reportDir: string
  readonly today: string
  /** Present: the run is compared with this state, not with the last run. */
  readonly base?: BaseState
  /** The only nodes to orient in, and what they are together; absent: each corpus. */
  readonly oriented?: { readonly kind: string; readonly paths: readonly string[] }
  /** Why the run is not kept; absent: it is. */
  readonly not_kept?: string
  /** For the report's header. */
  readonly warnings: readonly string[]
}

/** What a run needs of its host. */
export type RunServices = Git | FileSystem.FileSystem | Path.Path

/** Reads the corpus of a run, with all that its passes need. */
export const readForPasses: (
  options: RunOptions,
  passes: readonly Pass[],
) => Effect.Effect<CorpusReading, GitFailed | IoFailed, RunServices> = Effect.fnUntraced(function* (options, passes) {
  const progress = yield* Progress
  const { root, config, today, paths = [], reportDir } = options
  yield* progress("reading the corpus")
  const reads = readsOf(config, passes, options.only)
  const reading = yield* withHome(yield* readCorpus({ root, scope: paths, config, reads, reportDir, today }))
  yield* progress(`looking at ${reading.files_scanned} files`)
  return reading
})

/** The corpus with the place of its repository on GitHub, if its documents lead there: then some lead to its own files. */
const withHome = Effect.fnUntraced(function* (reading: CorpusReading) {
  const { corpus, repository, root } = reading
  if (repository === undefined || !corpus.documents.some(({ text }) => mayLinkToGitHub(text))) return reading
  const name = gitHubRepository((yield* (yield* Git).origin(root)) ?? "")
  if (name === undefined) return reading
  const folder = (yield* Path.Path).relative(repository.top_level, root).replaceAll("\\", "/")
  return { ...reading, corpus: { ...corpus, home: { repository: name, folder } } }
})

/** Which files the passes that run need besides the usual ones. */
export function readsOf(
  config: Config,
  passes: readonly Pass[],
  only: readonly string[] = [],
): (path: string) => boolean {
  const running = passesThatRun(config, passes, only)
  return (path) => running.some((pass) => pass.reads?.(path, config) === true)
}

/** The corpus with what git says of its past, on disk or as a commit has it, if a pass that runs asks for it. */
export const withHistory: (
  reading: Pick<CorpusReading, "corpus" | "repository" | "root">,
  passes: readonly Pass[],
  only?: readonly string[],
  commit?: string,
) => Effect.Effect<Corpus, GitFailed, Git> = Effect.fnUntraced(function* (reading, passes, only = [], commit) {
  const { corpus } = reading
  const running = passesThatRun(corpus.config, passes, only)
  const asked = running.flatMap((pass) => {
    const dated = pass.history?.(corpus)
    return dated === undefined ? [] : [dated]
  })
  const unknown_commits = yield* unknownCommits(reading, running.flatMap((pass) => pass.commits?.(corpus) ?? []))
  const history = asked.length === 0 ? undefined : yield* fileHistory(reading, asked.flat(), commit)
  // What is kept by corpus is kept as long as nothing is added to it.
  if (unknown_commits.size === 0 && history === undefined) return corpus
  return {
    ...corpus,
    ...(unknown_commits.size === 0 ? {} : { unknown_commits }),
    ...(history === undefined ? {} : { history }),
  }
})

/** The report folder, absolute. */
export const reportDirOf: (options: RunOptions) => Effect.Effect<string, never, Path.Path> = Effect.fnUntraced(
  function* ({ root, reportDir }) {
    return (yield* Path.Path).resolve(root, reportDir)
  },
)
