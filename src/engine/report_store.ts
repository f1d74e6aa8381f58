import * as Effect from "effect/Effect"
import * as Path from "effect/Path"
import * as Result from "effect/Result"
import type { Baseline } from "../core/diff/baseline.ts"
import type { BaselineInvalid } from "../core/diff/read_baseline.ts"
import { type FileServices, temporaryPrefix } from "./durable_file.ts"
import type { IoFailed } from "./io_failed.ts"
import {
  latestName,
  listVersions,
  readIfPresent,
  reportFolder,
  type ReportPlace,
  type ScopeSlugInvalid,
  versionName,
  versionOf,
} from "./report_folder.ts"
import {
  type BaselineConflict,
  type BaselineNewer,
  type BaselineRefused,
  highestIdIn,
  readStoredReport,
  type StoredReport,
  whyMalformed,
} from "./stored_report.ts"

/** What the next `persist` has to do before or besides writing its run. */
export interface StoreUpkeep {
  /** The content of `latest.md`, when there is one. */
  readonly latest?: Uint8Array
  /** The highest version in the folder; 0: none. */
  readonly newest: number
  /** `latest.md` equals no version: it is kept as the next one first. */
  readonly adopts: boolean
  /** `latest.md` is malformed: it is moved aside. */
  readonly moves_aside: boolean
}

/** The last run of a scope, and what was found of it. */
export type StoredBaseline =
  & {
    /** The folder of the scope, which need not exist. */
    readonly folder: string
    /** The highest number that any id of a well-formed run has. */
    readonly id_max: number
    /** For the report's header. */
    readonly warnings: readonly string[]
    readonly upkeep: StoreUpkeep
  }
  & (
    /** The first run. */
    | { readonly _tag: "none" }
    /** There is something and it is no report: the run is fresh, its ids start above `id_max`. */
    | { readonly _tag: "malformed"; readonly path: string }
    | { readonly _tag: "found"; readonly version: number; readonly baseline: Baseline }
  )

/** Why a baseline cannot be read. */
export type BaselineFailure = ScopeSlugInvalid | IoFailed | BaselineConflict | BaselineInvalid | BaselineNewer

/**
 * The last run of a scope. Reads only; what must be mended is mended when a run is persisted.
 *
 * - `latest.md` is the baseline. Is there a newer run whose chain of `supersedes` leads to it, or is it missing, then a
 *   writer was stopped between the two: the newest well-formed run is the baseline.
 * - A `latest.md` that equals no version (edited, or from elsewhere) counts as the next version.
 * - Only "no such file" means that there was no run. A file that is no report makes the run fresh; merge conflict
 *   markers, two equal ids and whatever cannot be read are failures.
 */
export const readBaseline: (
  place: ReportPlace,
) => Effect.Effect<StoredBaseline, BaselineFailure, FileServices> = Effect.fn("readBaseline")(function* (place) {
  return yield* readFolder(yield* reportFolder(place))
})

/** {@link readBaseline} of a scope's own folder. */
export const readFolder: (
  folder: string,
) => Effect.Effect<StoredBaseline, IoFailed | BaselineRefused, FileServices> = Effect.fn("readFolder")(
  function* (folder) {
    const path = yield* Path.Path
    // In this order: a version is there before latest.md says the same, so what is read here is in the list.
    const latest = yield* readIfPresent(path.join(folder, latestName))
    const { versions, names } = yield* listVersions(folder)
    const store: Store = { folder, latest, versions, names, files: new Map() }
    const choice = yield* latest === undefined ? newestWellFormed(store) : chooseByLatest(store, latest)
    return yield* describe(store, choice)
  },
)

interface Store {
  readonly folder: string
  readonly latest: Uint8Array | undefined
  /** Ascending. */
  readonly versions: readonly number[]
  readonly names: readonly string[]
  /** What was read so far. */
  readonly files: Map<number, Uint8Array>
}

interface Choice {
  /** `undefined`: no baseline. */
  readonly run?: { readonly version: number; readonly report: StoredReport }
  readonly malformed?: { readonly path: string; readonly reason: string }
  readonly adopts?: boolean
  readonly moves_aside?: boolean
  readonly warnings?: readonly string[]
}

type Parsed = { readonly report: StoredReport } | { readonly path: string; readonly reason: string }

const chooseByLatest = Effect.fnUntraced(function* (store: Store, latest: Uint8Array) {
  const path = (yield* Path.Path).join(store.folder, latestName)
  const parsed = yield* parse(latest, path)
  if (!("report" in parsed)) {
    const pending = yield* pendingRun(store)
    return pending === undefined ? { malformed: parsed, moves_aside: true } : { run: pending, moves_aside: true }
  }
  const equal = yield* versionEqualTo(store, latest)
  const version = equal ?? newestOf(store) + 1
  const newer = equal === undefined ? { warnings: [] } : yield* runThatSupersedes(store, equal)
  if (newer.run !== undefined) return newer
  const file = (yield* Path.Path).join(store.folder, versionName(version))
  // Read again under the name that it has or will have as a version: the report must say that name.
  const report = yield* parse(latest, file)
  const run = { version, report: "report" in report ? report.report : parsed.report }
  return { run, adopts: equal === undefined, warnings: newer.warnings }
})

/** The highest version that is a report, and a warning for each one above it that is none. */
const newestWellFormed = Effect.fnUntraced(function* (store: Store) {
  let malformed: Choice["malformed"]
  const warnings: string[] = []
  for (const version of [...store.versions].reverse()) {
    const parsed = yield* parseVersion(store, version)
    if ("report" in parsed) return { run: { version, report: parsed.report }, warnings }
    malformed ??= parsed
    warnings.push(passedOver(parsed))
  }
  return malformed === undefined ? {} : { malformed }
})

/** The highest version above another whose chain of `supersedes` leads to that other. */
const runThatSupersedes = Effect.fnUntraced(function* (store: Store, older: number) {
  const warnings: string[] = []
  for (const version of [...store.versions].reverse()) {
    if (version <= older) break
    const parsed = yield* parseVersion(store, version)
    if (!("report" in parsed)) {
      warnings.push(passedOver(parsed))
    } else if (yield* leadsTo(store, parsed.report, older)) {
      return { run: { version, report: parsed.report }, warnings }
    }
  }
  return { warnings }
})

const leadsTo = Effect.fnUntraced(function* (store: Store, from: StoredReport, older: number) {
  for (let report = from, least = Infinity;;) {
    const superseded = versionOf(report.front_matter.supersedes ?? "")
    if (superseded === undefined || superseded < older || superseded >= least) return false
    if (superseded === older) return true
    if (!store.versions.includes(superseded)) return false
    const parsed = yield* parseVersion(store, superseded)
    if (!("report" in parsed)) return false
    report = parsed.report
    least = superseded
  }
})

/**
 * The newest run, when its writer was stopped before it could replace a malformed `latest.md`: then the unfinished
 * file that was to become `latest.md` is still there.
 */
const pendingRun = Effect.fnUntraced(function* (store: Store) {
  const version = newestOf(store)
  if (version === 0) return undefined
  const path = yield* Path.Path
  for (const name of store.names.filter((name) => name.startsWith(temporaryPrefix))) {
    const bytes = yield* Effect.orElseSucceed(readIfPresent(path.join(store.folder, name)), () => undefined)
    if (bytes === undefined || !sameBytes(bytes, yield* readVersion(store, version))) continue
    const parsed = yield* parseVersion(store, version)
    return "report" in parsed ? { version, report: parsed.report } : undefined
  }
  return undefined
})

const versionEqualTo = Effect.fnUntraced(function* (store: Store, latest: Uint8Array) {
  for (const version of [...store.versions].reverse()) {
    if (sameBytes(latest, yield* readVersion(store, version))) return version
  }
  return undefined
})

const describe = Effect.fnUntraced(function* (store: Store, choice: Choice) {
  const { run, malformed } = choice
  const common = {
    folder: store.folder,
    id_max: yield* highestId(store, run?.report.baseline.id_max ?? 0),
    warnings: choice.warnings ?? [],
    upkeep: {
      newest: newestOf(store),
      adopts: choice.adopts ?? false,
      moves_aside: choice.moves_aside ?? false,
      ...(store.latest === undefined ? {} : { latest: store.latest }),
    },
  }
  if (run !== undefined) {
    const baseline: Baseline = { ...run.report.baseline, version: run.version, id_max: common.id_max }
    return { _tag: "found" as const, ...common, version: run.version, baseline }
  }
  if (malformed === undefined) return { _tag: "none" as const, ...common }
  const warning = `baseline at ${malformed.path} malformed; treating run as fresh (${malformed.reason})`
  return { _tag: "malformed" as const, ...common, path: malformed.path, warnings: [warning, ...common.warnings] }
})

/** The highest id number in the well-formed versions, which is no less than `known`. */
const highestId = Effect.fnUntraced(function* (store: Store, known: number) {
  let highest = known
  for (const version of store.versions) {
    const bytes = yield* readVersion(store, version)
    if (highestIdIn(bytes) <= highest) continue
    const parsed = readStoredReport(bytes, versionName(version))
    if (Result.isSuccess(parsed)) highest = Math.max(highest, parsed.success.baseline.id_max)
  }
  return highest
})

const readVersion = Effect.fnUntraced(function* (store: Store, version: number) {
  const known = store.files.get(version)
  if (known !== undefined) return known
  const path = (yield* Path.Path).join(store.folder, versionName(version))
  // A version that was listed and is gone was taken away by hand: it is empty, so no report.
  const bytes = (yield* readIfPresent(path)) ?? new Uint8Array()
  store.files.set(version, bytes)
  return bytes
})

const parseVersion = Effect.fnUntraced(function* (store: Store, version: number) {
  const path = (yield* Path.Path).join(store.folder, versionName(version))
  return yield* parse(yield* readVersion(store, version), path)
})

function parse(bytes: Uint8Array, path: string): Effect.Effect<Parsed, BaselineRefused> {
  const parsed = readStoredReport(bytes, path)
  if (Result.isSuccess(parsed)) return Effect.succeed({ report: parsed.success })
  return Effect.fromResult(Result.map(whyMalformed(parsed.failure, path), (reason) => ({ path, reason })))
}

function passedOver(malformed: { readonly path: string; readonly reason: string }): string {
  return `${malformed.path} is malformed and was passed over (${malformed.reason})`
}

function newestOf(store: Store): number {
  return store.versions.at(-1) ?? 0
}

/** Whether two byte sequences are equal. */
export function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index])
}
