import type { Finding } from "../schema/finding.ts"
import type { PassResult } from "../schema/pass_result.ts"
import type { Baseline } from "./baseline.ts"

/**
 * The findings of this run. A plain list says nothing about what was looked at: every pass of the baseline counts as run
 * and complete, everything as scanned, and nothing as gone.
 */
export type CurrentRun =
  | { readonly findings: readonly Finding[] }
  | {
    readonly passes: readonly PassResult[]
    /** The nodes that exist. */
    readonly inventory?: readonly string[]
  }

/** What `diffFindings` compares. */
export interface DiffInput {
  /** What this run found, and what it looked at. */
  readonly current: CurrentRun
  /** Absent: a first run. */
  readonly baseline?: Baseline
  /** The highest number that ids are known to have had, though there is no baseline: new ones continue above it. */
  readonly id_max?: number
  /** Old node to new node, as git saw the renames. */
  readonly renames?: { readonly [node: string]: string }
  /** `YYYY-MM-DD` in UTC: decides which won't-fix dates are over. */
  readonly today: string
}
