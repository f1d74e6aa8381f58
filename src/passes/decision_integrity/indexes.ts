import type { DecisionNode } from "../../core/decision/decision_node.ts"
import { escapedPattern } from "../../core/escaped_pattern.ts"
import { decoded } from "../../core/markdown/link_target.ts"
import { baseName, folderOf, joinPath } from "../../core/corpus/folder_path.ts"
import type { LineChange } from "../../core/decision/line_change.ts"
import { isStatusAlone, plainText, readStatus, saysOver } from "../../core/decision/status.ts"
import { isDelimiterRow, tableCells } from "../../core/decision/syntax/table_block.ts"
import { writtenReferences } from "../../core/decision/written_reference.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"
import { isEntryFor } from "../prose/index_entry.ts"
import { type Candidate, evidenceAt, type RuleResult } from "./candidate.ts"
import { conventionOf, type IntegrityContext, isLive, replacedDecisions, says, statusOf } from "./integrity_context.ts"

/** What an index says about a decision, and where. */
interface Row {
  readonly document: MarkdownDocument
  readonly line: number
  readonly node: DecisionNode
  /** The cell of the column "Status"; absent in a list. */
  readonly status?: string
  /** Whether the line says nothing else. */
  readonly isAlone?: boolean
}

/** What the rules find, and the indexes that they looked at. */
export interface IndexResult extends RuleResult {
  readonly indexes: readonly string[]
}

/** Tables with a column "Status" and lists of memories show what the decisions say. */
export function indexes(context: IntegrityContext): IndexResult {
  const candidates: Candidate[] = []
  const near_misses: NearMiss[] = []
  const seen = new Set<string>()
  for (const document of context.corpus.documents) {
    if (context.byPath.has(document.path)) continue
    for (const row of [...tableRows(context, document), ...memoryRows(context, document)]) {
      seen.add(document.path)
      const found = row.status === undefined ? listed(context, row) : shown(context, row, row.status)
      if (found === undefined) continue
      if ("why" in found) near_misses.push(found)
      else candidates.push(found)
    }
  }
  return { candidates, near_misses, indexes: [...seen] }
}

/** Whether a decision is superseded, said by itself or by a successor that is in force. */
function isSuperseded(context: IntegrityContext, node: DecisionNode): boolean {
  return replacedDecisions(context).has(node.path) ||
    node.status === undefined && node.superseded_by.some((reference) => says(reference) && !reference.partial)
}

function shown(context: IntegrityContext, row: Row, cell: string): Candidate | NearMiss | undefined {
  const { document, line, node } = row
  const status = statusOf(context, node)
  const written = readStatus(cell, line)
  if (status === undefined || written.class === "unknown" || written.normal === status.normal) {
    if (written.class === "unknown" || !isSuperseded(context, node) || written.class === "dead") return undefined
  }
  const superseded = isSuperseded(context, node)
  const actual = superseded && status?.class !== "dead"
    ? conventionOf(node)?.obligation.replaced_status ?? "superseded"
    : status?.normal ?? "superseded"
  const actualClass = superseded ? "dead" : status?.class
  if (actualClass === undefined || actualClass === "unknown") return undefined
  const evidence = [...evidenceAt(document, line), ...evidenceAt(node, node.status?.line)]
  if (actualClass === written.class) {
    return {
      locator: document.path,
      what: `shows ${node.path} as ${written.normal}, and its status is ${actual}`,
      why: "both words mean the same stage",
      evidence,
    }
  }
  const change = cellChange(document, line, cell, actual)
  return {
    rule: superseded ? "index-shows-superseded" : "index-status-differs",
    locator: document.path,
    subject: node.path,
    what: `it shows ${node.path} as ${written.normal}, and that is ${actual.toLowerCase()}`,
    action: `Show it as ${actual}.`,
    evidence,
    ...(change === undefined ? {} : { changes: [{ path: document.path, text: document.text, changes: [change] }] }),
  }
}

/** Writes the status into its cell, in the case of the cell, and keeps the width where it can. */
function cellChange(document: MarkdownDocument, line: number, cell: string, status: string): LineChange | undefined {
  const text = document.lines[line - 1] ?? ""
  const pattern = new RegExp(`\\|(\\s*)${escapedPattern(cell)}(\\s*)(?=\\||$)`, "gu")
  const matches = [...text.matchAll(pattern)]
  const [match] = matches
  if (match === undefined || matches.length > 1 || !isStatusAlone(readStatus(cell, line))) return undefined
  const word = /^\p{Lu}/u.test(cell) ? status.charAt(0).toUpperCase() + status.slice(1) : status.toLowerCase()
  const room = cell.length + (match[2] ?? "").length
  const padded = word.length < room ? word.padEnd(room) : `${word} `
  return {
    _tag: "replace",
    line,
    text: text.slice(0, match.index) + `|${match[1] ?? ""}${padded}` + text.slice(match.index + match[0].length),
  }
}

function listed(context: IntegrityContext, { document, line, node, isAlone }: Row): Candidate | NearMiss | undefined {
  if (isLive(context, node) && !isSuperseded(context, node)) return undefined
  const evidence = evidenceAt(document, line)
  if (saysOver(document.lines[line - 1] ?? "")) {
    return {
      locator: document.path,
      what: `lists ${node.path}, which is superseded`,
      why: "the entry says that it is",
      evidence,
    }
  }
  return {
    rule: "index-shows-superseded",
    locator: document.path,
    subject: node.path,
    what: `it lists ${node.path}, which is superseded`,
    action: "Take the entry out of the index; the memory stays.",
    evidence: [...evidence, ...evidenceAt(node, node.superseded_by[0]?.line)],
    route: "memory-audit",
    ...(isAlone === true
      ? { changes: [{ path: document.path, text: document.text, changes: [{ _tag: "delete", line }] }] }
      : {}),
  }
}

function memoryRows(context: IntegrityContext, document: MarkdownDocument): readonly Row[] {
  if (baseName(document.path) !== "MEMORY.md") return []
  return document.links.flatMap((link): readonly Row[] => {
    const node = decisionAt(context, document, link.target)
    const isEntry = /^\s*[-*+]\s/u.test(document.lines[link.line - 1] ?? "")
    return node === undefined || !isEntry || node.status !== undefined
      ? []
      : [{ document, line: link.line, node, isAlone: isEntryFor(document, link.line, link.target) }]
  })
}

function tableRows(context: IntegrityContext, document: MarkdownDocument): readonly Row[] {
  if (!document.text.includes("|") || !/status/iu.test(document.text)) return []
  const rows: Row[] = []
  let fence = ""
  let columns: readonly string[] = []
  for (let line = 1; line <= document.lines.length; line++) {
    const text = document.lines[line - 1] ?? ""
    const mark = /^\s*(`{3,}|~{3,})/u.exec(text)?.[1] ?? ""
    if (mark !== "") fence = fence === "" ? mark : text.trim().startsWith(fence) ? "" : fence
    const cells = fence === "" ? tableCells(text) : undefined
    if (cells === undefined) columns = []
    else if (isDelimiterRow(document.lines[line] ?? "") && columns.length === 0) {
      columns = cells.map((cell) => plainText(cell).toLowerCase())
      line++
    } else {
      const status = cells[columns.indexOf("status")]
      const node = status === undefined ? undefined : decisionOf(context, document, cells, columns)
      if (status !== undefined && status !== "" && node !== undefined) rows.push({ document, line, node, status })
    }
  }
  return rows
}

/** The decision of a row: by its link, by slug and version, or by its number in the index's own folder. */
function decisionOf(
  context: IntegrityContext,
  document: MarkdownDocument,
  cells: readonly string[],
  columns: readonly string[],
): DecisionNode | undefined {
  for (const cell of cells) {
    for (const { address } of cell.includes("](") ? writtenReferences(cell, 1, false) : []) {
      const node = decisionAt(context, document, address)
      if (node !== undefined) return node
    }
  }
  const number = /^(?:adr|rfc|pep|bip|eip)?[-\s#]*0*(\d{1,6})$/iu.exec(plainText(cells[0] ?? ""))?.[1]
  if (number !== undefined) return numbered(context, folderOf(document.path), Number(number))
  const slug = plainText(cells[columns.indexOf("slug")] ?? "")
  const current = /^v?(\d+)(?:\.md)?$/u.exec(plainText(cells[columns.indexOf("current")] ?? ""))?.[1]
  if (slug !== "" && current !== undefined) return decisionAt(context, document, `${slug}/v${current}.md`)
  return undefined
}

/** The only decision with a number in a folder or right below it. */
function numbered(context: IntegrityContext, folder: string, number: number): DecisionNode | undefined {
  const found = context.nodes.filter((node) =>
    node.number === number && (node.family === folder || folderOf(node.family) === folder && node.family !== "")
  )
  return found.length === 1 ? found[0] : undefined
}

function decisionAt(context: IntegrityContext, document: MarkdownDocument, address: string): DecisionNode | undefined {
  const bare = address.replace(/[#?].*$/u, "")
  if (bare === "" || /^[a-z][a-z0-9+.-]*:/iu.test(bare)) return undefined
  const path = joinPath(bare.startsWith("/") ? "" : folderOf(document.path), decoded(bare))
  return path === undefined ? undefined : context.byPath.get(path)
}
