import * as Result from "effect/Result"
import { factsOf, type ReportFacts } from "./report_facts.ts"
import { diagramExists, diagramIsDue, structureIsDrawn } from "./validate_diagram.ts"
import { groupedByNode, labelled, severityFirst, tableIsComplete } from "./validate_findings.ts"
import { ceilingSaid, countsAgree, nearMissesReasoned, quickWinsStated } from "./validate_sections.ts"

/** A broken rule of the output contract, at a 1-based line; 1 when something is missing altogether. */
export interface Violation {
  /** `C03` to `C08`, `C11` to `C15`, or `malformed`: the front matter cannot be read. */
  readonly rule: string
  /** 1-based. */
  readonly line: number
  /** What is wrong there. */
  readonly message: string
}

/** Every rule that can be checked from the file alone, in the order of their numbers. */
const rules: readonly ((facts: ReportFacts) => readonly Violation[])[] = [
  frontMatterReads,
  groupedByNode, // C03
  severityFirst, // C04
  labelled, // C05
  diagramExists, // C06
  diagramIsDue, // C07
  structureIsDrawn, // C08
  nearMissesReasoned, // C11
  tableIsComplete, // C12
  quickWinsStated, // C13
  countsAgree, // C14
  ceilingSaid, // C15
]

function frontMatterReads(facts: ReportFacts): readonly Violation[] {
  if (Result.isSuccess(facts.frontMatter)) return []
  const { line, reason } = facts.frontMatter.failure
  return [{ rule: "malformed", line, message: reason }]
}

/**
 * Checks a report file against the output contract: the rules that need nothing but the file. No violations: it holds.
 *
 * @example
 * ```ts
 * import { completeReport, renderReport, validateReport } from "@retro/cli/core"
 * import { deepStrictEqual, strictEqual } from "node:assert/strict"
 * const report = renderReport(completeReport({
 *   run_mode: "fresh", baseline: null, findings: [], resolved: [], unverified: [], id_max: 0, warnings: [],
 * }))
 * deepStrictEqual(validateReport(report), [])
 * strictEqual(validateReport(report.replace("## Quick wins", "## Wins"))[0]?.rule, "C13")
 * ```
 */
export function validateReport(text: string): readonly Violation[] {
  const facts = factsOf(text)
  return rules.flatMap((rule) => rule(facts))
}
