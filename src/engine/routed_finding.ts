import type { TaggedFinding } from "../core/schema/diff_result.ts"
import type { RouteOutcome } from "../core/schema/route_outcome.ts"
import { formatStatus } from "../core/schema/status.ts"

/** What a decision did to one finding. */
export interface Routed {
  readonly finding: TaggedFinding
  readonly outcome: RouteOutcome
}

/** What is said of a decision. */
export type Said = Pick<RouteOutcome, "result" | "message"> & Partial<RouteOutcome>

/** A finding with a new status; a won't-fix is thereby cleared, and the finding counts as carried again. */
export function withStatus(finding: TaggedFinding, status: "open" | "applied" | "skipped", said: Said): Routed {
  const tag = finding.tag === "WONT_FIX" ? "CARRIED" : finding.tag
  return { finding: { ...finding, tag, status }, outcome: { id: finding.id, files: [], ...said } }
}

/** A finding that stays as it is. */
export function unchanged(finding: TaggedFinding, said: Said): Routed {
  return { finding, outcome: { id: finding.id, files: [], ...said } }
}

/** A finding that nobody is going to fix, for a reason, and until a day if one is said. */
export function waived(
  finding: TaggedFinding,
  waiver: { readonly reason: string; readonly until?: string },
): Routed {
  const until = waiver.until === undefined ? "" : `, until ${waiver.until}`
  return {
    finding: { ...finding, tag: "WONT_FIX", status: waiverStatus(waiver) },
    outcome: { id: finding.id, result: "wont_fix", message: `Won't fix${until}: ${waiver.reason}`, files: [] },
  }
}

/** The status that a waiver gives. */
export function waiverStatus({ reason, until }: { readonly reason: string; readonly until?: string }): string {
  return formatStatus({ _tag: "wont_fix", reason, ...(until === undefined ? {} : { until }) })
}
