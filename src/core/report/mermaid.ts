import type { Graph } from "./diagram.ts"
import { quantity } from "./orientation_block.ts"

/** What mermaid would read as an entity, HTML, Markdown, a comment or a line break inside a quoted label. */
const labelEscapes: readonly (readonly [RegExp, string])[] = [
  [/#/gu, "#35;"],
  [/"/gu, "#quot;"],
  [/`/gu, "'"],
  [/&/gu, "#amp;"],
  [/</gu, "#lt;"],
  [/>/gu, "#gt;"],
  [/\\/gu, "#92;"],
  [/\*/gu, "#42;"],
  [/\|/gu, "#124;"],
  [/%(?=%)/gu, "% "],
  [/_(?=_)|(?<=_)_/gu, "#95;"],
  // "1. text" and "- text" would be lists, which labels cannot hold
  [/^(\d+)\.(?=\s)/u, "$1#46;"],
  [/^(\d+)\)(?=\s)/u, "$1#41;"],
  [/^-(?=\s)/u, "#45;"],
  [/^\+(?=\s)/u, "#43;"],
]

/** Text as the inside of a quoted mermaid label. */
export function mermaidLabel(text: string): string {
  return labelEscapes.reduce((label, [pattern, replacement]) => label.replace(pattern, replacement), text)
}

/** The statement of a node. */
export function nodeLine(id: string, label: string): string {
  return `  ${id}["${mermaidLabel(label)}"]`
}

/** The statement of an edge. */
export function edgeLine(from: string, kind: string, to: string): string {
  return `  ${from} -->|"${mermaidLabel(kind)}"| ${to}`
}

/** The labels of the nodes of a flowchart that this module wrote, still escaped. */
export function drawnLabels(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => /^\s*\w+\["(.*)"\]\s*$/u.exec(line)?.[1] ?? []))
}

const edgesInGist = 3
const longestName = 60

/** The graph in one line of ASCII, for whoever sees no picture; `text` writes a name in the report's dialect. */
export function gist(graph: Graph, text: (name: string) => string): string {
  const name = (full: string): string => text(ascii(full))
  const edges = graph.edges.slice(0, edgesInGist).map(({ from, to, kind }) =>
    `${name(from)} -> ${name(to)} (${name(kind)})`
  )
  const more = graph.edges.length - edges.length
  if (more > 0) edges.push(`${more} more`)
  const summary = `${quantity(graph.nodes.length, "node")}, ${quantity(graph.edges.length, "edge")}`
  return edges.length === 0 ? summary : `${summary}: ${edges.join("; ")}`
}

function ascii(text: string): string {
  const name = text.replace(/[^ -~]/gu, "?")
  return name.length <= longestName ? name : `${name.slice(0, longestName)}...`
}
