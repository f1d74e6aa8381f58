import { byCodeUnit } from "../code_unit_order.ts"
import { nodeOf } from "../schema/locator.ts"
import type { PassResult } from "../schema/pass_result.ts"
import type { PassSummary, ReportFields } from "../schema/report.ts"

/** What a report says of its passes besides their findings: each pass, the nodes without a finding, the near misses. */
export function summarisePasses(
  results: readonly PassResult[],
): Pick<ReportFields, "passes" | "clean_nodes" | "near_misses"> {
  return {
    passes: results.map(summaryOf),
    clean_nodes: cleanNodes(results),
    near_misses: results.flatMap(({ pass, near_misses = [] }) =>
      near_misses.map(({ locator, what, why }) => ({ pass, locator, what, why }))
    ),
  }
}

function summaryOf(result: PassResult): PassSummary {
  const state = !result.ran ? "skipped" : result.complete ? "complete" : "incomplete"
  const reason = result.skip_reason === undefined ? {} : { skip_reason: result.skip_reason }
  return { pass: result.pass, state, found: result.findings.length, ...reason }
}

/** The nodes that some pass scanned and about which no pass found anything, ascending. */
function cleanNodes(results: readonly PassResult[]): readonly string[] {
  const found = new Set(results.flatMap((result) => result.findings.map((finding) => nodeOf(finding.locator))))
  const scanned = new Set(results.flatMap((result) => result.scanned))
  return [...scanned].filter((node) => !found.has(node)).sort(byCodeUnit)
}
