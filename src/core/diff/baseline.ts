import type { BaselineFinding, ClosedFinding } from "../schema/diff_result.ts"

/** The last run, as `diff` needs it: read from a report's Markdown or from JSON. */
export interface Baseline {
  /** Where it was read, for the header. */
  readonly path: string
  /** The `<k>` of `v<k>.md`; absent: it is no stored run. */
  readonly version?: number
  /** The day of that run, `YYYY-MM-DD`. */
  readonly date?: string
  /** HEAD of that run, where it says one. */
  readonly commit?: string
  /** The highest number that any id ever had. */
  readonly id_max: number
  /** The rows of its table, unverified ones included. */
  readonly findings: readonly BaselineFinding[]
  /** The rows that left the table by then: what comes back keeps its id. */
  readonly closed: readonly ClosedFinding[]
}
