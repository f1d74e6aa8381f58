import * as Result from "effect/Result"
import type { Effort, Severity } from "../schema/finding.ts"
import { nodeOf } from "../schema/locator.ts"
import { readEffort, readSeverity } from "./findings_table.ts"
import { unescapeText } from "./markdown_text.ts"
import { readTable } from "./pipe_table.ts"
import { readReportBlock, readReportFrontMatter, type ReportProblem } from "./read_report_front_matter.ts"
import { readRows } from "./read_rows.ts"
import type { ReportFrontMatter } from "./report_front_matter.ts"
import {
  type OutlineLine,
  outlineOf,
  type OutlineSection,
  type ReportOutline,
  sectionNamed,
  splitLines,
} from "./report_outline.ts"

/** A row of the findings table, as far as the rules look at it. */
export interface RowFact {
  readonly id: string
  readonly node: string
  readonly what: string
  readonly severity: Severity
  readonly effort: Effort | undefined
  readonly line: number
}

/** A bullet of a node section; without a label when it has none that can be read. */
export interface BulletFact {
  readonly id: string
  readonly line: number
  readonly label?: { readonly severity: Severity; readonly effort: Effort | undefined }
}

/** A node section. */
export interface NodeFact {
  readonly node: string
  /** The heading says that there are no findings. */
  readonly clean: boolean
  readonly line: number
  readonly bullets: readonly BulletFact[]
}

/** What the rules of the output contract look at. */
export interface ReportFacts {
  readonly outline: ReportOutline
  readonly frontMatter: Result.Result<ReportFrontMatter, ReportProblem>
  readonly tableSection: OutlineSection | undefined
  readonly rows: Result.Result<readonly RowFact[], ReportProblem>
  readonly nodes: readonly NodeFact[]
}

/** Reads whatever can be read of a report file. */
export function factsOf(text: string): ReportFacts {
  const lines = splitLines(text)
  const block = readReportBlock(text)
  const outline = outlineOf(lines, Result.isSuccess(block) ? block.success.length : 0)
  const tableSection = sectionNamed(outline, "Findings table")
  return {
    outline,
    frontMatter: Result.flatMap(block, readReportFrontMatter),
    tableSection,
    rows: rowFacts(tableSection),
    nodes: nodeFacts(sectionNamed(outline, "Findings by node")?.lines ?? []),
  }
}

function rowFacts(section: OutlineSection | undefined): Result.Result<readonly RowFact[], ReportProblem> {
  return Result.flatMap(
    readTable(section?.lines ?? []),
    (table) =>
      table === undefined
        ? Result.succeed([])
        : Result.map(readRows(table, {}), (rows) =>
          rows.map(({ row, line }) => ({
            id: row.id,
            node: nodeOf(row.locator).trim(),
            what: row.what,
            severity: row.severity ?? "Low",
            effort: row.effort,
            line,
          }))),
  )
}

/** Sections are headed by their node; bullets before the first heading belong to the node "". */
function nodeFacts(lines: readonly OutlineLine[]): readonly NodeFact[] {
  const nodes: { heading: string; line: number; bullets: BulletFact[] }[] = []
  for (const { text, line, fenced } of lines) {
    if (fenced) continue
    const heading = /^### +(.*?)(?: +#+)? *$/u.exec(text)?.[1]
    if (heading !== undefined) nodes.push({ heading: unescapeText(heading).trim(), line, bullets: [] })
    const bullet = readBullet(text, line)
    if (bullet === undefined) continue
    if (nodes.length === 0) nodes.push({ heading: "", line, bullets: [] })
    nodes.at(-1)?.bullets.push(bullet)
  }
  return nodes.map(({ heading, line, bullets }) => {
    // A node may be called so itself: then it has bullets
    const clean = bullets.length === 0 && heading.endsWith(cleanSuffix)
    return { node: clean ? heading.slice(0, -cleanSuffix.length) : heading, clean, line, bullets }
  })
}

const cleanSuffix = " — no findings"

function readBullet(text: string, line: number): BulletFact | undefined {
  const id = /^- (R\d{3,})\b/u.exec(text)?.[1]
  if (id === undefined) return undefined
  const label = /^ \[(Critical|High|Medium|Low)\/(S|M|L|-)\]/u.exec(text.slice(2 + id.length))
  const severity = readSeverity(label?.[1] ?? "")
  return severity === undefined ? { id, line } : { id, line, label: { severity, effort: readEffort(label?.[2] ?? "") } }
}
