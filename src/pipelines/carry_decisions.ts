import { identityOf } from "../core/diff/finding_identity.ts"
import type { TaggedFinding } from "../core/schema/diff_result.ts"
import { completeReport, type Report } from "../core/schema/report.ts"

/**
 * The decisions of a routed report, taken over by a report of the same findings that was compared with a newer baseline,
 * where new findings may have other ids. A finding that the newer run waived stays waived unless this run decided about it.
 */
export function carryDecisions(routed: Report, compared: Report): Report {
  const outcomes = routed.outcomes ?? []
  const decided = new Map(outcomes.map((outcome) => [outcome.id, outcome]))
  const before = new Map<string, TaggedFinding[]>()
  for (const finding of routed.findings) {
    if (decided.has(finding.id)) before.set(identityOf(finding), [...before.get(identityOf(finding)) ?? [], finding])
  }
  const ids = new Map<string, string>()
  const findings = compared.findings.map((finding) => {
    const same = before.get(identityOf(finding))?.shift()
    if (same === undefined) return finding
    ids.set(same.id, finding.id)
    const tag = same.tag === "WONT_FIX" ? same.tag : finding.tag === "WONT_FIX" ? "CARRIED" : finding.tag
    return { ...finding, tag, ...(same.status === undefined ? {} : { status: same.status }) }
  })
  const carried = outcomes.map((outcome) => ({ ...outcome, id: ids.get(outcome.id) ?? outcome.id }))
  return completeReport({ ...compared, findings, outcomes: carried })
}
