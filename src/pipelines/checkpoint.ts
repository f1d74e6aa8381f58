import * as Effect from "effect/Effect"
import * as Path from "effect/Path"
import type * as ChildProcessSpawner from "effect/process/ChildProcessSpawner"
import type { Config } from "../core/schema/config.ts"
import type { Report } from "../core/schema/report.ts"
import type { RouteOutcome } from "../core/schema/route_outcome.ts"
import type { GitFailed } from "../engine/git.ts"
import type { IoFailed } from "../engine/io_failed.ts"
import { persist, type PersistFailure, whileTaken } from "../engine/persist.ts"
import { Progress } from "../engine/progress.ts"
import type { BaselineFailure } from "../engine/report_store.ts"
import { planOptions, route, type RouteFailed } from "../engine/route.ts"
import { checkToday, type TodayInvalid } from "../engine/run_date.ts"
import { carryDecisions } from "./carry_decisions.ts"
import type { CheckpointOptions, RunOptions } from "./checkpoint_options.ts"
import { compareRun } from "./compare_run.ts"
import { conformanceRun, type SlugUnknown } from "./conformance_run.ts"
import { corpusRun } from "./corpus_run.ts"
import { diffRun, type SinceInvalid } from "./diff_run.ts"
import { withExternalPasses } from "./external_passes.ts"
import { moduleRun, type ModulesUnknown } from "./module_run.ts"
import type { PreparedRun, RunServices } from "./prepared_run.ts"

export type { CheckpointOptions, RunOptions } from "./checkpoint_options.ts"

/** Why the scope of a run cannot be looked at. */
export type ScopeFailure = SinceInvalid | ModulesUnknown | SlugUnknown

/** Why a checkpoint could not finish before persisting. */
export type CheckpointFailure = GitFailed | IoFailed | ScopeFailure | BaselineFailure | RouteFailed | TodayInvalid

/** A run that is over: its report, and why it could not be persisted, if so. */
export interface CheckpointRun {
  /** With outcomes, and with `persisted` once it was written. */
  readonly report: Report
  /** The configuration that counted: of a change, what it started with. */
  readonly config: Config
  /** Why a run of this scope is not kept, when it is not. */
  readonly not_kept?: string
  /** Absent: the run was persisted, or was a dry run. */
  readonly persistFailure?: PersistFailure | GitFailed
}

/** What a checkpoint needs of its host. */
export type CheckpointServices = RunServices | ChildProcessSpawner.ChildProcessSpawner

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
    yield* checkToday(options.today)
    const run = yield* withExternalPasses(yield* prepare(options), options)
    const { report: compared, shown } = yield* compareRun(run)
    const reportFile = yield* reportFileOf(run, compared)
    const routing = {
      root: run.reading.root,
      allowDirty: options.allowDirty ?? false,
      dryRun: options.dryRun ?? false,
      config: options.config,
      ...(reportFile === undefined ? {} : { reportFile }),
    }
    const selection = yield* options.select(compared, shown, planOptions(compared, routing))
    const decided = yield* route(compared, selection, routing)
    const routed = run.base === undefined ? decided : { ...decided, outcomes: (decided.outcomes ?? []).map(forThisRun) }
    const { config, not_kept } = run
    if (options.dryRun === true) return { report: routed, config }
    if (not_kept !== undefined) return { report: routed, config, not_kept }
    yield* (yield* Progress)("writing the run")
    return { ...(yield* persistRun(run, routed)), config }
  },
)

/** A change does not excuse itself: who waives a finding of it hears that at once. */
function forThisRun(outcome: RouteOutcome): RouteOutcome {
  if (outcome.result !== "wont_fix") return outcome
  const message =
    `${outcome.message} (in this run only: the next one over this change asks again, unless the finding is ` +
    "waived where the change starts)"
  return { ...outcome, message }
}

/** What each scope looks at, and what is compared. */
function prepare(
  options: RunOptions,
): Effect.Effect<PreparedRun, GitFailed | IoFailed | ScopeFailure, RunServices> {
  const scope = options.scope ?? { _tag: "corpus" }
  switch (scope._tag) {
    case "corpus":
      return corpusRun(options)
    case "diff":
      return diffRun(options, scope.since)
    case "module":
      return moduleRun(options)
    case "conformance":
      return conformanceRun(options, scope.slug)
  }
}

/** Where the newest report of the run's scope is going to be, from the root; `undefined`: nowhere below it. */
const reportFileOf: (
  run: PreparedRun,
  report: Report,
) => Effect.Effect<string | undefined, never, Path.Path> = Effect.fnUntraced(function* (run, report) {
  const path = yield* Path.Path
  const folder = path.relative(run.reading.root, path.join(run.reportDir, report.scope_slug))
  if (run.not_kept !== undefined || folder.startsWith("..") || path.isAbsolute(folder)) return undefined
  return `${folder.replaceAll(path.sep, "/")}/latest.md`
})

/** A run as it was written, or why it was not. */
type Written = Pick<CheckpointRun, "report" | "persistFailure">

/** Persists a run, comparing it anew while others are persisted meanwhile. */
const persistRun = Effect.fn("persistRun")(function* (run: PreparedRun, routed: Report) {
  const path = yield* Path.Path
  let report = routed
  const attempt = Effect.gen(function* () {
    const persisted = yield* persist(report, { reportDir: run.reportDir })
    return { report: { ...report, persisted: { ...persisted, dir: path.relative(run.reading.root, persisted.dir) } } }
  }).pipe(
    Effect.tapErrorTag("VersionTaken", () =>
      Effect.map(compareRun(run), (compared) => {
        report = carryDecisions(routed, compared.report)
      })),
  )
  return yield* whileTaken(attempt).pipe(
    Effect.catch((persistFailure) => Effect.succeed<Written>({ report, persistFailure })),
  )
})
