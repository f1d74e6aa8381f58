import { byCodeUnit } from "../code_unit_order.ts"
import { oneLine } from "./markdown_text.ts"
import type { Dialect } from "./dialect.ts"
import { bulletLines } from "./finding_bullet.ts"
import { byLine, bySeverity, type ReportEntry, severityRank } from "./report_entry.ts"
import type { Item, Section } from "./section.ts"

/** How many clean nodes are listed; more are counted. */
export const listedCleanNodes = 50

/** The findings of each node, worst node first, and the nodes without one. */
export function nodeSection(
  shown: readonly ReportEntry[],
  all: readonly ReportEntry[],
  cleanNodes: readonly string[],
  dialect: Dialect,
): Section {
  const items = groupByNode(shown).flatMap(([node, entries]) => nodeItems(node, entries, dialect))
  const found = new Set(all.map((entry) => entry.node))
  const clean = [...new Set(cleanNodes)].filter((node) => !found.has(node)).sort(byCodeUnit)
  return {
    title: "Findings by node",
    lead: [],
    items: [...items, ...cleanItems(clean, dialect)],
    noun: "findings",
    verbatim: false,
  }
}

function groupByNode(entries: readonly ReportEntry[]): readonly (readonly [string, readonly ReportEntry[]])[] {
  const nodes = new Map<string, ReportEntry[]>()
  for (const entry of entries) {
    const group = nodes.get(entry.node)
    if (group === undefined) nodes.set(entry.node, [entry])
    else group.push(entry)
  }
  const worst = new Map(
    [...nodes].map(([node, group]) => [
      node,
      group.reduce((least, entry) => Math.min(least, rank(entry)), severityRank(undefined)),
    ]),
  )
  return [...nodes].sort(([left], [right]) =>
    (worst.get(left) ?? 0) - (worst.get(right) ?? 0) || byCodeUnit(left, right)
  )
}

function rank(entry: ReportEntry): number {
  return severityRank(entry.row.severity)
}

function nodeItems(node: string, entries: readonly ReportEntry[], dialect: Dialect): readonly Item[] {
  const group = dialect.heading(node)
  return [...entries].sort(dialect.destination === "github" ? byLine : bySeverity).map((entry, index) => ({
    group,
    lines: [...(index === 0 ? [""] : []), ...bulletLines(entry, dialect)],
    priority: newsRank(entry) * 4 + rank(entry),
  }))
}

/** What a reader who sees only a part must see first: what is new, then what came back. */
function newsRank(entry: ReportEntry): number {
  if (entry.row.tag === "NEW") return 0
  return entry.source._tag === "finding" && entry.source.finding.reopened !== undefined ? 1 : 2
}

function cleanItems(clean: readonly string[], dialect: Dialect): readonly Item[] {
  const last = { priority: Number.MAX_SAFE_INTEGER }
  if (clean.length === 0) return []
  if (clean.length > listedCleanNodes) return [{ ...last, lines: ["", `Clean: ${clean.length} nodes`] }]
  if (dialect.destination === "terminal") {
    return [{ ...last, lines: ["", `Clean: ${clean.length} nodes: ${clean.map(oneLine).join(", ")}`] }]
  }
  return clean.map((node) => ({ ...last, lines: ["", `### ${dialect.heading(`${node} — no findings`)}`] }))
}
