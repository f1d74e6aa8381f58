import * as Result from "effect/Result"
import { drawnLabels, mermaidLabel } from "./mermaid.ts"
import type { ReportFacts, RowFact } from "./report_facts.ts"
import { type OutlineLine, sectionNamed } from "./report_outline.ts"
import { isStructural } from "./structural.ts"
import type { Violation } from "./validate_report.ts"

/** How many nodes a diagram must have room for. */
const promisedNodes = 50

interface Fence {
  readonly info: string
  readonly lines: readonly string[]
  readonly line: number
  /** The last line with text before the fence. */
  readonly before: string
}

function diagram(facts: ReportFacts): readonly OutlineLine[] {
  return sectionNamed(facts.outline, "Diagram")?.lines ?? []
}

function firstFence(lines: readonly OutlineLine[]): Fence | undefined {
  const start = lines.findIndex((line) => line.fenced)
  const opening = lines[start]
  if (opening === undefined) return undefined
  const after = lines.slice(start + 1)
  const end = after.findIndex((line) => !line.fenced)
  const inside = (end === -1 ? after : after.slice(0, end)).slice(0, -1)
  return {
    info: opening.text.trim().replace(/^[`~]+/u, "").trim(),
    lines: inside.map((line) => line.text),
    line: opening.line,
    before: lines.slice(0, start).findLast((line) => line.text.trim() !== "")?.text ?? "",
  }
}

function notApplicable(lines: readonly OutlineLine[]): { readonly reason: string; readonly line: number } | undefined {
  for (const { text, line, fenced } of lines) {
    const reason = fenced ? undefined : /^Diagram: N\/A(?: —)?(.*)$/u.exec(text)?.[1]
    if (reason !== undefined) return { reason: reason.trim(), line }
  }
  return undefined
}

/** C06: a mermaid block after one line of ASCII, an ASCII drawing or bar chart, or why there is none. */
export function diagramExists(facts: ReportFacts): readonly Violation[] {
  const section = sectionNamed(facts.outline, "Diagram")
  if (section === undefined) return [{ rule: "C06", line: 1, message: 'there is no section "## Diagram"' }]
  const fence = firstFence(section.lines)
  const message = fence === undefined ? withoutFence(section.lines) : withFence(fence)
  return message === undefined ? [] : [{ rule: "C06", line: fence?.line ?? section.line, message }]
}

function withoutFence(lines: readonly OutlineLine[]): string | undefined {
  const reason = notApplicable(lines)?.reason
  if (reason === undefined) return 'the section has neither a drawing nor a line "Diagram: N/A — <reason>"'
  return reason.split(/\s+/u).length >= 3
    ? undefined
    : `the reason "${reason}" for no diagram has fewer than three words`
}

function withFence(fence: Fence): string | undefined {
  if (fence.lines.every((line) => line.trim() === "")) return "the drawing is empty"
  if (!fence.info.startsWith("mermaid")) return undefined
  if (fence.before === "") return "no line of ASCII before the mermaid block says what it shows"
  return /^[ -~]+$/u.test(fence.before)
    ? undefined
    : `the line before the mermaid block is not ASCII: "${fence.before}"`
}

/** C07: only a report without structure may have no diagram: one node, or fewer than three findings. */
export function diagramIsDue(facts: ReportFacts): readonly Violation[] {
  const lines = diagram(facts)
  const missing = firstFence(lines) === undefined ? notApplicable(lines) : undefined
  if (missing === undefined || Result.isFailure(facts.rows)) return []
  const rows = facts.rows.success
  if (rows.length < 3 || new Set(rows.map((row) => row.node)).size === 1) return []
  return [{ rule: "C07", line: missing.line, message: `${rows.length} findings on several nodes need a diagram` }]
}

/** C08: the nodes of findings about structure are in the diagram, as far as it has room. */
export function structureIsDrawn(facts: ReportFacts): readonly Violation[] {
  const rows = Result.getOrElse(facts.rows, (): readonly RowFact[] => []).filter((row) => isStructural(row.what))
  const lines = diagram(facts)
  const fence = firstFence(lines)
  const labels = fence?.info.startsWith("mermaid") ? drawnLabels(fence.lines) : undefined
  const isFull = (labels?.size ?? 0) >= promisedNodes || lines.some((line) => line.text.startsWith("Not drawn:"))
  if (isFull) return []
  const drawing = fence?.lines.join("\n") ?? ""
  return rows.filter(({ node }) =>
    labels === undefined ? !drawing.includes(node) : !labels.has(mermaidLabel(node)) && !labels.has(node)
  ).map(({ id, node, line }) => ({
    rule: "C08",
    line,
    message: `${id} is about structure, and its node "${node}" is not in the diagram`,
  }))
}
