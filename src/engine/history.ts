import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import * as Result from "effect/Result"
import type { RunMode } from "../core/schema/diff_result.ts"
import type { SeverityCounts, TagCounts } from "../core/schema/report.ts"
import type { FileServices } from "./durable_file.ts"
import { type IoFailed, ioFailed } from "./io_failed.ts"
import { latestName, listVersions, readIfPresent, versionName, versionOf } from "./report_folder.ts"
import { sameBytes } from "./report_store.ts"
import { readStoredReport, type StoredReport } from "./stored_report.ts"

/** One persisted run. */
export interface HistoryRun {
  /** The `<k>` of `v<k>.md`, from 1. */
  readonly version: number
  /** The file, inside the history's `dir`. */
  readonly file: string
  /** The day of the run, `YYYY-MM-DD`. */
  readonly date: string
  /** Whether it had a baseline. */
  readonly run_mode: RunMode
  /** The rows of the findings table. */
  readonly findings_total: number
  /** Those rows by severity. */
  readonly counts: SeverityCounts
  /** Its findings by tag. */
  readonly tags: TagCounts
  /** Ids that the run before had in its table and this one has not. */
  readonly resolved: readonly string[]
  /** Ids in this one's table that were closed in the run before, or applied there and are not any more. */
  readonly reopened: readonly string[]
}

/** The runs of a folder. */
export interface History {
  /** The folder, as it was named, or the only scope's folder in it. */
  readonly dir: string
  /** Ascending. */
  readonly runs: readonly HistoryRun[]
  /** One line for each file that is no report. */
  readonly warnings: readonly string[]
}

/**
 * The runs so far, from their files; it reads only. `dir` is the folder of a scope or the folder of all scopes: with
 * one scope in it, that one is told, and with several all are, each run's `file` with the scope's folder before it. A
 * file that is no report is a warning.
 *
 * Fails with {@link IoFailed} when the folder or a file in it cannot be read.
 *
 * @example
 * ```ts
 * import { history, hostLayer } from "@retro/cli"
 * import * as Effect from "effect/Effect"
 * import * as FileSystem from "effect/FileSystem"
 * import { deepStrictEqual } from "node:assert/strict"
 * const program = Effect.gen(function* () {
 *   const dir = yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped()
 *   const { runs, warnings } = yield* history(dir)
 *   return { runs, warnings: warnings.map((warning) => warning.replace(dir, "reports")) }
 * })
 * deepStrictEqual(await Effect.runPromise(program.pipe(Effect.scoped, Effect.provide(hostLayer))), {
 *   runs: [],
 *   warnings: ['no runs in "reports"'],
 * })
 * ```
 */
export const history: (dir: string) => Effect.Effect<History, IoFailed, FileServices> = Effect.fn("history")(
  function* (dir) {
    if (yield* holdsRuns(dir)) return yield* historyOf(dir)
    const path = yield* Path.Path
    const scopes = yield* scopesIn(dir)
    const [only] = scopes
    if (only === undefined) return { dir, runs: [], warnings: [`no runs in "${dir}"`] }
    if (scopes.length === 1) return yield* historyOf(path.join(dir, only))
    const histories = yield* Effect.forEach(
      scopes,
      (scope) =>
        Effect.map(historyOf(path.join(dir, scope)), ({ runs, warnings }) => ({
          runs: runs.map((run) => ({ ...run, file: `${scope}/${run.file}` })),
          warnings,
        })),
    )
    return {
      dir,
      runs: histories.flatMap(({ runs }) => runs),
      warnings: histories.flatMap(({ warnings }) => warnings),
    }
  },
)

const holdsRuns = Effect.fnUntraced(function* (dir: string) {
  const { versions, names } = yield* listVersions(dir)
  return versions.length > 0 || names.includes(latestName)
})

const scopesIn = Effect.fnUntraced(function* (dir: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const { names } = yield* listVersions(dir)
  const scopes: string[] = []
  for (const name of [...names].sort()) {
    const folder = path.join(dir, name)
    const { type } = yield* fs.stat(folder).pipe(
      Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed({ type: "Unknown" as const })),
      Effect.mapError(ioFailed("look at", folder)),
    )
    if (type === "Directory" && (yield* holdsRuns(folder))) scopes.push(name)
  }
  return scopes
})

const historyOf = Effect.fnUntraced(function* (dir: string) {
  const path = yield* Path.Path
  const { versions } = yield* listVersions(dir)
  const warnings: string[] = []
  const runs: HistoryRun[] = []
  const reports = new Map<number, StoredReport>()
  const latestPath = path.join(dir, latestName)
  const latest = yield* readIfPresent(latestPath)
  let latestIsKept = latest === undefined
  for (const version of versions) {
    const file = path.join(dir, versionName(version))
    const bytes = yield* readIfPresent(file)
    if (bytes === undefined) continue
    latestIsKept ||= latest !== undefined && sameBytes(bytes, latest)
    const parsed = readStoredReport(bytes, file)
    if (Result.isFailure(parsed)) {
      warnings.push(`${file}: ${parsed.failure.message}`)
      continue
    }
    const report = parsed.success
    runs.push(runOf(version, report, reports.get(versionOf(report.front_matter.supersedes ?? "") ?? 0)))
    reports.set(version, report)
  }
  if (latest !== undefined && !latestIsKept) {
    warnings.push(`${latestPath} is none of these runs; the next run ${fateOf(latest, latestPath)}`)
  }
  return { dir, runs, warnings }
})

/** What the next run does with a `latest.md` of its own. */
function fateOf(latest: Uint8Array, path: string): string {
  const parsed = readStoredReport(latest, path)
  if (Result.isSuccess(parsed)) return "keeps it beside them"
  const { failure } = parsed
  if (failure._tag === "MergeConflict") return `refuses it until the merge conflict at line ${failure.line} is resolved`
  if (failure.newer_schema === true) return `refuses it: ${failure.reason}`
  const why = `line ${failure.line}: ${failure.reason}`
  return failure.equal_ids === true ? `refuses it until it is corrected: ${why}` : `moves it aside: ${why}`
}

function runOf(version: number, report: StoredReport, before: StoredReport | undefined): HistoryRun {
  const { front_matter, baseline } = report
  const ids = new Set(baseline.findings.map(({ id }) => id))
  const resolved = (before?.baseline.findings ?? []).map(({ id }) => id).filter((id) => !ids.has(id))
  const closed = new Set((before?.baseline.closed ?? []).map(({ id }) => id))
  const applied = new Set(
    (before?.baseline.findings ?? []).filter(({ status }) => status === "applied").map(({ id }) => id),
  )
  // A proposal or a note does not remove what was found: it stays applied as long as it is found.
  const reopened = baseline.findings.filter(({ id, status }) =>
    closed.has(id) || applied.has(id) && status !== "applied"
  )
  return {
    version,
    file: versionName(version),
    date: front_matter.date,
    run_mode: front_matter.run_mode,
    findings_total: front_matter.findings_total,
    counts: front_matter.counts ?? countsOf(report),
    tags: front_matter.tags ?? tagsOf(report, resolved.length),
    resolved,
    reopened: reopened.map(({ id }) => id),
  }
}

function countsOf({ baseline }: StoredReport): SeverityCounts {
  const count = (severity: string): number => baseline.findings.filter((row) => row.severity === severity).length
  return { critical: count("Critical"), high: count("High"), medium: count("Medium"), low: count("Low") }
}

function tagsOf({ tags }: StoredReport, resolved: number): TagCounts {
  const count = (tag: string): number => tags.filter((other) => other === tag).length
  return {
    new: count("NEW"),
    carried: count("CARRIED"),
    wont_fix: count("WONT_FIX"),
    unverified: count("UNVERIFIED"),
    resolved,
  }
}
