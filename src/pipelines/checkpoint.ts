import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import type { Corpus } from "../core/corpus/corpus.ts"
import { diffFindings } from "../core/diff/diff_findings.ts"
import { summarisePasses } from "../core/report/summarise_passes.ts"
import { redact } from "../core/redact/redact.ts"
import { redactBaseline, redactNodes } from "../core/redact/redact_findings.ts"
import type { Config } from "../core/schema/config.ts"
import { completeReport, type Report } from "../core/schema/report.ts"
import type { Selection } from "../core/selection/selection.ts"
import { type CorpusReading, readCorpus } from "../engine/corpus_reader.ts"
import { fileHistory } from "../engine/file_history.ts"
import type { Git, GitFailed } from "../engine/git.ts"
import type { IoFailed } from "../engine/io_failed.ts"
import { orientCorpus } from "../engine/orient.ts"
import { persist, type PersistFailure, whileTaken } from "../engine/persist.ts"
import { Progress } from "../engine/progress.ts"
import { type BaselineFailure, readBaseline } from "../engine/report_store.ts"
import { route, type RouteFailed } from "../engine/route.ts"
import type { Pass } from "../passes/pass.ts"
import { passesThatRun, type PassRun, runPasses } from "../passes/run_passes.ts"
import { carryDecisions } from "./carry_decisions.ts"
import { readingWarnings } from "./reading_warnings.ts"
import { corpusScope, type RunScope } from "./run_scope.ts"

/** What a checkpoint looks at, and how. */
export interface CheckpointOptions<E = never, R = never> {
  /** The folder that paths are relative to. */
  readonly root: string
  /** Paths that narrow the run, relative to the root; none: the whole corpus. */
  readonly paths?: readonly string[]
  /** The passes to run. They run by id, which is also the order of new finding ids, whatever the order here. */
  readonly passes: readonly Pass[]
  /** The ids of the only passes to run; none: all that the configuration leaves on. */
  readonly only?: readonly string[]
  /** What `.retro.yaml` says; it may switch passes off. */
  readonly config: Config
  /** Where runs are kept, relative to the root or absolute. */
  readonly reportDir: string
  /** `YYYY-MM-DD` in UTC: the only clock of the run. */
  readonly today: string
  /** What the user selects, once the report is known; nothing is routed without it. */
  readonly select: (report: Report) => Effect.Effect<Selection, E, R>
  /** Also edits files with uncommitted changes. */
  readonly allowDirty?: boolean
  /** Writes nothing at all. */
  readonly dryRun?: boolean
}

/** Why a checkpoint could not finish before persisting. */
export type CheckpointFailure = GitFailed | IoFailed | BaselineFailure | RouteFailed

/** A run that is over: its report, and why it could not be persisted, if so. */
export interface CheckpointRun {
  /** With outcomes, and with `persisted` once it was written. */
  readonly report: Report
  /** Absent: the run was persisted, or was a dry run. */
  readonly persistFailure?: PersistFailure | GitFailed
}

/** What a checkpoint needs of its host. */
export type CheckpointServices = Git | FileSystem.FileSystem | Path.Path

/**
 * The main pipeline: reads the corpus, runs the passes over it, compares what they find with the last run, routes what
 * the user selects, and persists the run. When another run is persisted meanwhile, this one is compared anew and keeps
 * its decisions. A run that cannot be persisted is still given, with the reason.
 *
 * Fails with {@link CheckpointFailure}, or as `select` fails, before anything is persisted.
 *
 * @example
 * ```ts
 * import { builtInPasses, checkpoint, gitLayer, hostLayer } from "@retro/cli"
 * import * as Effect from "effect/Effect"
 * import * as FileSystem from "effect/FileSystem"
 * import * as Layer from "effect/Layer"
 * import { deepStrictEqual } from "node:assert/strict"
 * const program = Effect.gen(function* () {
 *   const fs = yield* FileSystem.FileSystem
 *   const root = yield* fs.makeTempDirectoryScoped()
 *   yield* fs.writeFileString(`${root}/a.md`, "See [b](b.md).\n")
 *   return yield* checkpoint({
 *     root, passes: builtInPasses, config: {}, reportDir: "reports", today: "2027-01-31",
 *     select: () => Effect.succeed([]),
 *   })
 * })
 * const machine = gitLayer().pipe(Layer.provideMerge(hostLayer))
 * const { report } = await Effect.runPromise(program.pipe(Effect.scoped, Effect.provide(machine)))
 * deepStrictEqual(report.findings.map(({ id, tag, locator, verdict }) => [id, tag, locator, verdict]), [
 *   ["R001", "NEW", "a.md", "DEAD"],
 * ])
 * deepStrictEqual(report.persisted, {
 *   dir: "reports/corpus", version: 1, file: "v1.md", latest: "latest.md",
 * })
 * ```
 */
export const checkpoint: <E, R>(
  options: CheckpointOptions<E, R>,
) => Effect.Effect<CheckpointRun, CheckpointFailure | E, CheckpointServices | R> = Effect.fn("checkpoint")(
  function* (options) {
    const progress = yield* Progress
    const { root, config, today, paths = [] } = options
    const reportDir = (yield* Path.Path).resolve(root, options.reportDir)
    yield* progress("reading the corpus")
    const passes = passesThatRun(config, options.passes, options.only ?? [])
    const reads = (path: string): boolean => passes.some((pass) => pass.reads?.(path, config) === true)
    const reading = yield* readCorpus({ root, scope: paths, config, reads, reportDir, today })
    yield* progress(`looking at ${reading.files_scanned} files`)
    const corpus = yield* withHistory(reading, passes)
    const passRun = runPasses(corpus, options.passes, options.only ?? [])
    const run: Run = { reading, passRun, scope: corpusScope(paths), reportDir, today }
    const compared = yield* compare(run)
    const selection = yield* options.select(compared)
    const routed = yield* route(compared, selection, {
      root: reading.root,
      allowDirty: options.allowDirty ?? false,
      dryRun: options.dryRun ?? false,
    })
    if (options.dryRun === true) return { report: routed }
    yield* progress("writing the run")
    return yield* persistRun(run, routed)
  },
)

/** The corpus with what git says of its past, if a pass asks for it. */
const withHistory: (
  reading: CorpusReading,
  passes: readonly Pass[],
) => Effect.Effect<Corpus, GitFailed, Git> = Effect.fnUntraced(function* (reading, passes) {
  const { corpus } = reading
  const asked = passes.flatMap((pass) => {
    const dated = pass.history?.(corpus)
    return dated === undefined ? [] : [dated]
  })
  if (asked.length === 0) return corpus
  const history = yield* fileHistory(reading, asked.flat())
  return history === undefined ? corpus : { ...corpus, history }
})

/** All that a run knows before it is compared with the last one. */
interface Run {
  readonly reading: CorpusReading
  readonly passRun: PassRun
  readonly scope: RunScope
  /** Absolute. */
  readonly reportDir: string
  readonly today: string
}

/** This run's findings against the last run's, as a report. */
const compare: (run: Run) => Effect.Effect<Report, GitFailed | BaselineFailure, CheckpointServices> = Effect.fn(
  "compare",
)(
  function* ({ reading, passRun, scope, reportDir, today }) {
    const { corpus, repository, root } = reading
    const path = yield* Path.Path
    const stored = yield* readBaseline({ reportDir, scopeSlug: scope.scope_slug, scope: scope.scope })
    const baseline = stored._tag === "found" ? stored.baseline : undefined
    const { orientations, renames } = yield* orientCorpus(reading, baseline)
    const diff = diffFindings({
      current: { passes: passRun.results, inventory: corpus.paths.files.map(redact) },
      ...(baseline === undefined ? {} : { baseline: redactBaseline(baseline) }),
      id_max: stored.id_max,
      renames: redactNodes(Object.fromEntries(renames)),
      today,
    })
    return completeReport({
      ...diff,
      // A report says nothing of the machine: its paths are the root's.
      baseline: diff.baseline === null ? null : { ...diff.baseline, path: path.relative(root, diff.baseline.path) },
      warnings: [
        ...stored.warnings.map((warning) => warning.replaceAll(`${root}${path.sep}`, "")),
        ...reading.warnings,
        ...diff.warnings,
        ...passRun.warnings,
        ...readingWarnings(reading),
      ],
      ...scope,
      date: today,
      ...(repository?.head === undefined ? {} : { commit: repository.head }),
      files_scanned: reading.files_scanned,
      orientations,
      ...summarisePasses(passRun.results),
    })
  },
)

/** Persists a run, comparing it anew while others are persisted meanwhile. */
const persistRun = Effect.fn("persistRun")(function* (run: Run, routed: Report) {
  const path = yield* Path.Path
  let report = routed
  const attempt = Effect.gen(function* () {
    const persisted = yield* persist(report, { reportDir: run.reportDir })
    return { report: { ...report, persisted: { ...persisted, dir: path.relative(run.reading.root, persisted.dir) } } }
  }).pipe(
    Effect.tapErrorTag("VersionTaken", () =>
      Effect.map(compare(run), (compared) => {
        report = carryDecisions(routed, compared)
      })),
  )
  return yield* whileTaken(attempt).pipe(
    Effect.catch((persistFailure) => Effect.succeed<CheckpointRun>({ report, persistFailure })),
  )
})
