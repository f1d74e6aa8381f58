import type { Row, Sighting } from "./subject.ts"

/** Rows and findings that a stage may match with each other. */
export interface Bucket {
  readonly rows: Row[]
  readonly sightings: Sighting[]
}

/**
 * What must be equal on both sides besides the pass, as one text; `undefined` takes no part.
 * A `Line` holds no line break: parts that are joined by one stay apart.
 */
export type NameOf = (subject: Row | Sighting) => string | undefined

/**
 * The buckets of one round of a stage, rows and findings in the given order; only those with both sides.
 * A row belongs to the pass that is `round`-th among its owners: first the pass itself, then those with it as an alias.
 */
export function bucketsOf(
  round: number,
  rows: readonly Row[],
  sightings: readonly Sighting[],
  nameOf: NameOf,
): readonly Bucket[] {
  const buckets = new Map<string, Bucket>()
  for (const row of rows) {
    const owner = row.owners[round]
    const shared = owner === undefined ? undefined : nameOf(row)
    if (owner === undefined || shared === undefined) continue
    const name = `${owner}\n${shared}`
    const bucket = buckets.get(name)
    if (bucket === undefined) buckets.set(name, { rows: [row], sightings: [] })
    else bucket.rows.push(row)
  }
  if (buckets.size === 0) return []
  for (const sighting of sightings) {
    const shared = nameOf(sighting)
    if (shared !== undefined) buckets.get(`${sighting.pass}\n${shared}`)?.sightings.push(sighting)
  }
  return [...buckets.values()].filter((bucket) => bucket.sightings.length > 0)
}

/** How many rounds a stage needs: the most owners that any row has. */
export function roundsOf(rows: readonly Row[]): number {
  let rounds = 0
  for (const row of rows) rounds = Math.max(rounds, row.owners.length)
  return rounds
}
