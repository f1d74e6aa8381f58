import type { Row, Sighting } from "./subject.ts"

/** Rows and findings that a stage may match with each other. */
export interface Bucket {
  readonly rows: Row[]
  readonly sightings: Sighting[]
}

/** The parts that must be equal on both sides; a `Line` holds no line break, so that joined parts stay apart. */
type Parts<A> = (subject: A) => readonly string[] | undefined

/**
 * The buckets of one round of a stage, rows and findings in the given order; only those with both sides.
 * A row belongs to the pass that is `round`-th among its owners: first the pass itself, then those with it as an alias.
 */
export function bucketsOf(
  round: number,
  rows: readonly Row[],
  sightings: readonly Sighting[],
  partsOf: Parts<Row | Sighting>,
): readonly Bucket[] {
  const buckets = new Map<string, Bucket>()
  for (const row of rows) {
    const owner = row.owners[round]
    const parts = owner === undefined ? undefined : partsOf(row)
    if (owner === undefined || parts === undefined) continue
    const name = nameOf(owner, parts)
    const bucket = buckets.get(name)
    if (bucket === undefined) buckets.set(name, { rows: [row], sightings: [] })
    else bucket.rows.push(row)
  }
  if (buckets.size === 0) return []
  for (const sighting of sightings) {
    const parts = partsOf(sighting)
    if (parts !== undefined) buckets.get(nameOf(sighting.pass, parts))?.sightings.push(sighting)
  }
  return [...buckets.values()].filter((bucket) => bucket.sightings.length > 0)
}

function nameOf(pass: string, parts: readonly string[]): string {
  return parts.length === 0 ? pass : `${pass}\n${parts.join("\n")}`
}

/** How many rounds a stage needs: the most owners that any row has. */
export function roundsOf(rows: readonly Row[]): number {
  let rounds = 0
  for (const row of rows) rounds = Math.max(rounds, row.owners.length)
  return rounds
}
