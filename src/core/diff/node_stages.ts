import { bucketsOf, type NameOf, roundsOf } from "./bucket.ts"
import type { Sides } from "./exact_stages.ts"
import { pairAlike, type Resemblance } from "./pair_alike.ts"
import type { Pairing } from "./pairing.ts"
import { distanceShare, scoreOf } from "./similarity.ts"

/** The stage `reworded`: same node, near-identical sentence, best on both sides by a margin. */
export function matchReworded(pairing: Pairing, sides: Sides): void {
  for (let round = 0; round < roundsOf(sides.rows); round++) {
    const rows = pairing.rowsLeft(sides.rows)
    for (const bucket of bucketsOf(round, rows, pairing.sightingsLeft(sides.sightings), nodeOnly)) {
      // Equal sentences of one node that are left over were declined by their group, or have different keys.
      const rules = { sameKey: false, settledEqual: true }
      record(pairing, "reworded", pairAlike(bucket.rows, bucket.sightings, (subject) => subject.text, rules))
    }
  }
}

/** The stage `node`: same node, no line on both sides, and exactly one left on each side. */
export function matchNodes(pairing: Pairing, sides: Sides): void {
  for (let round = 0; round < roundsOf(sides.rows); round++) {
    const rows = pairing.rowsLeft(sides.rows)
    for (const bucket of bucketsOf(round, rows, pairing.sightingsLeft(sides.sightings), nodeOnly)) {
      const [row, otherRow] = bucket.rows
      const [sighting, otherSighting] = bucket.sightings
      if (row === undefined || otherRow !== undefined) continue
      if (sighting === undefined || otherSighting !== undefined) continue
      if (row.line !== undefined || sighting.line !== undefined) continue
      if (row.key !== undefined && sighting.key !== undefined) continue
      const score = scoreOf(distanceShare(row.text, sighting.text))
      pairing.pair(sighting, { row, by: "node", score, closed: false })
    }
  }
}

/** Records what a stage that compares texts found. */
export function record(pairing: Pairing, by: "reworded" | "moved", found: Resemblance, score?: number): void {
  for (const { row, sighting, share } of found.pairs) {
    pairing.pair(sighting, { row, by, score: score ?? scoreOf(share), closed: false })
  }
  for (const row of found.rows) pairing.leaveAmbiguous(row)
  for (const [sighting, row] of found.possible) pairing.leavePossible(sighting, row)
}

const nodeOnly: NameOf = ({ node }) => [node, ""]
