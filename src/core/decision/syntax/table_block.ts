import { type Field, type FieldBlock, fieldKey } from "../field.ts"
import { isStatusAlone, readStatus } from "../status.ts"

/** The cells of a table row; an escaped `\|` is text. `undefined` when the line is no row. */
export function tableCells(line: string): readonly string[] | undefined {
  const text = line.trim()
  if (!text.includes("|")) return undefined
  const inner = text.replace(/^\|/u, "").replace(/(?<!\\)\|$/u, "")
  return inner.split(/(?<!\\)\|/u).map((cell) => cell.trim())
}

/** Whether a row is the line of dashes under the head of a table. */
export function isDelimiterRow(line: string): boolean {
  return /^\s*(?:\|\s*)?:?-+:?\s*(?:\|\s*:?-+:?\s*)*(?:\|\s*)?$/u.test(line) && line.includes("-")
}

/**
 * The first table of a file as fields: of two columns, each row a key and its value; of more, the head the keys and the
 * only row their values.
 */
export function readTableBlock(lines: readonly string[], first: number): FieldBlock | undefined {
  const delimiter = lines.findIndex((line, index) => index >= first && isDelimiterRow(line) && line.includes("|"))
  if (delimiter < 1) return undefined
  const head = tableCells(lines[delimiter - 1] ?? "")
  if (head === undefined) return undefined
  let end = delimiter + 1
  while (end < lines.length && tableCells(lines[end] ?? "") !== undefined) end++
  const rows = lines.slice(delimiter + 1, end).map((text, index) => ({
    cells: tableCells(text) ?? [],
    line: delimiter + 2 + index,
  }))
  const row = rows[0]
  const keys = head.map(fieldKey)
  // A head of "Status" and a status is the first row of two columns; a review is more often a day than a status.
  const isPair = head.length === 2 && keys[1] !== "review" && isStatusAlone(readStatus(head[1] ?? "", delimiter)) &&
    readStatus(head[1] ?? "", delimiter).class !== "unknown"
  if (keys.includes("status") && row !== undefined && rows.length === 1 && !isPair) {
    const fields = keys.flatMap((key, column) => key === "" ? [] : [fieldOf(key, row.cells[column] ?? "", row.line)])
    return { fields, insert_after: row.line }
  }
  if (head.length !== 2) return undefined
  const all = [{ cells: head, line: delimiter }, ...rows]
  const fields = all.flatMap(({ cells, line }) => {
    const key = fieldKey(cells[0] ?? "")
    return key === "" ? [] : [fieldOf(key, cells[1] ?? "", line)]
  })
  return { fields, insert_after: end }
}

/** Whether the fields stand side by side: the head names them, and the only row holds their values. */
export function isSideways({ fields }: FieldBlock): boolean {
  return fields.length > 1 && fields.every((field) => field.line === fields[0]?.line)
}

function fieldOf(key: string, value: string, line: number): Field {
  return { key, items: value === "" ? [] : [{ value, line }], line, end_line: line }
}
