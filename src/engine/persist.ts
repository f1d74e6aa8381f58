import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import * as Random from "effect/Random"
import { redactValue } from "../core/redact/redact.ts"
import { renderReport } from "../core/report/render_report.ts"
import type { PersistedRun } from "../core/schema/persisted_run.ts"
import type { Report } from "../core/schema/report.ts"
import {
  claimName,
  createFile,
  type FileServices,
  flushFolder,
  replaceFile,
  sweepTemporaries,
  writeTemporary,
} from "./durable_file.ts"
import { type IoFailed, ioFailed } from "./io_failed.ts"
import { makeFolders } from "./make_folders.ts"
import { latestName, listVersions, readIfPresent, reportFolder, versionName } from "./report_folder.ts"
import { type BaselineFailure, readFolder, sameBytes, type StoredBaseline } from "./report_store.ts"

/**
 * Another run was persisted after this one read its baseline: nothing was written, and it has to be compared anew.
 *
 * @example
 * ```ts
 * import { VersionTaken } from "@retro/cli"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(
 *   new VersionTaken({ folder: "reports", baseline: 1, newest: 2 }).message,
 *   'Cannot persist in "reports": the report was compared with v1.md, and v2.md is there now; run diff ' +
 *     'again and persist its result',
 * )
 * ```
 */
export class VersionTaken extends Data.Error<{
  readonly folder: string
  /** The run that the report was compared with; absent: none. */
  readonly baseline?: number
  /** The newest run now. */
  readonly newest: number
}> {
  /** Tells the error from others, as for `Effect.catchTag`. */
  readonly _tag = "VersionTaken"
  /** What a log calls the error. */
  override readonly name = "VersionTaken"
  /** What failed, why, and the next step. */
  override get message(): string {
    const compared = this.baseline === undefined ? "no earlier run" : versionName(this.baseline)
    return `Cannot persist in "${this.folder}": the report was compared with ${compared}, and ${
      versionName(this.newest)
    } is there now; run diff again and persist its result`
  }
}

/** Where and how to persist. */
export interface PersistOptions {
  /** The folder of all scopes. */
  readonly reportDir: string
  /** The folder of this scope inside it; the report's own when left out. */
  readonly scopeSlug?: string
  /**
   * What to do with a report that names no version as its baseline when the folder has runs: `refuse` (default, the only
   * way that loses nothing when several runs are persisted at once), or `append` it as the successor of the newest run.
   */
  readonly unversioned?: "refuse" | "append"
}

/** Why a run was not persisted. */
export type PersistFailure = BaselineFailure | VersionTaken

/**
 * The last stage: writes the run as `v<k>.md`, once and for all, and `latest.md` as a copy of it. Whenever it is
 * stopped, the folder holds the runs before, or these and this one; what a stopped writer left is mended by the next.
 * Secrets are replaced in what is written.
 *
 * Fails with {@link VersionTaken} when another run came between, and with {@link BaselineFailure} when the folder
 * cannot be read or written; nothing is lost then.
 *
 * @example
 * ```ts
 * import { completeReport, hostLayer, persist } from "@retro/cli"
 * import * as Effect from "effect/Effect"
 * import * as FileSystem from "effect/FileSystem"
 * import { deepStrictEqual } from "node:assert/strict"
 * const report = completeReport({
 *   run_mode: "fresh", baseline: null, findings: [], resolved: [], unverified: [], id_max: 0, warnings: [],
 * })
 * const program = Effect.gen(function* () {
 *   const fs = yield* FileSystem.FileSystem
 *   const reportDir = yield* fs.makeTempDirectoryScoped()
 *   const { dir, ...run } = yield* persist(report, { reportDir })
 *   return [run, (yield* fs.readDirectory(dir)).sort()]
 * })
 * deepStrictEqual(await Effect.runPromise(program.pipe(Effect.scoped, Effect.provide(hostLayer))), [
 *   { version: 1, file: "v1.md", latest: "latest.md" },
 *   ["latest.md", "v1.md"],
 * ])
 * ```
 */
export const persist: (
  report: Report,
  options: PersistOptions,
) => Effect.Effect<PersistedRun, PersistFailure, FileServices> = Effect.fn("persist")(function* (given, options) {
  const report = { ...given, scope_slug: options.scopeSlug ?? given.scope_slug }
  const folder = yield* folderFor(report, options.reportDir)
  const store = yield* readFolder(folder)
  yield* checkBaseline(report, options, store)
  const run = runAfter(store)
  const bytes = new TextEncoder().encode(renderReport(redactValue(reportFor(report, store, run))))
  yield* makeFolders(folder).pipe(Effect.mapError(ioFailed("create the folder", folder)))
  return yield* write(store, run, bytes)
})

/**
 * How often, in all, a run is compared and persisted. A try is lost only to another run that was persisted meanwhile,
 * so that this many runs at once all succeed.
 */
export const persistAttempts = 20

/** The longest pause between two tries, in milliseconds. */
const longestPause = 500

/**
 * Repeats "read the baseline, diff, render, persist" while another run wins, up to {@link persistAttempts} times in all,
 * each time after a pause of random length.
 */
export function whileTaken<A, E, R>(
  attempt: Effect.Effect<A, E | VersionTaken, R>,
): Effect.Effect<A, E | VersionTaken, R> {
  const from = (number: number): Effect.Effect<A, E | VersionTaken, R> =>
    attempt.pipe(
      Effect.catchIf(
        (error) => error instanceof VersionTaken && number < persistAttempts,
        () => Effect.andThen(pause(number), from(number + 1)),
      ),
    )
  return from(1)
}

/** Longer each time, and different for each run, so that runs which met do not meet again. */
const pause = Effect.fnUntraced(function* (attempt: number) {
  yield* Effect.sleep(yield* Random.nextIntBetween(0, Math.min(longestPause, 25 * 2 ** attempt)))
})

const folderFor = Effect.fnUntraced(function* (report: Report, reportDir: string) {
  const path = yield* Path.Path
  const place = { reportDir, scopeSlug: report.scope_slug }
  const plain = yield* reportFolder(place)
  // A report that was compared with a run in a folder goes to that folder, however its scope is written. The path may
  // be relative to something else than the report folder is.
  const isThere = report.baseline !== null && path.basename(path.dirname(report.baseline.path)) === report.scope_slug
  return isThere ? plain : yield* reportFolder({ ...place, scope: report.scope })
})

const checkBaseline = Effect.fnUntraced(function* (report: Report, options: PersistOptions, store: StoredBaseline) {
  const expected = report.baseline?.version
  const actual = store._tag === "found" ? store.version : undefined
  if (store._tag === "none" || expected === actual) return
  if (expected === undefined && options.unversioned === "append") return
  const { newest } = store.upkeep
  const baseline = expected === undefined ? {} : { baseline: expected }
  return yield* new VersionTaken({ folder: store.folder, newest: Math.max(newest, actual ?? 0), ...baseline })
})

function runAfter(store: StoredBaseline): PersistedRun {
  const { adopts, newest } = store.upkeep
  const version = newest + (adopts ? 2 : 1)
  return {
    dir: store.folder,
    version,
    file: versionName(version),
    latest: latestName,
    ...(store._tag === "found" ? { supersedes: versionName(store.version) } : {}),
    ...(adopts ? { adopted: versionName(newest + 1) } : {}),
  }
}

/** The report with what the folder knows: its place in the chain, and every id that was given in it. */
function reportFor(report: Report, store: StoredBaseline, run: PersistedRun): Report {
  const known = { ...report, id_max: Math.max(report.id_max, store.id_max), persisted: run }
  if (store._tag !== "found" || report.baseline?.version === store.version) return known
  const { path, version, date } = store.baseline
  const baseline = { path, ...(version === undefined ? {} : { version }), ...(date === undefined ? {} : { date }) }
  return { ...known, run_mode: "repeat", baseline }
}

const write = Effect.fn("write run")(function* (store: StoredBaseline, run: PersistedRun, bytes: Uint8Array) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const { dir: folder } = run
  const file = path.join(folder, run.file)
  const latest = path.join(folder, latestName)
  const taken = new VersionTaken({
    folder,
    newest: run.version,
    ...(store._tag === "found" ? { baseline: store.version } : {}),
  })
  const moved_aside = store.upkeep.moves_aside ? yield* moveAside(folder, store) : undefined
  if (run.adopted !== undefined && store.upkeep.latest !== undefined) {
    yield* createFile(path.join(folder, run.adopted), store.upkeep.latest)
      .pipe(Effect.catchTag("NameTaken", () => Effect.fail(taken)))
  }
  // Written before the run has its name: what is left to do then cannot fail for want of space, and as long as this file
  // is there, the next run knows that latest.md was to be replaced.
  const copy = yield* writeTemporary(latest, bytes)
  yield* Effect.gen(function* () {
    yield* claimName(yield* writeTemporary(file, bytes), file)
  }).pipe(
    Effect.catchTag("NameTaken", () => Effect.fail(taken)),
    Effect.onError(() => Effect.ignore(fs.remove(copy))),
  )
  yield* flushFolder(folder)
  const advice = `the run is kept as ${run.file}, and the next one compares with it`
  yield* fs.rename(copy, latest).pipe(Effect.mapError(ioFailed("replace", latest, advice)))
  yield* followNewest(folder, run.version)
  yield* flushFolder(folder)
  yield* sweepTemporaries(folder)
  return moved_aside === undefined ? run : { ...run, moved_aside }
}, Effect.uninterruptible)

/**
 * Another run may have been persisted, whole, between this one's two steps: then `latest.md` is made to follow it.
 * Whoever writes `latest.md` last looks afterwards, so in the end it is the newest run.
 */
const followNewest = Effect.fnUntraced(
  function* (folder: string, written: number) {
    const path = yield* Path.Path
    for (let version = written;;) {
      const newest = (yield* listVersions(folder)).versions.at(-1) ?? version
      if (newest <= version) return
      const bytes = yield* readIfPresent(path.join(folder, versionName(newest)))
      if (bytes === undefined) return
      yield* replaceFile(path.join(folder, latestName), bytes)
      version = newest
    }
  },
  (followed) => Effect.ignore(followed),
)

/** Keeps a malformed `latest.md` under another name, and its bytes and times with it. It stays until it is replaced. */
const moveAside = Effect.fnUntraced(function* (folder: string, store: StoredBaseline) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const latest = path.join(folder, latestName)
  const bytes = store.upkeep.latest ?? new Uint8Array()
  for (let number = 1;; number++) {
    const name = `latest.malformed-${number}.md`
    const target = path.join(folder, name)
    const present = yield* readIfPresent(target)
    if (present === undefined) {
      const copied = yield* keepAs(latest, target, bytes)
      if (copied) return name
    } else if (sameBytes(present, bytes) && (yield* isSameFile(fs, latest, target))) {
      // A run that was stopped had moved it already.
      return name
    }
  }
})

/** Whether the name was free: the bytes that were read are there under it then. */
const keepAs = Effect.fnUntraced(function* (latest: string, target: string, bytes: Uint8Array) {
  const fs = yield* FileSystem.FileSystem
  const linked = yield* Effect.isSuccess(fs.link(latest, target))
  if (linked) {
    const kept = yield* readIfPresent(target)
    if (kept !== undefined && sameBytes(kept, bytes)) return true
    // Another run has replaced latest.md meanwhile.
    yield* Effect.ignore(fs.remove(target))
  }
  return yield* createFile(target, bytes).pipe(
    Effect.as(true),
    Effect.catchTag("NameTaken", () => Effect.succeed(false)),
  )
})

const isSameFile = Effect.fnUntraced(function* (fs: FileSystem.FileSystem, left: string, right: string) {
  const identity = (file: string): Effect.Effect<string | undefined, IoFailed> =>
    fs.stat(file).pipe(
      Effect.map(({ dev, ino }) => Option.isSome(ino) ? `${dev}:${ino.value}` : undefined),
      Effect.mapError(ioFailed("look at", file)),
    )
  const known = yield* identity(left)
  return known !== undefined && known === (yield* identity(right))
})
