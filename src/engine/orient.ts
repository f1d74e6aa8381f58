import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import { assignNodes, type CorpusNode, foldersOf, nodesOf } from "../core/corpus/corpus_node.ts"
import { corpusPath } from "../core/corpus/corpus_path.ts"
import { corpusKinds } from "../core/corpus/node_kind.ts"
import { censusOf, focusOf, highest, mostLinked, type NodeRanks, rankNodes } from "../core/corpus/orientation_facts.ts"
import { matchesGlobs } from "../core/corpus/path_globs.ts"
import { oneLine } from "../core/report/markdown_text.ts"
import type { Config } from "../core/schema/config.ts"
import type { Orientation } from "../core/schema/orientation.ts"
import { type CorpusDelta, type DeltaBaseline, deltaSince } from "./corpus_delta.ts"
import { pathInside } from "./corpus_files.ts"
import { type CorpusReading, readCorpus } from "./corpus_reader.ts"
import { Git, type GitFailed } from "./git.ts"
import { type IoFailed, ioFailed } from "./io_failed.ts"
import { type BaselineFailure, readBaseline } from "./report_store.ts"
import { checkToday, type TodayInvalid } from "./run_date.ts"

/** A corpus that was oriented. */
export interface CorpusOrientation {
  /** One for each corpus kind that has nodes or configured roots. */
  readonly orientations: readonly Orientation[]
  /** The new path of each file that git says was renamed since the baseline. */
  readonly renames: ReadonlyMap<string, string>
}

/** Orients in a corpus that was read: nothing is read twice. */
export const orientCorpus: (
  reading: CorpusReading,
  baseline?: DeltaBaseline,
) => Effect.Effect<CorpusOrientation, GitFailed, Git> = Effect.fn("orientCorpus")(function* (reading, baseline) {
  const { corpus } = reading
  const delta = yield* deltaSince(reading, baseline)
  const ranks = rankNodes(corpus)
  const byCorpus = assignNodes(corpus, nodesOf(corpus))
  const goneByCorpus = assignNodes(corpus, delta.gone)
  const orientations = corpusKinds.flatMap((kind): readonly Orientation[] => {
    const nodes = byCorpus.get(kind) ?? []
    const configured = corpus.config.roots?.[kind]
    if (nodes.length === 0 && configured === undefined) return []
    const roots = configured ?? (corpus.scope.length > 0 ? corpus.scope : kind === "docs" ? ["."] : foldersOf(nodes))
    const missing = (configured ?? []).filter((root) => !corpus.paths.files.some(matchesGlobs([root])))
    const gone = goneByCorpus.get(kind) ?? []
    return [orientationOf({ kind, roots, nodes, gone, reading, ranks, delta, notes: missing.map(missingRoot) })]
  })
  return { orientations, renames: delta.renames }
})

/** Orients in some nodes of a corpus that was read, as one. */
export const orientNodes: (
  reading: CorpusReading,
  target: { readonly kind: string; readonly paths: readonly string[] },
  baseline?: DeltaBaseline,
) => Effect.Effect<CorpusOrientation, GitFailed, Git> = Effect.fn("orientNodes")(
  function* (reading, { kind, paths }, baseline) {
    const delta = yield* deltaSince(reading, baseline)
    const holds = (node: CorpusNode): boolean => paths.includes(node.path)
    const nodes = nodesOf(reading.corpus).filter(holds)
    const orientation = orientationOf({
      kind,
      roots: foldersOf(nodes),
      nodes,
      gone: delta.gone.filter(holds),
      reading,
      ranks: rankNodes(reading.corpus),
      delta,
      notes: [],
    })
    return { orientations: [orientation], renames: delta.renames }
  },
)

/** What to orient in. */
export interface OrientTarget {
  /** An opaque label. */
  readonly kind: string
  /** Folders and files, absolute or relative to `root` (to the working directory when that is left out). */
  readonly roots: readonly string[]
  /** The folder that paths are relative to; left out: see {@link orient}. */
  readonly root?: string
  /** What `.retro.yaml` says; absent: nothing. */
  readonly config?: Config
  /** Where reports are kept, absolute or relative to the root. */
  readonly reportDir: string
  /** The scope whose last run the delta starts at, as the name of its folder. */
  readonly scopeSlug: string
  /** `YYYY-MM-DD`. */
  readonly today: string
}

/** Why a corpus cannot be oriented in. */
export type OrientFailure = GitFailed | IoFailed | BaselineFailure | TodayInvalid

/**
 * The first stage alone: reads what lies in the roots, and the last run's date and commit. Emits no findings, writes
 * nothing.
 *
 * Paths are relative to `root`, else to the git work tree that holds the first root, else to the working directory,
 * else to the folder around all roots: the first of these that holds every root that exists. A root that does not exist
 * counts as empty and is named in the note.
 *
 * Fails with {@link OrientFailure} when git or a file cannot be read, when the last run holds merge conflict markers,
 * and when `today` is no date.
 *
 * @example
 * ```ts
 * import { gitLayer, hostLayer, orient } from "@retro/cli"
 * import * as Effect from "effect/Effect"
 * import * as FileSystem from "effect/FileSystem"
 * import * as Layer from "effect/Layer"
 * import { deepStrictEqual } from "node:assert/strict"
 * const program = Effect.gen(function* () {
 *   const fs = yield* FileSystem.FileSystem
 *   const root = yield* fs.makeTempDirectoryScoped()
 *   yield* fs.writeFileString(`${root}/guide.md`, "# Guide\n")
 *   return yield* orient({
 *     kind: "docs", roots: ["."], root, reportDir: "reports", scopeSlug: "docs", today: "2027-01-31",
 *   })
 * })
 * const machine = gitLayer().pipe(Layer.provideMerge(hostLayer))
 * deepStrictEqual(await Effect.runPromise(program.pipe(Effect.scoped, Effect.provide(machine))), {
 *   kind: "docs",
 *   roots: ["."],
 *   nodes: { doc: 1 },
 *   since: { method: "first run", changed: {} },
 *   largest: ["guide.md"],
 *   most_linked: [],
 *   focus: [],
 * })
 * ```
 */
export const orient: (
  target: OrientTarget,
) => Effect.Effect<Orientation, OrientFailure, Git | FileSystem.FileSystem | Path.Path> = Effect.fn("orient")(
  function* ({ kind, roots, root: given, config = {}, reportDir, scopeSlug, today }) {
    yield* checkToday(today)
    const path = yield* Path.Path
    const places = yield* Effect.forEach(roots, (root) => placeOf(path.resolve(given ?? ".", root), root))
    const { root, split } = yield* rootOf(
      given,
      places.flatMap((place) => place.real === undefined ? [] : [place.real]),
    )
    const located = places.map((place): Located => {
      const inside = place.real === root
        ? ""
        : place.real === undefined
        ? undefined
        : pathInside(path, root, place.real)
      return inside === undefined ? place : { ...place, inside }
    })
    const within = located.flatMap(({ real, inside }) =>
      real === undefined || inside === undefined ? [] : [{ real, inside }]
    )
    const reading = yield* readCorpus({ root, within: within.map((place) => place.real), config, reportDir, today })
    const stored = yield* readBaseline({ reportDir: path.resolve(root, reportDir), scopeSlug })
    const delta = yield* deltaSince(reading, stored._tag === "found" ? stored.baseline : undefined)
    const holds = (node: CorpusNode): boolean => within.some(({ inside }) => isIn(inside, node.path))
    return orientationOf({
      kind,
      roots: [...new Set(located.map(({ name, inside }) => inside === "" ? "." : inside ?? corpusPath(name)))],
      nodes: nodesOf(reading.corpus).filter(holds),
      gone: delta.gone.filter(holds),
      reading,
      ranks: rankNodes(reading.corpus),
      delta,
      notes: [
        ...located.filter(({ real }) => real === undefined).map(({ name }) => missingRoot(name)),
        ...located.filter(({ real, inside }) => real !== undefined && inside === undefined)
          .map(({ name }) => `root outside "${corpusPath(root)}", left out: ${corpusPath(name)}`),
        ...(split
          ? ["roots of more than one repository: what git ignores is read, changes are those of the file system"]
          : []),
        ...reading.warnings,
        ...stored.warnings,
      ],
    })
  },
)

interface Place {
  readonly name: string
  /** Without symbolic links; absent: it does not exist. */
  readonly real?: string
}

interface Located extends Place {
  /** Relative to the root, empty for the root itself; absent: outside. */
  readonly inside?: string
}

const placeOf: (
  place: string,
  name: string,
) => Effect.Effect<Place, never, FileSystem.FileSystem> = Effect.fnUntraced(function* (place, name) {
  return yield* (yield* FileSystem.FileSystem).realPath(place).pipe(
    Effect.map((real): Place => ({ name, real })),
    Effect.catch(() => Effect.succeed<Place>({ name })),
  )
})

interface FoundRoot {
  readonly root: string
  /** The first place has a repository that does not hold the others: no history speaks for all of them. */
  readonly split: boolean
}

/** The folder that paths are relative to. */
const rootOf: (
  given: string | undefined,
  places: readonly string[],
) => Effect.Effect<FoundRoot, GitFailed | IoFailed, Git | FileSystem.FileSystem | Path.Path> = Effect.fnUntraced(
  function* (given, places) {
    const fs = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const real = (place: string): Effect.Effect<string, IoFailed> =>
      fs.realPath(place).pipe(Effect.mapError(ioFailed("find the root", place)))
    if (given !== undefined) return { root: yield* real(given), split: false }
    const holdsAll = (folder: string): boolean =>
      places.every((place) => place === folder || pathInside(path, folder, place) !== undefined)
    const here = yield* real(".")
    const first = places[0]
    if (first === undefined) return { root: here, split: false }
    const isFolder = yield* fs.stat(first).pipe(
      Effect.map((info) => info.type === "Directory"),
      Effect.orElseSucceed(() => false),
    )
    const repository = yield* (yield* Git).repository(isFolder ? first : path.dirname(first))
    const topLevel = repository === undefined ? undefined : yield* real(repository.top_level)
    const known = [topLevel, here].find((folder) => folder !== undefined && holdsAll(folder))
    const split = topLevel !== undefined && !holdsAll(topLevel)
    if (known !== undefined) return { root: known, split }
    // Not the roots' own folder: its name says what it holds.
    let around = path.dirname(first)
    while (!holdsAll(around)) around = path.dirname(around)
    return { root: around, split }
  },
)

function isIn(folder: string, path: string): boolean {
  return folder === "" || path === folder || path.startsWith(`${folder}/`)
}

function missingRoot(root: string): string {
  return `missing root: ${corpusPath(root)}`
}

interface OrientationFacts {
  readonly kind: string
  readonly roots: readonly string[]
  readonly nodes: readonly CorpusNode[]
  readonly gone: readonly CorpusNode[]
  readonly reading: CorpusReading
  readonly ranks: NodeRanks
  readonly delta: CorpusDelta
  readonly notes: readonly string[]
}

function orientationOf({ kind, roots, nodes, gone, reading, ranks, delta, notes }: OrientationFacts): Orientation {
  const paths = nodes.map((node) => node.path)
  const note = oneLine([...notes, ...delta.notes].join("; "))
  return {
    kind,
    roots,
    nodes: censusOf(nodes),
    since: {
      method: delta.method,
      ...(delta.date === undefined ? {} : { date: delta.date }),
      ...(delta.commit === undefined ? {} : { commit: delta.commit }),
      changed: changedOf(nodes, gone, delta),
    },
    largest: highest(paths, (path) => reading.facts.get(path)?.bytes ?? 0),
    most_linked: mostLinked(nodes, ranks),
    focus: focusOf(nodes, ranks, delta.changes),
    ...(note === "" ? {} : { note }),
  }
}

/** Changed nodes by kind, those that are gone included; decisions that became live count once more, as `ship`. */
function changedOf(
  nodes: readonly CorpusNode[],
  gone: readonly CorpusNode[],
  { changes }: CorpusDelta,
): { readonly [kind: string]: number } {
  const ships = nodes.filter((node) => changes.get(node.path) === "shipped").length
  return {
    ...(ships === 0 ? {} : { ship: ships }),
    ...censusOf([...nodes.filter((node) => changes.has(node.path)), ...gone]),
  }
}
