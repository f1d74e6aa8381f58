import type { YamlValue } from "../../core/markdown/front_matter.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { fieldKey, fieldValue } from "../../core/decision/field.ts"
import type { DecisionNode } from "../../core/decision/decision_node.ts"
import { sectionsOf } from "../../core/markdown/section.ts"

/** What a file says of itself: a key as {@link fieldKey} writes it, and what stands behind it. */
export interface HeaderField {
  readonly key: string
  readonly value: string
  readonly line: number
}

const segment = /^[\s>*_-]*([A-Za-z][A-Za-z /_-]{1,30}?)[*_\s]*:[*_\s]*(\S.*?)[\s*_]*$/u

/** The fields of a decision of any convention. */
export function decisionFields({ block }: DecisionNode): readonly HeaderField[] {
  return block.fields.map((field) => ({
    key: field.key,
    value: fieldValue(field),
    line: field.items[0]?.line ?? field.line,
  }))
}

/** The fields of a Markdown file: its front matter, `Key: value` before its second heading, tables, sections of a date. */
export function documentFields(document: MarkdownDocument): readonly HeaderField[] {
  return [...ofFrontMatter(document), ...ofLines(document), ...ofTables(document), ...ofSections(document)]
}

function ofFrontMatter({ front_matter }: MarkdownDocument): readonly HeaderField[] {
  if (front_matter._tag !== "mapping") return []
  return Object.entries(front_matter.values).map(([key, value]) => ({
    key: fieldKey(key),
    value: textOf(value),
    line: front_matter.lines[key] ?? 1,
  }))
}

function textOf(value: YamlValue): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : ""
}

/** The line behind the last one that is about the file as a whole. */
function endOfOpening({ headings, lines }: MarkdownDocument): number {
  return headings.find(({ level }, index) => index > 0 || level > 1)?.line ?? lines.length + 1
}

function ofLines(document: MarkdownDocument): readonly HeaderField[] {
  const end = endOfOpening(document)
  return document.blocks.texts.filter(({ kind, line }) => kind === "paragraph" && line < end)
    .flatMap(({ line, text }) =>
      text.split("\n").flatMap((one, index) =>
        one.split("|").flatMap((part): readonly HeaderField[] => {
          const [, key, value] = segment.exec(part.slice(0, 300)) ?? []
          return key === undefined || value === undefined ? [] : [{ key: fieldKey(key), value, line: line + index }]
        })
      )
    )
}

function ofTables({ blocks, lines: { length } }: MarkdownDocument): readonly HeaderField[] {
  return blocks.tables.filter(({ header, quoted, line }) =>
    header.length === 2 && !quoted && line < Math.min(60, length)
  )
    .flatMap(({ header, rows, line }) => [{ line, cells: header }, ...rows])
    .map(({ line, cells: [key = "", value = ""] }) => ({ key: fieldKey(key), value, line }))
}

function ofSections(document: MarkdownDocument): readonly HeaderField[] {
  return sectionsOf(document).filter(({ heading }) => heading.level > 1 && heading.text.length <= 40)
    .flatMap(({ heading, line, end_line }): readonly HeaderField[] => {
      const [first] = document.blocks.texts.filter((block) =>
        block.kind === "paragraph" && block.line > line && block.end_line <= end_line
      ).slice(0, 1)
      // More than a line is about the date, not the date.
      if (first === undefined || first.line !== first.end_line || first.text.length > 60) return []
      return [{ key: fieldKey(heading.text), value: first.text, line: first.line }]
    })
}
