import { plainText } from "../decision/status.ts"
import { parseMarkdown } from "../markdown/parse_markdown.ts"
import type { Table } from "../markdown/markdown_blocks.ts"
import { escapeText } from "../report/markdown_text.ts"
import { padded } from "./numbering.ts"

/** What the columns of a backlog hold, by their head. */
const columnNames: readonly (readonly [BacklogColumn, RegExp])[] = [
  ["rank", /^(?:rank|order|prio(?:rity)?|pos(?:ition)?)$/iu],
  ["id", /^(?:#|ids?|nos?\.?|nr\.?|number)$/iu],
  ["title", /^(?:title|proposals?|name|what|summary|item|description|task|work|topic)$/iu],
  ["status", /^(?:status|state)$/iu],
]

type BacklogColumn = "rank" | "id" | "title" | "status"

/** A table of work to be done. */
export interface BacklogTable {
  /** The line of its last row. */
  readonly last: number
  readonly columns: readonly (BacklogColumn | undefined)[]
  readonly rows: readonly (readonly string[])[]
}

/** The first table of a text whose rows have a number and a title; `undefined`: there is none. */
export function backlogTable(path: string, text: string): BacklogTable | undefined {
  if (!text.includes("|")) return undefined
  for (const table of parseMarkdown(path, text).blocks.tables) {
    const columns = columnsOf(table)
    if (table.quoted || !columns.includes("id") || !columns.includes("title")) continue
    return { last: table.rows.at(-1)?.line ?? table.line + 1, columns, rows: table.rows.map(({ cells }) => cells) }
  }
  return undefined
}

/** Each column once: what has no name of a title, and stands behind the number, is the title. */
function columnsOf({ header }: Table): readonly (BacklogColumn | undefined)[] {
  const taken = new Set<BacklogColumn>()
  const columns = header.map((cell) => {
    const found = columnNames.find(([column, name]) => !taken.has(column) && name.test(plainText(cell).trim()))?.[0]
    if (found !== undefined) taken.add(found)
    return found
  })
  const next = columns.indexOf("id") + 1
  if (taken.has("title") || !taken.has("id") || next >= columns.length || columns[next] !== undefined) return columns
  return columns.map((column, index) => index === next ? "title" : column)
}

/** The numbers of a cell: `17-v2` is 17, `035+037` are two. */
function numbersIn(cell: string): readonly number[] {
  return [...plainText(cell).replace(/-v\d+/giu, "").matchAll(/\d{1,6}/gu)].map(([digits]) => Number(digits))
}

/** The highest number of a backlog's rows; 0 when it has none. */
export function highestInBacklog(table: BacklogTable): number {
  const ids = idsOf(table)
  const prefix = sharedPrefix(ids)
  return Math.max(0, ...ids.flatMap((id) => numbersIn(prefix === "" ? id : id.replaceAll(prefix, " "))))
}

function idsOf({ columns, rows }: BacklogTable): readonly string[] {
  return rows.map((cells) => plainText(cells[columns.indexOf("id")] ?? "").trim())
}

/** What stands before the number in each id that has one, as in `FEAT-007` or `#7`; empty: nothing, or not the same. */
function sharedPrefix(ids: readonly string[]): string {
  const numbered = ids.filter((id) => /\d/u.test(id))
  const prefixes = new Set(
    numbered.map((id) => /^(?:#|\p{L}[\p{L}\p{N}]*[-_.:/#]|\p{L}+ ?)(?=\d)/u.exec(id)?.[0] ?? ""),
  )
  const [prefix = ""] = prefixes
  return prefixes.size === 1 ? prefix : ""
}

/** A new row of a backlog, and the number that it has. */
export function backlogRow(
  table: BacklogTable,
  title: string,
  status: string,
  marker: string,
): { readonly number: string; readonly row: string } {
  const { columns, rows } = table
  const ids = idsOf(table)
  const prefix = sharedPrefix(ids)
  const width = Math.max(1, ...ids.map((id) => /^0\d+/u.exec(id.slice(prefix.length))?.[0].length ?? 1))
  const number = `${prefix}${padded(highestInBacklog(table) + 1, width)}`
  const ranks = rows.flatMap((cells) => numbersIn(cells[columns.indexOf("rank")] ?? ""))
  const cells: { readonly [column in BacklogColumn]: string } = {
    rank: String(Math.max(0, ...ranks) + 1),
    id: escapeText(number),
    title: `${escapeText(title)} ${marker}`,
    status: statusLike(rows.map((row) => row[columns.indexOf("status")] ?? ""), status),
  }
  return { number, row: `| ${columns.map((column) => column === undefined ? "" : cells[column]).join(" | ")} |` }
}

/** The word in the case that the column has. */
function statusLike(cells: readonly string[], status: string): string {
  const lower = status.toLowerCase()
  return cells.some((cell) => /^\p{Lu}/u.test(cell.trim())) ? lower.charAt(0).toUpperCase() + lower.slice(1) : lower
}
