import { alignGroup } from "./align_group.ts"
import { bucketsOf, type NameOf, roundsOf } from "./bucket.ts"
import type { Pairing } from "./pairing.ts"
import type { Row, Sighting, Subject } from "./subject.ts"

/** Rows and findings that a stage works on. */
export interface Sides {
  readonly rows: readonly Row[]
  readonly sightings: readonly Sighting[]
  /** The rows left the table in an earlier run. */
  readonly closed: boolean
}

/** The stage `key`: same key, same node. */
export function matchKeys(pairing: Pairing, sides: Sides): void {
  const keyed: NameOf = ({ node, key }) => key === undefined ? undefined : [node, key]
  for (let round = 0; round < roundsOf(sides.rows); round++) {
    const rows = pairing.rowsLeft(sides.rows)
    for (const bucket of bucketsOf(round, rows, pairing.sightingsLeft(sides.sightings), keyed)) {
      pairGroup(pairing, "key", sides.closed, bucket.rows, bucket.sightings)
    }
  }
}

/**
 * The stage `text`: same node, same sentence.
 * Here two keyed findings are either of different keys or were left over by the stage `key`: neither is a match.
 */
export function matchTexts(pairing: Pairing, sides: Sides): void {
  const said: NameOf = ({ node, text }) => [node, text]
  for (let round = 0; round < roundsOf(sides.rows); round++) {
    const rows = pairing.rowsLeft(sides.rows)
    for (const bucket of bucketsOf(round, rows, pairing.sightingsLeft(sides.sightings), said)) {
      if (bucket.rows.every(isBare) && bucket.sightings.every(isBare)) {
        pairGroup(pairing, "text", sides.closed, bucket.rows, bucket.sightings)
        continue
      }
      const [bareRows, keyedRows] = splitByKey(bucket.rows)
      const [bareSightings, keyedSightings] = splitByKey(bucket.sightings)
      pairGroup(pairing, "text", sides.closed, bareRows, bareSightings)
      pairGroup(pairing, "text", sides.closed, pairing.rowsLeft(bareRows), keyedSightings)
      pairGroup(pairing, "text", sides.closed, keyedRows, pairing.sightingsLeft(bareSightings))
    }
  }
}

function isBare(subject: Subject): boolean {
  return subject.key === undefined
}

function splitByKey<A extends Subject>(subjects: readonly A[]): readonly [readonly A[], readonly A[]] {
  return [subjects.filter(isBare), subjects.filter((subject) => !isBare(subject))]
}

function pairGroup(
  pairing: Pairing,
  by: "key" | "text",
  closed: boolean,
  rows: readonly Row[],
  sightings: readonly Sighting[],
): void {
  if (rows.length === 0 || sightings.length === 0) return
  for (const [row, sighting] of alignGroup(rows, sightings)) pairing.pair(sighting, { row, by, score: 1, closed })
}
