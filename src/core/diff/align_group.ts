import { compareSightings, type Row, type Sighting } from "./subject.ts"

/** Comparisons spent on finding the shift of one group; a larger group is sampled (five hundred on each side are not). */
const votes = 250_000
/** How many of the most voted shifts of a sampled group are counted exactly. */
const finalists = 16

/** Rows or findings at one line. */
interface Spot<A> {
  readonly line: number
  readonly members: readonly A[]
}

/**
 * Pairs rows and findings that differ only in line: by the one shift of lines that pairs most.
 * Equally good shifts: none at all first (what has not moved is what it was), then the one that keeps the lowest ids,
 * then the shortest. A row or finding without a line differs from the others in nothing: they are paired in order.
 */
export function alignGroup(
  rows: readonly Row[],
  sightings: readonly Sighting[],
): readonly (readonly [Row, Sighting])[] {
  const [row, sighting] = [rows[0], sightings[0]]
  if (rows.length === 1 && sightings.length === 1 && row !== undefined && sighting !== undefined) {
    return [[row, sighting]]
  }
  const pairs: (readonly [Row, Sighting])[] = []
  const ordered = sightings.length === 1 ? sightings : [...sightings].sort(compareSightings)
  const oldSpots = spotsOf(rows)
  const newSpots = spotsOf(ordered)
  if (oldSpots.length > 0 && newSpots.length > 0) {
    const at = new Map(newSpots.map((spot) => [spot.line, spot]))
    const shift = bestShift(oldSpots, newSpots, at)
    for (const spot of oldSpots) {
      // One by one: a line may have more findings than a call may have arguments.
      for (const pair of zip(spot.members, at.get(spot.line + shift)?.members ?? [])) pairs.push(pair)
    }
  }
  const used = new Set<Row | Sighting>(pairs.flat())
  const [oldLined, oldBare] = split(rows.filter((row) => !used.has(row)))
  const [newLined, newBare] = split(ordered.filter((sighting) => !used.has(sighting)))
  const bare = Math.min(oldBare.length, newBare.length)
  return [
    ...pairs,
    ...zip(oldBare, newBare),
    ...zip(oldBare.slice(bare), newLined),
    ...zip(oldLined, newBare.slice(bare)),
  ]
}

function zip(rows: readonly Row[], sightings: readonly Sighting[]): readonly (readonly [Row, Sighting])[] {
  const pairs: (readonly [Row, Sighting])[] = []
  rows.forEach((row, index) => {
    const sighting = sightings[index]
    if (sighting !== undefined) pairs.push([row, sighting])
  })
  return pairs
}

function split<A extends { readonly line: number | undefined }>(
  members: readonly A[],
): readonly [readonly A[], readonly A[]] {
  return [members.filter((member) => member.line !== undefined), members.filter((member) => member.line === undefined)]
}

function spotsOf<A extends { readonly line: number | undefined }>(members: readonly A[]): readonly Spot<A>[] {
  const spots = new Map<number, A[]>()
  for (const member of members) {
    if (member.line === undefined) continue
    const spot = spots.get(member.line)
    if (spot === undefined) spots.set(member.line, [member])
    else spot.push(member)
  }
  return [...spots].map(([line, at]) => ({ line, members: at })).sort((a, b) => a.line - b.line)
}

function bestShift(
  rows: readonly Spot<Row>[],
  sightings: readonly Spot<Sighting>[],
  at: ReadonlyMap<number, Spot<Sighting>>,
): number {
  const counts = countShifts(rows, sightings, at)
  let most = 0
  for (const count of counts.values()) most = Math.max(most, count)
  const best = [...counts].filter(([, count]) => count === most).map(([shift]) => shift)
  if (best.length === 1 || best.includes(0)) return best.includes(0) ? 0 : best[0] ?? 0
  return keepLowestIds(new Set(best), rows, sightings)
}

/** How many pairs each shift makes; of a group too large for that, the most voted shifts of an even sample of rows. */
function countShifts(
  rows: readonly Spot<Row>[],
  sightings: readonly Spot<Sighting>[],
  at: ReadonlyMap<number, Spot<Sighting>>,
): ReadonlyMap<number, number> {
  const every = Math.ceil(rows.length * sightings.length / votes)
  const counts = new Map<number, number>()
  for (let index = 0; index < rows.length; index += every) {
    const row = rows[index]
    if (row === undefined) continue
    for (const sighting of sightings) {
      const shift = sighting.line - row.line
      counts.set(shift, (counts.get(shift) ?? 0) + Math.min(row.members.length, sighting.members.length))
    }
  }
  if (every === 1) return counts
  const voted = [...counts].sort((a, b) => b[1] - a[1] || Math.abs(a[0]) - Math.abs(b[0]) || a[0] - b[0]).slice(
    0,
    finalists,
  )
  return new Map([0, ...voted.map(([shift]) => shift)].map((shift) => {
    const count = rows.reduce((sum, row) => {
      return sum + Math.min(row.members.length, at.get(row.line + shift)?.members.length ?? 0)
    }, 0)
    return [shift, count]
  }))
}

function keepLowestIds(
  tied: ReadonlySet<number>,
  rows: readonly Spot<Row>[],
  sightings: readonly Spot<Sighting>[],
): number {
  let left = tied
  const places = rows.flatMap((spot) => spot.members.map((row, rank) => ({ row, rank, line: spot.line })))
  for (const { rank, line } of places.sort((a, b) => a.row.number - b.row.number)) {
    if (left.size === 1) break
    const keeping = sightings.filter((spot) => spot.members.length > rank).map((spot) => spot.line - line)
    const kept = new Set(keeping.filter((shift) => left.has(shift)))
    if (kept.size > 0) left = kept
  }
  const [shortest] = [...left].sort((a, b) => Math.abs(a) - Math.abs(b) || b - a)
  return shortest ?? 0
}
