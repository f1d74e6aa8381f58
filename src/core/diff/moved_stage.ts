import { bucketsOf, type NameOf, roundsOf } from "./bucket.ts"
import type { Sides } from "./exact_stages.ts"
import { record } from "./node_stages.ts"
import { maskPlace } from "./normalise.ts"
import { pairAlike, type Resemblance } from "./pair_alike.ts"
import type { Pairing } from "./pairing.ts"
import type { Row, Sighting } from "./subject.ts"

/** What the stage `moved` knows of the nodes. */
export interface Places {
  /** Whether a node of the baseline is gone. */
  readonly isGone: (node: string) => boolean
  /** The nodes of the baseline's rows. */
  readonly baselineNodes: ReadonlySet<string>
  readonly renames: ReadonlyMap<string, string>
}

/**
 * The stage `moved`: the old node is gone and the new one was not in the baseline; equal keys, or sentences that are
 * near-identical once the names of their places are masked; best on both sides by a margin.
 * Where git saw a rename, its word is stronger than a resemblance: only the two names of one file are compared.
 */
export function matchMoved(pairing: Pairing, sides: Sides, places: Places): void {
  const masked = new Map<Row | Sighting, string>()
  function maskedText(subject: Row | Sighting): string {
    const known = masked.get(subject)
    if (known !== undefined) return known
    const text = maskPlace(subject.what, subject.locator)
    masked.set(subject, text)
    return text
  }
  const targets = new Set(places.renames.values())
  function destinationOf(subject: Row | Sighting): string {
    if ("row" in subject) return places.renames.get(subject.node) ?? ""
    return targets.has(subject.node) ? subject.node : ""
  }
  const groupOf: NameOf = (subject) => [destinationOf(subject), ""]
  const keyedGroupOf: NameOf = (subject) =>
    subject.key === undefined ? undefined : [destinationOf(subject), subject.key]
  const goneRows = sides.rows.filter((row) => places.isGone(row.node))
  const arrivals = sides.sightings.filter((sighting) => !places.baselineNodes.has(sighting.node))
  if (arrivals.length === 0) return
  for (let round = 0; round < roundsOf(goneRows); round++) {
    const keyed = bucketsOf(round, pairing.rowsLeft(goneRows), pairing.sightingsLeft(arrivals), keyedGroupOf)
    for (const bucket of keyed) {
      const found = pairAlike(bucket.rows, bucket.sightings, maskedText, { sameKey: true, settledEqual: false })
      record(pairing, "moved", leaveNothing(found, bucket.rows, bucket.sightings), 1)
    }
    const others = bucketsOf(round, pairing.rowsLeft(goneRows), pairing.sightingsLeft(arrivals), groupOf)
    for (const bucket of others) {
      const rules = { sameKey: false, settledEqual: false }
      record(pairing, "moved", pairAlike(bucket.rows, bucket.sightings, maskedText, rules))
    }
  }
}

/** With equal keys whatever is left on both sides is ambiguous, even when a bounded search saw no resemblance. */
function leaveNothing(found: Resemblance, rows: readonly Row[], sightings: readonly Sighting[]): Resemblance {
  const paired = new Set<Row | Sighting>(found.pairs.flatMap(({ row, sighting }) => [row, sighting]))
  const rowsLeft = rows.filter((row) => !paired.has(row))
  const sightingsLeft = sightings.filter((sighting) => !paired.has(sighting))
  const [first] = rowsLeft
  if (first === undefined || sightingsLeft.length === 0) return found
  const possible = new Map(sightingsLeft.map((sighting) => [sighting, found.possible.get(sighting) ?? first]))
  return { pairs: found.pairs, rows: rowsLeft, possible }
}
