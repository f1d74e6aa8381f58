import { deepStrictEqual, strictEqual } from "node:assert/strict"
import MarkdownIt from "markdown-it"
import { micromark } from "npm:micromark@4.0.2"
import { gfm, gfmHtml } from "npm:micromark-extension-gfm@3.0.0"
import { fileDialect } from "../../../src/core/report/dialect.ts"
import { escapeHeading, escapeLineStart, escapeText } from "../../../src/core/report/markdown_text.ts"
import { renderReport } from "../../../src/core/report/render_report.ts"
import { entriesOf, type ReportEntry } from "../../../src/core/report/report_entry.ts"
import type { Report } from "../../../src/core/schema/report.ts"
import { holds, line, report } from "./report_arbitrary.ts"

const markdownIt = new MarkdownIt({ html: true, linkify: true })

const readers: readonly (readonly [string, (markdown: string) => string])[] = [
  ["markdown-it", (markdown) => markdownIt.render(markdown)],
  [
    "micromark with GFM",
    (markdown) => micromark(markdown, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] }),
  ],
]

const entities: { readonly [entity: string]: string } = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' }

function shown(html: string): string {
  return html.replace(/&(?:amp|lt|gt|quot);/gu, (entity) => entities[entity] ?? entity)
}

function cells(html: string): readonly string[] {
  return [...html.matchAll(/<td>([^]*?)<\/td>/gu)].map((cell) => shown(cell[1] ?? ""))
}

function shownAs(tag: string, html: string): string | undefined {
  return html.startsWith(`<${tag}>`) ? shown(html.trim().slice(tag.length + 2, -tag.length - 3)) : undefined
}

for (const [name, render] of readers) {
  Deno.test(`${name} shows exactly the text of a cell`, async () => {
    await holds(line, (text) => {
      deepStrictEqual(cells(render(fileDialect.table(["A", "B"], [[escapeText(text), "end"]]).join("\n"))), [
        text,
        "end",
      ])
      return true
    }, 1500)
  })

  Deno.test(`${name} shows exactly the text of a heading`, async () => {
    await holds(line, (text) => {
      strictEqual(shownAs("h3", render(`### ${escapeHeading(text)}`)), text)
      return true
    }, 800)
  })

  Deno.test(`${name} shows exactly the text of a list item`, async () => {
    await holds(line, (text) => {
      const [start, end] = ["<ul>\n<li>", "</li>\n</ul>"]
      const html = render(`- ${escapeLineStart(text)}: x`).trim()
      strictEqual(html.startsWith(start) && html.endsWith(end), true, html)
      strictEqual(shown(html.slice(start.length, -end.length)), `${text}: x`)
      return true
    }, 800)
  })

  Deno.test(`${name} shows the findings table of a report`, async () => {
    await holds(report, (report) => {
      const html = render(renderReport(report).replace(/^---[^]*?\n---\n/u, ""))
      const table = /<h2>Findings table<\/h2>\s*<table>[^]*?<\/table>/u.exec(html)?.[0] ?? ""
      deepStrictEqual(cells(table), entriesOf(report).flatMap(columnsOf))
      return true
    }, 100)
  })

  Deno.test(`${name} finds as many headings in a report as were written`, async () => {
    await holds(report, (report) => {
      const html = render(renderReport(report).replace(/^---[^]*?\n---\n/u, ""))
      strictEqual([...html.matchAll(/<h3>/gu)].length, nodesOf(report))
      strictEqual([...html.matchAll(/<(?:h1|h4|h5|h6|a|b|strong|em|del|img|hr)\b/gu)].length, 0)
      return true
    }, 100)
  })
}

function columnsOf({ row }: ReportEntry): readonly string[] {
  const { id, pass, locator, severity = "", effort = "", tag = "", what, route = "", status } = row
  return [id, pass, locator, severity, effort, tag, what, route, status]
}

function nodesOf(report: Report): number {
  const found = new Set(entriesOf(report).map((entry) => entry.node))
  const clean = new Set(report.clean_nodes.filter((node) => !found.has(node)))
  return found.size === 0 ? 0 : found.size + clean.size
}
