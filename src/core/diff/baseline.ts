import type { BaselineFinding, ClosedFinding } from "../schema/diff_result.ts"

/** The last run, as `diff` needs it: read from a report's Markdown or from JSON. */
export interface Baseline {
  /** Where it was read, for the header. */
  readonly path: string
  readonly version?: number
  readonly date?: string
  readonly commit?: string
  /** The highest number that any id ever had. */
  readonly id_max: number
  readonly findings: readonly BaselineFinding[]
  readonly closed: readonly ClosedFinding[]
}
