import type { LineChange } from "../../core/decision/line_change.ts"
import type { DecisionNode } from "../../core/decision/decision_node.ts"
import type { Evidence, Relation, Route, Severity } from "../../core/schema/finding.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"
import type { RuleId } from "./rules.ts"

/** The lines of one file that a finding would change. */
export interface FileChanges {
  readonly path: string
  readonly text: string
  readonly changes: readonly LineChange[]
}

/** What a rule found, before the table of rules makes a finding of it. */
export interface Candidate {
  readonly rule: RuleId
  readonly locator: string
  /** What it is about inside rule and node: a partner's path, a value; absent when a node has it once. */
  readonly subject?: string
  readonly what: string
  readonly action: string
  readonly evidence: readonly Evidence[]
  readonly relations?: readonly Relation[]
  /** Instead of the rule's. */
  readonly severity?: Severity
  readonly route?: Route
  readonly changes?: readonly FileChanges[]
}

/** What a family of rules yields. */
export interface RuleResult {
  readonly candidates: readonly Candidate[]
  readonly near_misses: readonly NearMiss[]
}

/** The line of a decision as evidence; nothing for an empty line. */
export function evidenceAt(node: Pick<DecisionNode, "path" | "text">, line: number | undefined): readonly Evidence[] {
  if (line === undefined) return []
  const quote = lineOf(node.text, line).trim()
  return quote === "" ? [] : [{ path: node.path, line, quote }]
}

/** A 1-based line, without splitting the rest. */
export function lineOf(text: string, line: number): string {
  let start = 0
  for (let at = 1; at < line; at++) {
    const end = text.indexOf("\n", start)
    if (end < 0) return ""
    start = end + 1
  }
  const end = text.indexOf("\n", start)
  return text.slice(start, end < 0 ? undefined : end).replace(/\r$/u, "")
}

/** A subject is cut here: a field may hold anything. */
const longest = 300

/** A text of a file as one line: no control characters or line separators, and not without end. */
export function asLine(text: string): string {
  // deno-lint-ignore no-control-regex -- taking control characters out is the purpose of the pattern
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/gu, " ").trim().slice(0, longest).trim()
}
