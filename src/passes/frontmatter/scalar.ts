import { readFrontMatter } from "../../core/markdown/read_front_matter.ts"
import type { FrontMatter, YamlValue } from "../../core/markdown/front_matter.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import type { Edit } from "../../core/schema/finding.ts"
import { placeOnLine, type Replacement, textEdits } from "../outcome/text_edits.ts"

/** A front matter that could be read. */
export type Mapping = Extract<FrontMatter, { readonly _tag: "mapping" }>

/** The front matter of a file, if it has one that can be read. */
export function mappingOf(document: MarkdownDocument): Mapping | undefined {
  return document.front_matter._tag === "mapping" ? document.front_matter : undefined
}

/** Whether a key is there and says something. */
export function isFilled(value: YamlValue | undefined): boolean {
  if (value === undefined || value === null) return false
  return Array.isArray(value) ? value.length > 0 : typeof value !== "string" || value.trim() !== ""
}

/** The scalars of a value as texts: itself, or its elements. */
export function scalarsOf(value: YamlValue | undefined): readonly string[] {
  const values = Array.isArray(value) ? value : [value]
  return values.flatMap((one: YamlValue | undefined) =>
    typeof one === "string" || typeof one === "number" || typeof one === "boolean" ? [String(one)] : []
  )
}

const topLevel = /^([A-Za-z_][\w-]*):[ \t]+(\S(?:.*[^ \t])?)[ \t]*$/u

/** A key and the value that its line holds, as written. */
export interface WrittenValue {
  readonly key: string
  readonly value: string
  readonly line: number
}

/** The lines of the front matter that are a key and a value. */
export function writtenValues(document: MarkdownDocument): readonly WrittenValue[] {
  const written: WrittenValue[] = []
  for (const [index, line] of document.lines.entries()) {
    if (index === 0) continue
    if (/^---\s*$/u.test(line)) return written
    const [, key, value] = topLevel.exec(line) ?? []
    if (key !== undefined && value !== undefined) written.push({ key, value, line: index + 1 })
  }
  return []
}

/** The edits that quote values, if the front matter can be read afterwards and has exactly these texts. */
export function quotingEdits(
  document: MarkdownDocument,
  values: readonly WrittenValue[],
): readonly Edit[] | undefined {
  const replacements: Replacement[] = []
  for (const { key, value, line } of values) {
    const place = placeOnLine(document, line, value, key.length + 1)
    if (place === undefined) return undefined
    replacements.push(...quoting(value, place))
  }
  let text = document.text
  for (const { start, end, to } of [...replacements].reverse()) text = text.slice(0, start) + to + text.slice(end)
  const front = readFrontMatter(text)
  const isMended = front._tag === "mapping" && values.every(({ key, value }) => front.values[key] === value)
  return isMended ? textEdits(document, replacements) : undefined
}

function quoting(value: string, { start, end }: { readonly start: number; readonly end: number }): Replacement[] {
  return /["\\]/u.test(value)
    ? [{ start, end, to: `'${value.replaceAll("'", "''")}'` }]
    : [{ start, end: start, to: '"' }, { start: end, end, to: '"' }]
}
