import * as Result from "effect/Result"
import { severities } from "../schema/finding.ts"
import { noQuickWins } from "./closing_sections.ts"
import { readTable } from "./pipe_table.ts"
import type { ReportFacts } from "./report_facts.ts"
import { type OutlineSection, sectionNamed } from "./report_outline.ts"
import type { Violation } from "./validate_report.ts"

const looksBad = "Things that look bad but are actually fine"

function missing(rule: string, title: string): readonly Violation[] {
  return [{ rule, line: 1, message: `there is no section "## ${title}"` }]
}

/** C11: two cases that look bad and are fine, each with its reason, or one line that says why there are fewer. */
export function nearMissesReasoned(facts: ReportFacts): readonly Violation[] {
  const section = sectionNamed(facts.outline, looksBad)
  if (section === undefined) return missing("C11", looksBad)
  const lines = section.lines.filter((line) => line.text.trim() !== "" && !line.text.startsWith("<!--"))
  const entries = lines.filter((line) => line.text.startsWith("- "))
  const isExplained = lines.some((line) => /^[^\s-]/u.test(line.text))
  const few = entries.length < 2 && !isExplained
    ? [{
      rule: "C11",
      line: section.line,
      message: `${entries.length} cases that look bad and are fine, and no line says why not two`,
    }]
    : []
  const unreasoned = entries.filter((line) => !/ — \S/u.test(line.text)).map((line) => ({
    rule: "C11",
    line: line.line,
    message: 'the case has no reason after " — "',
  }))
  return [...few, ...unreasoned]
}

/** C13: quick wins are always a section: findings of the table, or the line that there are none. */
export function quickWinsStated(facts: ReportFacts): readonly Violation[] {
  const section = sectionNamed(facts.outline, "Quick wins")
  if (section === undefined) return missing("C13", "Quick wins")
  const ids = section.lines.flatMap(({ text, line }) => {
    const id = /^- \[[ xX]\] (R\d{3,})\b/u.exec(text)?.[1]
    return id === undefined ? [] : [{ id, line }]
  })
  const isNone = section.lines.some((line) => line.text.trim() === noQuickWins)
  if (ids.length === 0 && !isNone) {
    return [{ rule: "C13", line: section.line, message: `no quick wins, and no line "${noQuickWins}"` }]
  }
  if (ids.length > 0 && isNone) {
    return [{ rule: "C13", line: section.line, message: "there are quick wins, and a line says that there are none" }]
  }
  if (Result.isFailure(facts.rows)) return []
  const known = new Set(facts.rows.success.map((row) => row.id))
  return ids.filter(({ id }) => !known.has(id)).map(({ id, line }) => ({
    rule: "C13",
    line,
    message: `${id} is a quick win and not in the findings table`,
  }))
}

/** C14: the matrix, the counts of the front matter and the table say the same. */
export function countsAgree(facts: ReportFacts): readonly Violation[] {
  const title = "Severity × Pass"
  const section = sectionNamed(facts.outline, title)
  if (section === undefined) return missing("C14", title)
  const violate = (message: string): Violation => ({ rule: "C14", line: section.line, message })
  const sums = matrixSums(section)
  if (Result.isFailure(sums)) return [violate(sums.failure)]
  const violations: Violation[] = []
  if (Result.isSuccess(facts.frontMatter)) {
    const { counts, findings_total } = facts.frontMatter.success
    const total = sums.success.reduce((sum, count) => sum + count, 0)
    if (counts === undefined) violations.push(violate("the front matter has no counts to compare the matrix with"))
    else {
      const stated = [counts.critical, counts.high, counts.medium, counts.low]
      violations.push(...differences(sums.success, stated, "the front matter").map(violate))
    }
    if (total !== findings_total) {
      violations.push(violate(`the matrix has ${total} findings, findings_total is ${findings_total}`))
    }
  }
  if (Result.isSuccess(facts.rows)) {
    const { success: rows } = facts.rows
    const inTable = severities.map((severity) => rows.filter((row) => row.severity === severity).length)
    violations.push(...differences(sums.success, inTable, "the findings table").map(violate))
  }
  return violations
}

function differences(sums: readonly number[], others: readonly number[], where: string): readonly string[] {
  return severities.flatMap((severity, rank) =>
    sums[rank] === others[rank] ? [] : [`${severity}: ${sums[rank]} in the matrix, ${others[rank]} in ${where}`]
  )
}

function matrixSums(section: OutlineSection): Result.Result<readonly number[], string> {
  const read = readTable(section.lines)
  if (Result.isFailure(read)) return Result.fail(read.failure.reason)
  const table = read.success
  if (table === undefined) {
    const isNone = section.lines.some((line) => line.text.startsWith("None — "))
    return isNone ? Result.succeed([0, 0, 0, 0]) : Result.fail("the section has no table")
  }
  const sums: number[] = []
  for (const severity of severities) {
    const column = table.header.cells.findIndex((cell) => cell.toLowerCase() === severity.toLowerCase())
    if (column === -1) return Result.fail(`the matrix has no column "${severity}"`)
    let sum = 0
    for (const { cells } of table.rows) {
      const cell = cells[column] ?? ""
      if (!/^\d+$/u.test(cell)) return Result.fail(`the matrix has "${cell}" where a number of findings belongs`)
      sum += Number(cell)
    }
    sums.push(sum)
  }
  return Result.succeed(sums)
}

/** C15: what a ceiling left out of the node sections is said in the header. */
export function ceilingSaid(facts: ReportFacts): readonly Violation[] {
  const cut = sectionNamed(facts.outline, "Findings by node")?.lines.find((line) =>
    !line.fenced && line.text.startsWith("Not shown:")
  )
  const isSaid = facts.outline.header.some((line) => line.text.startsWith("Ceiling:"))
  return cut === undefined || isSaid ? [] : [{
    rule: "C15",
    line: cut.line,
    message: 'findings are not shown, and no line "Ceiling: …" of the header says so',
  }]
}
