import type { Finding } from "../../core/schema/finding.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"

/** What one rule says. */
export interface RuleOutcome {
  /** The decisions that it could judge. */
  readonly scanned: readonly string[]
  readonly findings: readonly Finding[]
  readonly near_misses: readonly NearMiss[]
}
