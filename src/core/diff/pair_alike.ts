import { isClear } from "./similarity.ts"
import type { Row, Sighting } from "./subject.ts"
import { type Entry, type Nearest, poolTexts, type Rules, type TextPool } from "./text_pool.ts"

/** How often what was settled is taken out and the rest is looked at again. */
const rounds = 32

/** A pair and how far its texts are apart. */
export interface AlikePair {
  readonly row: Row
  readonly sighting: Sighting
  readonly share: number
}

/** What resembles what: clear pairs, rows that several findings may be, and findings with the row that they may be. */
export interface Resemblance {
  readonly pairs: readonly AlikePair[]
  readonly rows: readonly Row[]
  readonly possible: ReadonlyMap<Sighting, Row>
}

/** An entry of one side, and what it is nearest to on the other. */
interface Seeker<A, B> {
  readonly entry: Entry<A>
  nearest: Nearest<B> | undefined
  stale: boolean
}

/**
 * Pairs rows and findings whose texts are nearest to each other, on both sides by a margin. What is paired is taken out
 * and the rest is looked at again, until nothing is clear any more. What still resembles something then is ambiguous.
 */
export function pairAlike(
  rows: readonly Row[],
  sightings: readonly Sighting[],
  textOf: (subject: Row | Sighting) => string,
  rules: Rules,
): Resemblance {
  const oldPool = poolTexts(rows, textOf, rules)
  const newPool = poolTexts(sightings, textOf, rules)
  const oldSeekers = seekersOf<Row, Sighting>(oldPool)
  const newSeekers = seekersOf<Sighting, Row>(newPool)
  const seekerOf = new Map(oldSeekers.map((seeker) => [seeker.entry, seeker]))
  const pairs: AlikePair[] = []
  for (let round = 0; round < rounds; round++) {
    refresh(newSeekers, oldPool)
    refresh(oldSeekers, newPool)
    const clear = newSeekers.flatMap((seeker) => {
      if (!seeker.entry.alive) return []
      const back = seeker.nearest === undefined ? undefined : seekerOf.get(seeker.nearest.best)
      return back !== undefined && isSettled(seeker, back) && isSettled(back, seeker) ? [{ seeker, back }] : []
    })
    if (clear.length === 0) break
    for (const { seeker, back } of clear) {
      const [row, sighting] = [back.entry.members[0], seeker.entry.members[0]]
      if (row === undefined || sighting === undefined) continue
      pairs.push({ row, sighting, share: seeker.nearest?.share ?? 0 })
      seeker.entry.alive = false
      back.entry.alive = false
    }
  }
  refresh(newSeekers, oldPool)
  refresh(oldSeekers, newPool)
  return { pairs, ...ambiguityOf(oldSeekers, newSeekers) }
}

function seekersOf<A extends Row | Sighting, B>(pool: TextPool<A>): readonly Seeker<A, B>[] {
  return pool.entries.map((entry) => ({ entry, nearest: undefined, stale: true }))
}

/** Searches again for those whose best or second is taken. */
function refresh<A, B extends Row | Sighting>(seekers: readonly Seeker<A, B>[], pool: TextPool<B>): void {
  for (const seeker of seekers) {
    if (!seeker.entry.alive) continue
    const { nearest } = seeker
    const lost = nearest !== undefined && !(nearest.best.alive && nearest.second?.alive !== false)
    if (!seeker.stale && !lost) continue
    seeker.stale = false
    seeker.nearest = pool.nearest(seeker.entry.text, seeker.entry.keyed)
  }
}

function isSettled<A, B>(seeker: Seeker<A, B>, other: Seeker<B, A>): boolean {
  const { nearest } = seeker
  return nearest !== undefined && !nearest.open && nearest.best === other.entry &&
    isClear(nearest.share, nearest.secondShare)
}

function ambiguityOf(
  oldSeekers: readonly Seeker<Row, Sighting>[],
  newSeekers: readonly Seeker<Sighting, Row>[],
): Pick<Resemblance, "rows" | "possible"> {
  const rows = new Set<Row>()
  const possible = new Map<Sighting, Row>()
  for (const { entry, nearest } of newSeekers) {
    if (!entry.alive || nearest === undefined) continue
    const [row] = nearest.best.members
    if (row === undefined) continue
    for (const member of nearest.best.members) rows.add(member)
    for (const sighting of entry.members) possible.set(sighting, row)
  }
  for (const { entry, nearest } of oldSeekers) {
    const [row] = entry.members
    if (!entry.alive || nearest === undefined || row === undefined) continue
    for (const member of entry.members) rows.add(member)
    // A search that was bounded may see a resemblance from one side only.
    for (const sighting of nearest.best.members) if (!possible.has(sighting)) possible.set(sighting, row)
  }
  return { rows: [...rows], possible }
}
