import { type Field, type FieldBlock, fieldKey, fieldValue } from "../field.ts"

const header = /^([A-Za-z][A-Za-z0-9-]*):(?:\s+(.*))?$/u

/**
 * `Key: value` lines from a line on, up to an empty line or `isEnd`; an indented line continues the one above.
 * `undefined` when the first line is no header.
 */
export function readHeaderBlock(
  lines: readonly string[],
  first: number,
  isEnd: (line: string) => boolean,
): FieldBlock | undefined {
  const fields: Field[] = []
  const margin = /^\s*/u.exec(lines[first - 1] ?? "")?.[0].length ?? 0
  let line = first
  for (; line <= lines.length; line++) {
    const text = lines[line - 1] ?? ""
    if (text.trim() === "" || isEnd(text)) break
    const match = header.exec(text.slice(Math.min(margin, text.length - text.trimStart().length)))
    const last = fields.at(-1)
    if (match !== null) {
      const value = (match[2] ?? "").trim()
      fields.push({
        key: fieldKey(match[1] ?? ""),
        items: value === "" ? [] : [{ value, line }],
        line,
        end_line: line,
      })
    } else if (last !== undefined && /^\s/u.test(text)) {
      fields[fields.length - 1] = {
        ...last,
        items: [...last.items, { value: text.trim(), line }],
        end_line: line,
      }
    } else break
  }
  if (fields.length === 0) return undefined
  const title = fieldValue(fields.find((field) => field.key === "title"))
  return { fields, insert_after: line - 1, ...(title === "" ? {} : { title }) }
}
