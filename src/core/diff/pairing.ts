import type { MatchedBy } from "../schema/diff_result.ts"
import type { Row, Sighting } from "./subject.ts"

/** A finding and the row that it is. */
export interface Match {
  readonly row: Row
  readonly by: MatchedBy
  readonly score: number
  /** The row had left the table in an earlier run. */
  readonly closed: boolean
}

/** Who is whose, so far. A row and a finding are used at most once; what is ambiguous is out of the later stages. */
export class Pairing {
  readonly #matches: Map<Sighting, Match> = new Map()
  readonly #taken: Set<Row> = new Set()
  readonly #ambiguousRows: Set<Row> = new Set()
  readonly #possible: Map<Sighting, Row> = new Map()

  /** Records a match. */
  pair(sighting: Sighting, match: Match): void {
    if (this.#taken.has(match.row) || this.#matches.has(sighting)) {
      throw new Error(`${match.row.row.id} or the finding at ${sighting.locator} is matched twice`)
    }
    this.#taken.add(match.row)
    this.#matches.set(sighting, match)
  }

  /** Records a row that could be several findings, or one that several rows could be. */
  leaveAmbiguous(row: Row): void {
    this.#ambiguousRows.add(row)
  }

  /** Records a finding that could be several rows, and the first of them. */
  leavePossible(sighting: Sighting, row: Row): void {
    this.#possible.set(sighting, row)
  }

  /** The match of a finding. */
  matchOf(sighting: Sighting): Match | undefined {
    return this.#matches.get(sighting)
  }

  /** The row that an ambiguous finding may be. */
  possibleMatchOf(sighting: Sighting): Row | undefined {
    return this.#possible.get(sighting)
  }

  /** Whether a row was matched. */
  isTaken(row: Row): boolean {
    return this.#taken.has(row)
  }

  /** Whether a row is ambiguous. */
  isAmbiguous(row: Row): boolean {
    return this.#ambiguousRows.has(row)
  }

  /** The rows that a later stage may still use. */
  rowsLeft(rows: readonly Row[]): readonly Row[] {
    return rows.filter((row) => !this.#taken.has(row) && !this.#ambiguousRows.has(row))
  }

  /** The findings that a later stage may still use. */
  sightingsLeft(sightings: readonly Sighting[]): readonly Sighting[] {
    return sightings.filter((sighting) => !this.#matches.has(sighting) && !this.#possible.has(sighting))
  }
}
