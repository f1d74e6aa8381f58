import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { Corpus } from "../core/corpus/corpus.ts"
import { createdDay } from "../core/decision/created_day.ts"
import type { CorpusReading } from "../engine/corpus_reader.ts"
import { Git, type GitFailed, type PathChange } from "../engine/git.ts"
import type { IoFailed } from "../engine/io_failed.ts"
import { activePlans, featureFiles } from "../passes/feature/feature_chain.ts"
import { integrationFit } from "../passes/integration_fit.ts"
import { moduleDrift } from "../passes/module_drift.ts"
import { type ModuleFacts, moduleOf } from "../passes/modules/module_facts.ts"
import { moduleLessons } from "../passes/modules/module_lessons.ts"
import type { Pass } from "../passes/pass.ts"
import { runPasses } from "../passes/run_passes.ts"
import { loadSourceReader } from "../passes/source/read_source.ts"
import { otherLanguages } from "../passes/source/source_file.ts"
import type { RunOptions } from "./checkpoint_options.ts"
import { type PreparedRun, readForPasses, reportDirOf, type RunServices } from "./prepared_run.ts"
import { moduleScope } from "./run_scope.ts"
import { shallowClone } from "./shallow_clone.ts"

/**
 * Nobody said which modules to look at, and nothing tells: it is not guessed.
 *
 * @example
 * ```ts
 * import { ModulesUnknown } from "@retro/cli"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(
 *   new ModulesUnknown({ why: "nothing changed since the last commit" }).message,
 *   "Cannot tell which modules were just built: nothing changed since the last commit; name them, as in " +
 *     '"retro checkpoint --scope module src/reader"',
 * )
 * ```
 */
export class ModulesUnknown extends Data.Error<{ readonly why: string }> {
  /** Tells the error from others, as for `Effect.catchTag`. */
  readonly _tag = "ModulesUnknown"
  /** What a log calls the error. */
  override readonly name = "ModulesUnknown"
  /** What failed, why, and the next step. */
  override get message(): string {
    return `Cannot tell which modules were just built: ${this.why}; name them, as in "retro checkpoint --scope module src/reader"`
  }
}

/** Nothing is known of any module: what the passes read, they read all the same. */
const noFacts: ModuleFacts = { modules: [], touched: [], committed: new Map(), commits: [], read: () => undefined }

function modulePasses(facts: ModuleFacts): readonly Pass[] {
  return [integrationFit(facts), moduleDrift(facts), moduleLessons(facts)]
}

/** A run over modules: those that are named, else those with changes since the last commit. */
export const moduleRun: (
  options: RunOptions,
) => Effect.Effect<PreparedRun, GitFailed | IoFailed | ModulesUnknown, RunServices> = Effect.fn("moduleRun")(
  function* (options) {
    const { only = [], config, today, paths = [] } = options
    const named = [...new Set(paths)].sort()
    const early = named.length > 0 ? named : yield* touchedModules(options.root)
    const reading = yield* readForPasses({ ...options, paths: early }, modulePasses(noFacts))
    const touched = yield* touchedIn(reading)
    const facts: ModuleFacts = {
      modules: reading.corpus.scope,
      touched,
      committed: yield* committedTexts(reading, touched),
      ...(yield* commitsOf(reading)),
      read: yield* loadSourceReader,
    }
    const untold = otherLanguages(
      reading.corpus.paths.files.filter((path) => moduleOf(facts.modules, path) !== undefined),
    )
    return {
      reading,
      passRun: runPasses(reading.corpus, modulePasses(facts), only),
      scope: moduleScope(facts.modules, named.length > 0),
      config,
      reportDir: yield* reportDirOf(options),
      today,
      warnings: untold === undefined ? [] : [untold],
    }
  },
)

/** Folders that hold modules and are none themselves. */
const containers: ReadonlySet<string> = new Set(
  "src lib libs source packages pkg apps crates modules internal cmd services plugins".split(" "),
)

const touchedModules = Effect.fnUntraced(function* (root: string) {
  const git = yield* Git
  const repository = yield* git.repository(root)
  if (repository === undefined) {
    const why = (yield* git.installed) ? "the root is in no git work tree" : "git is not installed"
    return yield* new ModulesUnknown({ why })
  }
  if (repository.head === undefined) return yield* new ModulesUnknown({ why: "there is no commit yet" })
  const changes = (yield* git.changesSince(root, repository.head)) ?? []
  if (changes.length === 0) return yield* new ModulesUnknown({ why: "nothing changed since the last commit" })
  const modules = new Set(changes.filter(({ kind }) => kind !== "deleted").flatMap(({ path }) => moduleOfPath(path)))
  if (modules.size === 0) {
    return yield* new ModulesUnknown({ why: "only files at the root, or of agents, changed since the last commit" })
  }
  return [...modules].sort()
})

/** The top folder of a path, with the one in it where the top one only holds modules. */
function moduleOfPath(path: string): readonly string[] {
  const folders = path.split("/").slice(0, -1)
  const [top, inner] = folders
  if (top === undefined || top.startsWith(".")) return []
  return [containers.has(top) && inner !== undefined ? `${top}/${inner}` : top]
}

const touchedIn = Effect.fnUntraced(function* ({ root, repository }: CorpusReading) {
  const nothing: readonly PathChange[] = []
  if (repository?.head === undefined) return nothing
  return (yield* (yield* Git).changesSince(root, repository.head)) ?? nothing
})

const committedTexts = Effect.fnUntraced(
  function* ({ root, repository }: CorpusReading, touched: readonly PathChange[]) {
    if (repository?.head === undefined) return new Map<string, string>()
    return yield* (yield* Git).readAt(root, repository.head, touched.map(({ path, from }) => from ?? path))
  },
)

/** The commits since the first active plan was made; without one, those of today. A first commit is no work on anything. */
const commitsOf = Effect.fnUntraced(function* ({ root, repository, corpus }: CorpusReading) {
  if (repository?.head === undefined) {
    return { commits: [], commits_unknown: "the root is in no git work tree with a commit" }
  }
  const all = yield* (yield* Git).commitsSince(root, { date: firstDay(corpus) })
  const commits = all.filter(({ first }) => !first)
  // Where a shallow clone is cut, a commit looks like the first one.
  if (!repository.shallow || commits.length === all.length) return { commits }
  return { commits, commits_unknown: shallowClone }
})

function firstDay(corpus: Corpus): string {
  const days = activePlans(featureFiles(corpus)).flatMap(({ decision }) => createdDay(decision ?? {}) ?? [])
  return [...days, corpus.today].reduce((first, day) => day < first ? day : first)
}
