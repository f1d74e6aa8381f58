import { byCodeUnit } from "../code_unit_order.ts"
import type { Relation } from "../schema/finding.ts"
import type { Report } from "../schema/report.ts"
import type { Dialect } from "./dialect.ts"
import { codeFence } from "./markdown_text.ts"
import { edgeLine, gist, nodeLine } from "./mermaid.ts"
import { bySeverity, type ReportEntry } from "./report_entry.ts"
import { notShown } from "./section.ts"
import { isStructural } from "./structural.ts"

/** What mermaid draws on GitHub with a margin: 500 edges and 50,000 characters are its end. */
const limits = { edges: 300, characters: 40_000 } as const

/** The nodes and edges that a diagram shows, in the order in which they are kept. */
export interface Graph {
  readonly nodes: readonly string[]
  readonly edges: readonly Relation[]
}

/** The diagram of a report: relations, else findings per pass, else why there is none. */
export function diagramLines(
  report: Report,
  entries: readonly ReportEntry[],
  dialect: Dialect,
  maxNodes: number,
): readonly string[] {
  const graph = graphOf(entries)
  if (graph.nodes.length > 0) {
    return dialect.destination === "terminal" ? arrows(graph, dialect, maxNodes) : flowchart(graph, dialect, maxNodes)
  }
  if (entries.length < 3) return ["Diagram: N/A — fewer than three findings and no relations"]
  return barChart(report, entries, dialect)
}

/** The nodes of structural findings first, worst first, then what the relations name. */
function graphOf(entries: readonly ReportEntry[]): Graph {
  const nodes = new Set<string>()
  const edges = new Map<string, Relation>()
  for (const entry of [...entries].sort(bySeverity)) {
    if (isStructural(entry.row.what) || (entry.source._tag === "finding" && entry.source.finding.structural === true)) {
      nodes.add(entry.node)
    }
  }
  for (const entry of entries) {
    if (entry.source._tag !== "finding") continue
    for (const relation of entry.source.finding.relations ?? []) {
      edges.set(JSON.stringify([relation.from, relation.to, relation.kind]), relation)
    }
  }
  for (const edge of edges.values()) nodes.add(edge.from).add(edge.to)
  return { nodes: [...nodes], edges: [...edges.values()] }
}

function flowchart(graph: Graph, dialect: Dialect, maxNodes: number): readonly string[] {
  const lines = ["flowchart LR"]
  const ids = new Map<string, string>()
  let characters = 0
  for (const node of graph.nodes.slice(0, maxNodes)) {
    const line = nodeLine(`n${ids.size}`, node)
    if (characters + line.length > limits.characters / 2) continue
    characters += line.length + 1
    ids.set(node, `n${ids.size}`)
    lines.push(line)
  }
  const drawn: Relation[] = []
  for (const edge of graph.edges) {
    const [from, to] = [ids.get(edge.from), ids.get(edge.to)]
    if (from === undefined || to === undefined || drawn.length === limits.edges) continue
    const line = edgeLine(from, edge.kind, to)
    if (characters + line.length > limits.characters - 100) continue
    characters += line.length + 1
    drawn.push(edge)
    lines.push(line)
  }
  if (ids.size === 0) return ["Diagram: N/A — every label is too long to be drawn"]
  return [
    gist({ nodes: [...ids.keys()], edges: drawn }, dialect.text),
    "",
    ...codeFence(lines, "mermaid"),
    ...cut(graph.nodes.length - ids.size, graph.edges.length - drawn.length),
  ]
}

function cut(nodes: number, edges: number): readonly string[] {
  return nodes === 0 && edges === 0 ? [] : ["", `Not drawn: ${nodes} nodes, ${edges} edges.`]
}

/** For a person at a terminal: one line an edge, then the nodes without one. */
function arrows(graph: Graph, dialect: Dialect, maxLines: number): readonly string[] {
  const linked = new Set(graph.edges.flatMap((edge) => [edge.from, edge.to]))
  const lines = [
    ...graph.edges.map((edge) => `${edge.from} -> ${edge.to} (${edge.kind})`),
    ...graph.nodes.filter((node) => !linked.has(node)),
  ].map(dialect.text)
  return lines.length <= maxLines ? lines : [
    ...lines.slice(0, maxLines),
    notShown(lines.length - maxLines, "lines of the diagram"),
  ]
}

const widestBar = 40

function barChart(report: Report, entries: readonly ReportEntry[], dialect: Dialect): readonly string[] {
  const found = new Map<string, number>()
  for (const pass of report.passes) if (pass.state !== "skipped") found.set(pass.pass, 0)
  for (const pass of entries.map((entry) => entry.row.pass).sort(byCodeUnit)) {
    found.set(pass, (found.get(pass) ?? 0) + 1)
  }
  const most = [...found.values()].reduce((most, count) => Math.max(most, count), 1)
  const scale = Math.min(1, widestBar / most)
  const width = [...found.keys()].reduce((width, pass) => Math.max(width, pass.length), 0)
  const bars = [...found].map(([pass, count]) => {
    const bar = "#".repeat(count === 0 ? 0 : Math.max(1, Math.round(count * scale)))
    // Indented, so that no name at the start of a line reads as something else
    return `  ${pass.padEnd(width)} | ${bar}${bar === "" ? "" : " "}${count}`
  })
  return ["Findings per pass:", "", ...(dialect.destination === "terminal" ? bars : codeFence(bars, "text"))]
}
