import type { Baseline } from "../../../src/core/diff/baseline.ts"
import { diffFindings } from "../../../src/core/diff/diff_findings.ts"
import type { DiffInput } from "../../../src/core/diff/diff_input.ts"
import type { BaselineFinding, ClosedFinding, DiffResult } from "../../../src/core/schema/diff_result.ts"
import type { Finding } from "../../../src/core/schema/finding.ts"
import { findingNumber } from "../../../src/core/schema/finding_id.ts"
import type { PassResult } from "../../../src/core/schema/pass_result.ts"

/** A finding of the pass `p` about `docs/a.md`. */
export function finding(fields: Partial<Finding> = {}): Finding {
  return {
    pass: "p",
    locator: "docs/a.md",
    verdict: "STALE",
    severity: "Medium",
    what: "the decision names an owner who left the team last year",
    route: "proposal",
    proposed_action: "name another owner",
    ...fields,
  }
}

/** A row of a baseline. */
export function row(id: string, fields: Partial<BaselineFinding> = {}): BaselineFinding {
  return {
    id,
    pass: "p",
    locator: "docs/a.md",
    what: "the decision names an owner who left the team last year",
    status: "open",
    ...fields,
  }
}

/** A baseline of rows. */
export function baseline(findings: readonly BaselineFinding[], closed: readonly ClosedFinding[] = []): Baseline {
  const numbers = [...findings, ...closed].map(({ id }) => findingNumber(id) ?? 0)
  return { path: "latest.md", id_max: Math.max(0, ...numbers), findings, closed }
}

/** A complete pass that scanned the nodes given and those of its findings. */
export function pass(findings: readonly Finding[], fields: Partial<PassResult> = {}): PassResult {
  return { pass: "p", ran: true, complete: true, scanned: [], clean: 0, findings, ...fields }
}

/** A diff on the day that the tests know. */
export function diff(input: Omit<DiffInput, "today"> & { readonly today?: string }): DiffResult {
  return diffFindings({ today: "2027-03-01", ...input })
}

/** What a test compares of the findings: id, tag and the rule. */
export function tagsOf(result: DiffResult): readonly string[] {
  return result.findings.map(({ id, tag, matched_by }) =>
    [id, tag, ...(matched_by === undefined ? [] : [matched_by])].join(" ")
  )
}

/** What a test compares of the rows: id and how or why. */
export function rowsOf(result: DiffResult): readonly string[] {
  return [
    ...result.resolved.map(({ id, how }) => `${id} RESOLVED ${how}`),
    ...result.unverified.map(({ id, why }) => `${id} UNVERIFIED ${why}`),
  ]
}
