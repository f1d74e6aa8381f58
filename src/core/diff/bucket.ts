import type { Row, Sighting } from "./subject.ts"

/** Rows and findings that a stage may match with each other. */
export interface Bucket {
  readonly rows: Row[]
  readonly sightings: Sighting[]
}

/** What must be equal on both sides besides the pass: a place, and what is said there; `undefined` takes no part. */
export type NameOf = (subject: Row | Sighting) => readonly [place: string, said: string] | undefined

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
  const buckets: Bucket[] = []
  // A map in a map in a map: to join the names would cost more than all the rest.
  const byPass = new Map<string, Map<string, Map<string, Bucket>>>()
  for (const row of rows) {
    const owner = row.owners[round]
    const name = owner === undefined ? undefined : nameOf(row)
    if (owner === undefined || name === undefined) continue
    const byName = within(within(byPass, owner), name[0])
    const bucket = byName.get(name[1])
    if (bucket !== undefined) {
      bucket.rows.push(row)
      continue
    }
    const first = { rows: [row], sightings: [] }
    byName.set(name[1], first)
    buckets.push(first)
  }
  if (buckets.length === 0) return []
  for (const sighting of sightings) {
    const name = nameOf(sighting)
    if (name !== undefined) byPass.get(sighting.pass)?.get(name[0])?.get(name[1])?.sightings.push(sighting)
  }
  return buckets.filter((bucket) => bucket.sightings.length > 0)
}

function within<A>(maps: Map<string, Map<string, A>>, name: string): Map<string, A> {
  const known = maps.get(name)
  if (known !== undefined) return known
  const map = new Map<string, A>()
  maps.set(name, map)
  return map
}

/** How many rounds a stage needs: the most owners that any row has. */
export function roundsOf(rows: readonly Row[]): number {
  let rounds = 0
  for (const row of rows) rounds = Math.max(rounds, row.owners.length)
  return rounds
}
