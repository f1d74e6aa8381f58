import * as Effect from "effect/Effect"
import type { Corpus } from "../core/corpus/corpus.ts"
import { type CorpusNode, nodesOf } from "../core/corpus/corpus_node.ts"
import { isMarkdown } from "../core/corpus/corpus_file.ts"
import { type NodeKind, nodeKindOf } from "../core/corpus/node_kind.ts"
import type { NodeChange } from "../core/corpus/orientation_facts.ts"
import type { DecisionNode } from "../core/decision/decision_node.ts"
import { readDecisions } from "../core/decision/read_decisions.ts"
import type { Baseline } from "../core/diff/baseline.ts"
import { parseMarkdown } from "../core/markdown/parse_markdown.ts"
import type { SinceMethod } from "../core/schema/orientation.ts"
import type { CorpusReading } from "./corpus_reader.ts"
import { Git, type GitFailed, type PathChange } from "./git.ts"

/** The last run, as far as a delta needs it. */
export type DeltaBaseline = Pick<Baseline, "date" | "commit">

/** What changed since the last run. */
export interface CorpusDelta {
  readonly method: SinceMethod
  readonly date?: string
  readonly commit?: string
  /** Nodes that are there and changed. */
  readonly changes: ReadonlyMap<string, NodeChange>
  /** Nodes that are gone, as far as their kind is known. */
  readonly gone: readonly CorpusNode[]
  /** The new path of each file that git says was renamed. */
  readonly renames: ReadonlyMap<string, string>
  /** What a reader of the numbers must know. */
  readonly notes: readonly string[]
}

const nothing = { changes: new Map<string, NodeChange>(), gone: [], renames: new Map<string, string>() }

/** The changes since a baseline: by commits, else by date, else by modification time. */
export const deltaSince: (
  reading: CorpusReading,
  baseline: DeltaBaseline | undefined,
) => Effect.Effect<CorpusDelta, GitFailed, Git> = Effect.fn("deltaSince")(function* (reading, baseline) {
  if (baseline === undefined) {
    return { method: "first run", ...nothing, notes: withoutCommits(reading) }
  }
  const dated = baseline.date === undefined ? {} : { date: baseline.date }
  if (reading.repository?.head === undefined) return byTime(reading, baseline.date)
  const { commit } = baseline
  const byCommits = commit === undefined ? undefined : yield* sinceCommit(reading, commit)
  if (byCommits !== undefined && commit !== undefined) {
    return { method: "commits", ...dated, commit, ...byCommits, notes: [] }
  }
  const lost = commit === undefined
    ? []
    : [`the last run's commit ${commit.slice(0, 12)} is not in the history of HEAD: changes are those since its date`]
  if (baseline.date === undefined) {
    return { method: "first run", ...nothing, notes: [...lost, "the last run has no date"] }
  }
  const found = yield* sinceDate(reading, baseline.date)
  return { method: "date", ...dated, ...found, notes: [...lost, ...found.notes] }
})

type Found = Pick<CorpusDelta, "changes" | "gone" | "renames">

const sinceCommit: (
  reading: CorpusReading,
  commit: string,
) => Effect.Effect<Found | undefined, GitFailed, Git> = Effect.fnUntraced(function* (reading, commit) {
  const changes = yield* (yield* Git).changesSince(reading.root, commit)
  return changes === undefined ? undefined : yield* foundFrom(reading, commit, changes)
})

const sinceDate: (
  reading: CorpusReading,
  date: string,
) => Effect.Effect<Found & { readonly notes: readonly string[] }, GitFailed, Git> = Effect.fnUntraced(
  function* (reading, date) {
    const before = yield* (yield* Git).commitBefore(reading.root, date)
    const ships = new Set(reading.corpus.decisions.filter(isLive).map((decision) => decision.path))
    const all = nodesOf(reading.corpus).map((
      { path },
    ): [string, NodeChange] => [path, ships.has(path) ? "shipped" : "changed"])
    const everything = { ...nothing, changes: new Map(all) }
    if (before._tag === "history starts later") return { ...everything, notes: [] }
    const isCut = before._tag === "history is cut"
    const found = yield* sinceCommit(reading, isCut ? before.oldest : before.commit)
    const notes = isCut
      ? ["this shallow clone does not reach the last run: earlier changes are not counted"]
      : before.skewed
      ? ["commit dates are out of order: commits that follow a newer one are counted whatever their date"]
      : []
    return { ...(found ?? everything), notes }
  },
)

/** Changed paths as nodes; the old text tells which decisions were live before, and what the gone ones were. */
const foundFrom: (
  reading: CorpusReading,
  commit: string,
  changes: readonly PathChange[],
) => Effect.Effect<Found, GitFailed, Git> = Effect.fnUntraced(function* (reading, commit, changes) {
  const { corpus } = reading
  const live = new Map(corpus.decisions.filter(isLive).map((decision) => [decision.path, decision]))
  const wanted = changes.flatMap((change) => {
    const old = change.from ?? change.path
    const isWanted = change.kind === "deleted" ? isMarkdown(old) : change.kind !== "added" && live.has(change.path)
    return isWanted ? [old] : []
  })
  const texts = yield* (yield* Git).readAt(reading.root, commit, wanted)
  const old = oldNodes(corpus, texts)
  const nodes = new Map<string, NodeChange>()
  const gone: CorpusNode[] = []
  const renames = new Map<string, string>()
  for (const { kind, path, from } of changes) {
    if (from !== undefined) renames.set(from, path)
    // Git calls deleted what it could not look at.
    if (kind === "deleted" && corpus.paths.lookup(path) === "file") continue
    if (kind === "deleted") {
      const oldKind = old.kinds.get(path) ?? (isMarkdown(path) ? undefined : nodeKindOf(path))
      if (oldKind !== undefined) gone.push({ path, kind: oldKind })
    } else {
      nodes.set(path, live.has(path) && !old.live.has(from ?? path) ? "shipped" : "changed")
    }
  }
  return { changes: nodes, gone, renames }
})

function oldNodes(
  corpus: Corpus,
  texts: ReadonlyMap<string, string>,
): { readonly kinds: ReadonlyMap<string, NodeKind>; readonly live: ReadonlySet<string> } {
  const files = [...texts].map(([path, text]) =>
    isMarkdown(path) ? { path, text, document: parseMarkdown(path, text) } : { path, text }
  )
  const decisions = new Map(readDecisions(files, corpus.paths).map((decision) => [decision.path, decision]))
  const kinds = new Map<string, NodeKind>()
  for (const file of files) {
    const kind = nodeKindOf(file.path, "document" in file ? file.document : undefined, decisions.get(file.path))
    if (kind !== undefined) kinds.set(file.path, kind)
  }
  return { kinds, live: new Set([...decisions.values()].filter(isLive).map((decision) => decision.path)) }
}

function isLive(decision: DecisionNode): boolean {
  return decision.status?.class === "live" && !decision.template
}

/** Without history there is only the file system's clock. */
function byTime(reading: CorpusReading, date: string | undefined): CorpusDelta {
  const notes = withoutCommits(reading)
  if (date === undefined) return { method: "first run", ...nothing, notes: [...notes, "the last run has no date"] }
  const start = Date.parse(`${date}T00:00:00Z`)
  const timed = nodesOf(reading.corpus).flatMap(({ path }) => {
    const modified = reading.facts.get(path)?.modified
    return modified === undefined ? [] : [{ path, modified }]
  })
  const changes = new Map(
    timed.filter((node) => node.modified >= start).map((node): [string, NodeChange] => [node.path, "changed"]),
  )
  const unreliable = shareOneDay(timed.map((node) => node.modified)) ? ["mtime window unreliable (fresh checkout)"] : []
  return { method: "mtime", date, ...nothing, changes, notes: [...notes, ...unreliable] }
}

function withoutCommits({ repository }: CorpusReading): readonly string[] {
  return repository !== undefined && repository.head === undefined ? ["the repository has no commits yet"] : []
}

/** Whether more than nine in ten times are of one UTC day: a checkout writes every file at once. */
function shareOneDay(times: readonly number[]): boolean {
  const days = new Map<number, number>()
  for (const time of times) {
    const day = Math.floor(time / 86_400_000)
    days.set(day, (days.get(day) ?? 0) + 1)
  }
  return times.length > 1 && Math.max(...days.values()) > 0.9 * times.length
}
