import { completeReport, type Report } from "../schema/report.ts"
import { nearMisses, quickWins, resolved, wontFix } from "./closing_sections.ts"
import { diagramLines } from "./diagram.ts"
import { type Destination, type Dialect, fileDialect, githubDialect, terminalDialect } from "./dialect.ts"
import { findingsTable } from "./findings_table.ts"
import { withinBudget } from "./github_budget.ts"
import { headerLines } from "./header.ts"
import { matrixLines } from "./matrix.ts"
import { nodeSection } from "./node_sections.ts"
import { orientationLines } from "./orientation_block.ts"
import { rememberedLine } from "./remembered_rows.ts"
import { byId, bySeverity, entriesOf, type ReportEntry } from "./report_entry.ts"
import { frontMatterLines } from "./report_front_matter.ts"
import { ceiling, fixedSection, type Section, sectionLines } from "./section.ts"
import { wrapSection } from "./terminal_lines.ts"

/** How a report is rendered. */
export interface RenderOptions {
  /** `file` (default): the persisted Markdown, complete; `terminal` and `github` have a ceiling. */
  readonly destination?: Destination
  /** What is shown at most, where there is a ceiling. */
  readonly limits?: {
    /** How many findings, and items of each other list, terminal and GitHub show; 50. */
    readonly findings?: number
    /** How many nodes the diagram has; 50. */
    readonly diagram_nodes?: number
  }
}

const dialects: { readonly [D in Destination]: Dialect } = {
  file: fileDialect,
  terminal: terminalDialect,
  github: githubDialect,
}

const defaultLimit = 50

/**
 * A report as text, its counts made anew: the persisted Markdown, plain text for a terminal, or a comment for GitHub of
 * at most 65,536 characters. The same report gives the same bytes.
 *
 * @example
 * ```ts
 * import { completeReport, renderReport } from "@retro/cli/core"
 * import { strictEqual } from "node:assert/strict"
 * const report = completeReport({
 *   run_mode: "fresh", baseline: null, findings: [], resolved: [], unverified: [], id_max: 0, warnings: [],
 * })
 * strictEqual(renderReport(report, { destination: "terminal" }), [
 *   "Checkpoint of: corpus",
 *   "Corpus: unknown",
 *   "Run mode: fresh",
 *   "Passes: none",
 *   "Findings: 0 total (0 critical, 0 high, 0 medium, 0 low); 0 new, 0 carried, 0",
 *   "  won't-fix; 0 resolved",
 *   "",
 *   "## Orientation",
 *   "None — no corpus was oriented",
 *   "",
 *   "## Severity × Pass",
 *   "None — no pass ran",
 *   "",
 *   "## Diagram",
 *   "Diagram: N/A — fewer than three findings and no relations",
 *   "",
 *   "## Quick wins",
 *   "None — no Low-effort × Medium+-severity findings in this run",
 *   "",
 *   "## Things that look bad but are actually fine",
 *   "None — no guard of a pass met a case that looks bad and is fine",
 *   "",
 * ].join("\n"))
 * ```
 */
export function renderReport(given: Report, options: RenderOptions = {}): string {
  // Counts that a caller forgot to make anew would contradict the table
  const report = completeReport(given)
  const dialect = dialects[options.destination ?? "file"]
  const entries = entriesOf(report)
  const sections = sectionsOf(report, entries, dialect, options)
  switch (dialect.destination) {
    case "file":
      return [...frontMatterLines(report), "", text(sections)].join("\n")
    case "terminal":
      return text(sections.map(wrapSection))
    case "github":
      return text(withinBudget(sections))
  }
}

function text(sections: readonly Section[]): string {
  return `${sections.map((section) => sectionLines(section).join("\n")).join("\n\n")}\n`
}

function sectionsOf(
  report: Report,
  entries: readonly ReportEntry[],
  dialect: Dialect,
  options: RenderOptions,
): readonly Section[] {
  const isFile = dialect.destination === "file"
  const limit = isFile ? Number.MAX_SAFE_INTEGER : options.limits?.findings ?? defaultLimit
  const shown = entries.length <= limit ? entries : [...entries].sort(bySeverity).slice(0, limit)
  const limitLine = shown.length === entries.length
    ? undefined
    : `Ceiling: ${shown.length} of ${entries.length} findings are shown, most severe first; the report file holds all.`
  const maxNodes = options.limits?.diagram_nodes ?? defaultLimit
  const list = (section: Section): Section => ceiling(section, limit)
  return [
    fixedSection(undefined, headerLines(report, dialect, limitLine)),
    fixedSection("Orientation", orientationLines(report.orientations, dialect)),
    fixedSection("Severity × Pass", matrixLines(report, entries, dialect), true),
    fixedSection("Diagram", diagramLines(report, entries, dialect, maxNodes), true),
    ...(entries.length === 0 ? [] : [nodeSection(shown, entries, report.clean_nodes, dialect)]),
    ...(entries.length === 0 ? [] : [tableSection(shown, dialect)]),
    ...(isFile ? [fixedSection(undefined, [rememberedLine(report, entries)])] : []),
    list(quickWins(entries, dialect)),
    ...resolved(report, dialect).map(list),
    list(nearMisses(report, dialect)),
    ...wontFix(entries, dialect).map(list),
  ]
}

/** Id ascending; as items, so that a budget can leave out rows. */
function tableSection(shown: readonly ReportEntry[], dialect: Dialect): Section {
  const [header = "", delimiter = "", ...rows] = findingsTable([...shown].sort(byId), dialect)
  const headLines = dialect.destination === "terminal" ? [header] : [header, delimiter]
  const bodyLines = dialect.destination === "terminal" ? [delimiter, ...rows] : rows
  return {
    title: "Findings table",
    lead: headLines,
    items: bodyLines.map((line) => ({ lines: [line], priority: 0 })),
    noun: "rows",
    verbatim: true,
  }
}
