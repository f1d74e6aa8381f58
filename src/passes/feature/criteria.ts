import { isMapping } from "../../core/foreign/foreign_value.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { sectionsOf } from "../../core/markdown/section.ts"

/** A condition under which a feature is done. */
export interface Criterion {
  /** From 1: what plans call it by. */
  readonly number: number
  readonly text: string
  /** 1-based. */
  readonly line: number
  /** Its box, where it has one. */
  readonly task?: "open" | "done"
}

/** The conditions of a spec: `done_criteria` of its front matter, else the list of a section that is called so. */
export function criteriaOf(document: MarkdownDocument): readonly Criterion[] {
  const front = document.front_matter
  const listed = front._tag === "mapping" ? front.values["done_criteria"] : undefined
  if (front._tag === "mapping" && Array.isArray(listed)) {
    const lines = itemLines(document.lines, front.lines["done_criteria"] ?? 1)
    return listed.flatMap((value: unknown, index): readonly Criterion[] => {
      const text = textOf(value)
      return text === "" ? [] : [{ number: index + 1, text, line: lines[index] ?? front.lines["done_criteria"] ?? 1 }]
    })
  }
  const section = sectionsOf(document).find(({ heading }) =>
    /^(?:[\d.]+[.)]?\s+)?(?:done|acceptance|verification)[ -]criteria\b/iu.test(heading.text)
  )
  if (section === undefined) return []
  const lists = document.blocks.lists.filter(({ depth, quoted, items }) =>
    depth === 1 && !quoted && items.some(({ line }) => line > section.line && line <= section.end_line)
  )
  return lists.flatMap((list) => list.items).map(({ text, line, task }, index) => ({
    number: index + 1,
    text,
    line,
    ...(task === undefined ? {} : { task }),
  }))
}

/** Whether the conditions are not firm yet. */
export function isProvisional(document: MarkdownDocument): boolean {
  const front = document.front_matter
  return front._tag === "mapping" && String(front.values["done_criteria_provisional"]) === "true"
}

/** A condition that YAML took for a mapping (`run: it prints 1`) is the text that it was. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value.trim()
  if (!isMapping(value)) return typeof value === "number" || typeof value === "boolean" ? String(value) : ""
  return Object.entries(value).map(([key, inner]) => `${key}: ${textOf(inner)}`).join(", ")
}

/** The lines of the items of a list in front matter. */
function itemLines(lines: readonly string[], start: number): readonly number[] {
  const found: number[] = []
  let indent: number | undefined
  for (let line = start + 1; line <= lines.length; line++) {
    const text = lines[line - 1] ?? ""
    const dash = /^(\s*)-(?:\s|$)/u.exec(text)
    if (/^(?:---|\.\.\.)\s*$/u.test(text) || /^[^\s#-]/u.test(text)) break
    if (dash === null) continue
    indent ??= dash[1]?.length
    if (dash[1]?.length === indent) found.push(line)
  }
  return found
}
