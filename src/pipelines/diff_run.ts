import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { parseConfig } from "../core/config/parse_config.ts"
import type { Corpus } from "../core/corpus/corpus.ts"
import type { Baseline } from "../core/diff/baseline.ts"
import type { Config } from "../core/schema/config.ts"
import { readCorpusAt } from "../engine/base_corpus.ts"
import type { CorpusReading } from "../engine/corpus_reader.ts"
import { type ChangeBase, Git, GitFailed, type PathChange, type Repository } from "../engine/git.ts"
import type { IoFailed } from "../engine/io_failed.ts"
import { readPresent } from "../engine/present_file.ts"
import { configFileName } from "../engine/read_config.ts"
import { latestName } from "../engine/report_folder.ts"
import { readStoredReport } from "../engine/stored_report.ts"
import { architecturePath } from "../passes/architecture/architecture.ts"
import { changeFit, unchanged } from "../passes/change_fit.ts"
import { plansOf } from "../passes/change_fit/creep.ts"
import { type GoneFiles, goneFiles } from "../passes/lookup/gone_files.ts"
import { autonomyPath, type Stopping, stoppingIn } from "../passes/change_fit/stopping.ts"
import { linkIntegrity, linkIntegrityAfter } from "../passes/link_integrity.ts"
import type { Pass } from "../passes/pass.ts"
import { loadSourceReader } from "../passes/source/read_source.ts"
import { otherLanguages } from "../passes/source/source_file.ts"
import { type PassRun, runPasses } from "../passes/run_passes.ts"
import type { RunOptions } from "./checkpoint_options.ts"
import { type PreparedRun, readForPasses, readsOf, reportDirOf, type RunServices, withHistory } from "./prepared_run.ts"
import { corpusScope, diffScope } from "./run_scope.ts"
import { shallowClone } from "./shallow_clone.ts"

/** The state that a change starts at, as far as a comparison needs it. */
export interface BaseState {
  readonly commit: string
  /** Its day in UTC, `YYYY-MM-DD`. */
  readonly date: string
  readonly corpus: Corpus
  readonly passRun: PassRun
  /** The run that is stored there. */
  readonly stored?: Baseline
}

/**
 * A run cannot be compared with a commit: `since` names none, or the root is in no repository.
 *
 * @example
 * ```ts
 * import { SinceInvalid } from "@retro/cli"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(
 *   new SinceInvalid({ since: "mian", problem: "git knows no such commit; name a branch, a tag or a commit" }).message,
 *   'Cannot compare with "mian": git knows no such commit; name a branch, a tag or a commit',
 * )
 * ```
 */
export class SinceInvalid extends Data.Error<{ readonly since: string; readonly problem: string }> {
  /** Tells the error from others, as for `Effect.catchTag`. */
  readonly _tag = "SinceInvalid"
  /** What a log calls the error. */
  override readonly name = "SinceInvalid"
  /** What failed, why, and the next step. */
  override get message(): string {
    return `Cannot compare with "${this.since}": ${this.problem}`
  }
}

/** Why a change cannot be looked at. */
export type DiffRunFailure = GitFailed | IoFailed | SinceInvalid

/**
 * A run over a change: the same passes over the state that it starts at and over the files on disk. What excuses a
 * finding counts as it stands where the change starts: the stored run, the passes' settings, and what is ignored.
 */
export const diffRun: (
  options: RunOptions,
  since: string,
) => Effect.Effect<PreparedRun, DiffRunFailure, RunServices> = Effect.fn("diffRun")(function* (options, since) {
  const { root, only = [], today } = options
  const git = yield* Git
  const repository = yield* repositoryOf(root, since)
  const { commit, date } = yield* baseOf(root, repository, since)
  const before = yield* configAt(root, commit)
  const config = settled(options.config, before.config)
  const passes = [...options.passes, unchanged]
  const reading = yield* readForPasses({ ...options, config }, passes)
  const corpus = yield* withHistory(reading, passes, only)
  const baseRead = yield* readCorpusAt(reading, { commit, config, reads: readsOf(config, passes, only) })
  const baseCorpus = corpus.home === undefined ? baseRead : { ...baseRead, home: corpus.home }
  const basePast = { corpus: baseCorpus, repository, root: reading.root }
  const stored = yield* storedAt(reading.root, commit, reading.reports, options.paths ?? [])
  const changes = changesOf(reading, (yield* git.changesSince(reading.root, commit)) ?? [])
  const base: BaseState = {
    commit,
    date,
    corpus: baseCorpus,
    passRun: runPasses(yield* withHistory(basePast, passes, only, commit), passes, only),
    ...(stored.baseline === undefined ? {} : { stored: stored.baseline }),
  }
  const stopping = yield* stoppingOf(reading, baseCorpus)
  const fit = changeFit({ before: baseCorpus, changes, read: yield* loadSourceReader, stopping })
  const untold = otherLanguages(changes.filter(({ kind }) => kind !== "deleted").map(({ path }) => path))
  const { branch } = repository
  return {
    reading,
    passRun: runPasses(corpus, [...afterChange(options.passes, goneFiles({ changes, after: corpus })), fit], only),
    scope: diffScope({
      since,
      commit,
      branch,
      paths: options.paths ?? [],
      intent: intentOf(corpus, changes, stopping),
    }),
    config,
    reportDir: yield* reportDirOf(options),
    today,
    base,
    ...(branch === undefined
      ? { not_kept: "HEAD is on no branch, so that no later run could be compared with it" }
      : {}),
    warnings: [
      ...before.warnings,
      ...changedSettings(options.config, config),
      ...stored.warnings,
      ...(untold === undefined ? [] : [untold]),
    ],
  }
})

/** The passes of a corpus, as far as they know what a change took away. */
function afterChange(passes: readonly Pass[], gone: GoneFiles): readonly Pass[] {
  return passes.map((pass) => pass === linkIntegrity ? linkIntegrityAfter(gone) : pass)
}

/** What changed and is part of the corpus: neither reports nor what the configuration leaves out. */
function changesOf({ corpus, reports }: CorpusReading, changes: readonly PathChange[]): readonly PathChange[] {
  const isReport = (path: string): boolean => reports.some((folder) => path.startsWith(`${folder}/`))
  return changes.filter(({ path }) => !isReport(path) && corpus.paths.outside(path) === undefined)
}

/**
 * When the work may end, as the contract of this session says, which git ignores. One that is kept in the repository counts
 * as it is where the change starts: a change does not excuse itself.
 */
const stoppingOf = Effect.fnUntraced(function* ({ root, corpus }: CorpusReading, before: Corpus) {
  const kept = before.texts.get(autonomyPath)
  if (kept !== undefined || corpus.paths.lookup(autonomyPath) !== "ignored") return stoppingIn(kept ?? "")
  const read = readPresent({ root, path: autonomyPath, advice: "make it a readable file" })
  return stoppingIn(new TextDecoder().decode(yield* Effect.orElseSucceed(read, () => undefined)))
})

/** What a change is held against, for the header. */
function intentOf(corpus: Corpus, changes: readonly PathChange[], stopping: Stopping): string {
  const ends = stopping === "criteria-met" ? "" : `; ${autonomyPath} lets it end before all is done (${stopping})`
  return `${heldAgainst(corpus, changes)}${ends}`
}

function heldAgainst(corpus: Corpus, changes: readonly PathChange[]): string {
  const plans = plansOf({ after: corpus, changes })
  if (plans.length > 0) return `held against ${plans.map(({ path }) => path).join(", ")}`
  return corpus.paths.lookup(architecturePath) === "file"
    ? "no active plan names a file of it: held against the architecture alone"
    : `no active plan names a file of it, and there is no ${architecturePath}`
}

const repositoryOf = Effect.fnUntraced(function* (root: string, since: string) {
  const git = yield* Git
  const repository = yield* git.repository(root)
  if (repository !== undefined) return repository
  if (yield* git.installed) {
    const problem = `"${root}" is in no git work tree; name one with --root, or leave out --since`
    return yield* new SinceInvalid({ since, problem })
  }
  const detail = "git is not on the PATH of this machine; install it, or leave out --since"
  return yield* new GitFailed({ command: "rev-parse", detail })
})

const baseOf = Effect.fnUntraced(function* (root: string, { shallow }: Repository, since: string) {
  const base: ChangeBase = yield* (yield* Git).changeBase(root, since)
  if (base._tag === "commit") return base
  if (base._tag === "unknown") {
    const problem = `git knows no such commit${
      shallow ? `, and ${shallowClone}` : ""
    }; name a branch, a tag or a commit`
    return yield* new SinceInvalid({ since, problem })
  }
  if (!shallow) return yield* new SinceInvalid({ since, problem: "it and HEAD have no commit in common; name another" })
  return yield* new GitFailed({
    command: "merge-base",
    detail: `"${since}" and HEAD meet where history is cut; ${shallowClone}`,
  })
})

/** The configuration that a commit has; one that cannot be read there is said, and counts as none. */
const configAt = Effect.fnUntraced(function* (root: string, commit: string) {
  const text = (yield* (yield* Git).readAt(root, commit, [configFileName])).get(configFileName) ?? ""
  const parsed = parseConfig(text, configFileName)
  if (Result.isSuccess(parsed)) return { config: parsed.success, warnings: [] }
  const none: Config = {}
  return { config: none, warnings: [`left out ${configFileName} of ${commit.slice(0, 12)}: ${parsed.failure.message}`] }
})

/** What excuses findings. */
const excusing = ["passes", "ignore", "fail_on"] as const

/** A change does not excuse itself: what its configuration leaves out and switches off counts once it is merged. */
function settled(now: Config, before: Config): Config {
  const { passes: _, ignore: __, fail_on: ___, ...rest } = now
  return {
    ...rest,
    ...(before.passes === undefined ? {} : { passes: before.passes }),
    ...(before.ignore === undefined ? {} : { ignore: before.ignore }),
    ...(before.fail_on === undefined ? {} : { fail_on: before.fail_on }),
  }
}

function changedSettings(now: Config, used: Config): readonly string[] {
  const changed = excusing.filter((key) => JSON.stringify(now[key]) !== JSON.stringify(used[key]))
  return changed.length === 0
    ? []
    : [`the change edits ${
      changed.map((key) => `"${key}"`).join(", ")
    } in ${configFileName}: they count as they were before it`]
}

/**
 * The run over the same paths that a commit has, else that of the whole corpus; one that cannot be read there is said,
 * and counts as none.
 */
const storedAt = Effect.fnUntraced(
  function* (root: string, commit: string, [reports]: readonly string[], paths: readonly string[]) {
    if (reports === undefined) return { warnings: [] }
    const places = [...new Set([corpusScope(paths).scope_slug, corpusScope([]).scope_slug])]
      .map((slug) => `${reports}/${slug}/${latestName}`)
    const texts = yield* (yield* Git).readAt(root, commit, places)
    const path = places.find((place) => texts.has(place))
    if (path === undefined) return { warnings: [] }
    const report = readStoredReport(new TextEncoder().encode(texts.get(path)), path)
    if (Result.isSuccess(report)) return { baseline: report.success.baseline, warnings: [] }
    return { warnings: [`left out ${path} of ${commit.slice(0, 12)}: ${report.failure.message}`] }
  },
)
