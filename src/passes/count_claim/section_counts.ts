import { escapedPattern } from "../../core/escaped_pattern.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { type Section, sectionsOf } from "../../core/markdown/section.ts"
import { type Claim, contextOf } from "./claim.ts"

/** A section that a claim counts, and the ways to count it. */
export interface CountedSection {
  readonly heading: string
  readonly counts: ReadonlySet<number>
  /** Its headings or, where there are none, the items of its first list. */
  readonly count: number
}

/** The last words of the headings of a document, each as something that it may count. */
export function headingNouns(document: MarkdownDocument): ReadonlySet<string> {
  return new Set(document.headings.flatMap(({ text }) => {
    const words = text.toLowerCase().split(/\s+/u)
    return words.map((_, first) => words.slice(first).join(" "))
  }))
}

/** The section of its own document that the sentence of a claim names or links to, when its heading ends in the noun. */
export function sectionOf(claim: Claim): CountedSection | undefined {
  const { sentence } = contextOf(claim)
  if (!/§|#|["“]|\b(?:see|below|above|under)\b/iu.test(sentence)) return undefined
  const section = sectionsOf(claim.document).find(({ heading }) => {
    const text = heading.text.toLowerCase()
    return (text === claim.noun || text.endsWith(` ${claim.noun}`)) && names(sentence, heading.text, heading.slug)
  })
  if (section === undefined || section.line <= claim.line && claim.line <= section.end_line) return undefined
  return count(claim.document, section)
}

function names(sentence: string, heading: string, slug: string): boolean {
  const text = escapedPattern(heading)
  return new RegExp(
    `\\(#${escapedPattern(slug)}\\)|(?:§\\s*["“]?|["“])${text}(?![\\p{L}\\p{N}-])`,
    "iu",
  )
    .test(sentence)
}

function count(document: MarkdownDocument, section: Section): CountedSection | undefined {
  const inside = ({ line }: { readonly line: number }): boolean => line > section.line && line <= section.end_line
  const below = document.headings.filter(inside)
  const level = below.reduce((least, heading) => Math.min(least, heading.level), Infinity)
  const headings = below.filter((heading) => heading.level === level).length
  const lists = document.blocks.lists.filter((list) => list.depth === 1 && inside(list)).map(({ items }) =>
    items.length
  )
  const rows = document.blocks.tables.filter(inside).map((table) => table.rows.length)
  const total = lists.reduce((sum, items) => sum + items, 0)
  const first = headings >= 2 ? headings : lists[0] ?? rows[0]
  return first === undefined
    ? undefined
    : { heading: section.heading.text, count: first, counts: new Set([headings, ...lists, total, ...rows]) }
}
