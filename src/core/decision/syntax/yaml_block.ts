import type { FrontMatter, YamlValue } from "../../markdown/front_matter.ts"
import { type Field, type FieldBlock, type FieldItem, fieldKey } from "../field.ts"

/** A mapping of YAML with the 1-based lines of its keys: front matter, or a whole file. */
export type YamlMapping = Extract<FrontMatter, { readonly _tag: "mapping" }>

/** The fields of a mapping that starts on `first_line`: scalars, and lists with the line of each item. */
export function yamlBlock(mapping: YamlMapping, lines: readonly string[]): FieldBlock {
  const starts = Object.values(mapping.lines).sort((left, right) => left - right)
  const fields = Object.entries(mapping.values).map(([key, value]): Field => {
    const line = mapping.lines[key] ?? 1
    const next = starts.find((start) => start > line) ?? mapping.end_line
    let end = next - 1
    while (end > line && /^\s*(?:#.*)?$/u.test(lines[end - 1] ?? "")) end--
    return { key: fieldKey(key), items: itemsOf(value, line, end, lines), line, end_line: end }
  })
  const title = mapping.values["title"]
  return {
    fields,
    insert_after: mapping.end_line - 1,
    ...(typeof title === "string" && title.trim() !== "" ? { title: title.trim() } : {}),
  }
}

function itemsOf(value: YamlValue, first: number, last: number, lines: readonly string[]): readonly FieldItem[] {
  const texts = (Array.isArray(value) ? value : [value]).flatMap((item: YamlValue) => {
    const text = scalarText(item)
    return text === undefined ? [] : [text]
  })
  let from = first
  return texts.map((text) => {
    const line = lineHolding(text, from, last, lines) ?? first
    // Equal items stand on different lines, unless the list is written on one.
    from = line < last && line > first ? line + 1 : line
    return { value: text, line }
  })
}

/** The first line between two that holds a text; of a text with several lines, its first. */
export function lineHolding(text: string, first: number, last: number, lines: readonly string[]): number | undefined {
  const start = text.trim().split("\n")[0] ?? ""
  for (let line = first; line <= last; line++) if (lines[line - 1]?.includes(start)) return line
  return undefined
}

/** A scalar as text; `undefined` for null, lists and mappings. */
export function scalarText(value: YamlValue | undefined): string | undefined {
  if (typeof value === "string") return value.trim() === "" ? undefined : value.trim()
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  return undefined
}
