import type { Said } from "../outcome/said.ts"

/** What one rule says, and of what. */
export interface RuleOutcome extends Said {
  /** The decisions that it could judge. */
  readonly scanned: readonly string[]
}
