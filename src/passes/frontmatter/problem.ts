import type { Edit, Evidence, Finding } from "../../core/schema/finding.ts"

/** Something that is wrong with the front matter of one file. */
export interface Problem extends Pick<Finding, "verdict" | "severity" | "what" | "route" | "proposed_action"> {
  /** The key of the front matter, or the rule when the whole of it is meant. */
  readonly key: string
  readonly evidence: readonly Evidence[]
  readonly edits?: readonly Edit[]
  /** Why it is fine all the same. */
  readonly excuse?: string
}

/** The verdict, severity and route of a value that is there and wrong. */
export const stale = { verdict: "STALE", severity: "Low", route: "direct-fix" } as const
/** Those of something that must be there and is not. */
export const gap = { verdict: "GAP", severity: "Low", route: "direct-fix" } as const
