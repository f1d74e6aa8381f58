import * as Result from "effect/Result"
import { severityRank } from "./report_entry.ts"
import type { ReportFacts, RowFact } from "./report_facts.ts"
import type { Violation } from "./validate_report.ts"

function rowsById(facts: ReportFacts): ReadonlyMap<string, RowFact> {
  return new Map(Result.getOrElse(facts.rows, (): readonly RowFact[] => []).map((row) => [row.id, row]))
}

/** C03: findings stand under their node, once; a node without findings says so. */
export function groupedByNode(facts: ReportFacts): readonly Violation[] {
  const rows = rowsById(facts)
  const nodesWithRows = new Set([...rows.values()].map((row) => row.node))
  const seen = new Set<string>()
  const violations: Violation[] = []
  const violate = (line: number, message: string): void => {
    violations.push({ rule: "C03", line, message })
  }
  for (const { node, clean, line, bullets } of facts.nodes) {
    if (seen.has(node)) violate(line, `the node "${node}" has two sections; put its findings under one`)
    seen.add(node)
    if (clean && nodesWithRows.has(node)) violate(line, `"${node}" has findings in the table and is said to have none`)
    if (!clean && bullets.length === 0) violate(line, `the section of "${node}" has no finding and does not say so`)
    for (const bullet of bullets) {
      const row = rows.get(bullet.id)
      if (row !== undefined && row.node !== node) {
        violate(bullet.line, `${bullet.id} is about "${row.node}" and stands under "${node}"`)
      }
    }
  }
  return violations
}

/** C04: within a node, the most severe finding comes first. */
export function severityFirst(facts: ReportFacts): readonly Violation[] {
  return facts.nodes.flatMap(({ bullets }) =>
    bullets.flatMap((bullet, index) => {
      const before = bullets[index - 1]
      return before?.label !== undefined && bullet.label !== undefined &&
          severityRank(bullet.label.severity) < severityRank(before.label.severity)
        ? [{
          rule: "C04",
          line: bullet.line,
          message:
            `${bullet.id} is ${bullet.label.severity} and stands below ${before.id}, which is ${before.label.severity}`,
        }]
        : []
    })
  )
}

/** C05: every finding has its severity and effort as a label, the same as in the table. */
export function labelled(facts: ReportFacts): readonly Violation[] {
  const rows = rowsById(facts)
  return facts.nodes.flatMap((node) => node.bullets).flatMap(({ id, line, label }) => {
    if (label === undefined) return [{ rule: "C05", line, message: `${id} has no label such as [High/S]` }]
    const row = rows.get(id)
    if (row === undefined || (row.severity === label.severity && row.effort === label.effort)) return []
    const [here, there] = [label, row].map(({ severity, effort }) => `${severity}/${effort ?? "-"}`)
    return [{ rule: "C05", line, message: `${id} is [${here}] here and [${there}] in the findings table` }]
  })
}

/** C12: there is a table exactly when there are findings, and its ids are those of the node sections. */
export function tableIsComplete(facts: ReportFacts): readonly Violation[] {
  const { tableSection, rows } = facts
  const line = tableSection?.line ?? 1
  if (Result.isFailure(rows)) return [{ rule: "C12", line: rows.failure.line, message: rows.failure.reason }]
  const violations: Violation[] = []
  const violate = (line: number, message: string): void => {
    violations.push({ rule: "C12", line, message })
  }
  const bullets = facts.nodes.flatMap((node) => node.bullets)
  const total = Result.match(facts.frontMatter, {
    onSuccess: (front) => front.findings_total,
    onFailure: () => rows.success.length,
  })
  if (total === 0 && tableSection !== undefined) violate(line, "there are no findings, and there is a findings table")
  if (total > 0 && tableSection === undefined) violate(line, `there are ${total} findings and no "## Findings table"`)
  else if (rows.success.length !== total) {
    violate(line, `findings_total is ${total}, the findings table has ${rows.success.length} rows`)
  }
  const ids = new Set(rows.success.map((row) => row.id))
  const shown = new Set<string>()
  for (const bullet of bullets) {
    if (shown.has(bullet.id)) violate(bullet.line, `${bullet.id} stands in the node sections twice`)
    shown.add(bullet.id)
    if (!ids.has(bullet.id)) violate(bullet.line, `${bullet.id} is not in the findings table`)
  }
  for (const row of rows.success) {
    if (!shown.has(row.id)) violate(row.line, `${row.id} is in the findings table and in no node section`)
  }
  return violations
}
