import { escapedPattern } from "../../core/escaped_pattern.ts"
import type { Heading, MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { type Section, sectionsOf } from "../../core/markdown/section.ts"
import { type Claim, contextOf } from "./claim.ts"

/** A section that a claim counts, and the ways to count it. */
export interface CountedSection {
  /** The file that holds it. */
  readonly path: string
  readonly heading: string
  readonly counts: ReadonlySet<number>
  /** Its headings or, where there are none, the items of its first list. */
  readonly count: number
}

/** The last words of headings, each as something that a document may count. */
export function headingNouns(headings: readonly Pick<Heading, "text">[]): ReadonlySet<string> {
  return new Set(headings.flatMap(({ text }) => {
    const words = text.toLowerCase().split(/\s+/u)
    return words.map((_, first) => words.slice(first).join(" "))
  }))
}

/** The section of its own document that the sentence of a claim names or links to, when its heading ends in the noun. */
export function sectionOf(claim: Claim): CountedSection | undefined {
  const { sentence } = contextOf(claim)
  if (!/§|#|["“]|\b(?:see|below|above|under)\b/iu.test(sentence)) return undefined
  const section = sectionsOf(claim.document).find(({ heading }) =>
    endsIn(heading.text, claim.noun) && names(sentence, heading.text, heading.slug)
  )
  return section === undefined || holds(section, claim.line) ? undefined : countOf(claim.document, section)
}

/** Whether a heading is a noun, or ends in it. */
export function endsIn(heading: string, noun: string): boolean {
  return ` ${heading.toLowerCase()}`.endsWith(` ${noun}`)
}

/** Whether a line stands in a section. */
export function holds(section: Section, line: number): boolean {
  return section.line <= line && line <= section.end_line
}

function names(sentence: string, heading: string, slug: string): boolean {
  const text = escapedPattern(heading)
  return new RegExp(
    `\\(#${escapedPattern(slug)}\\)|(?:§\\s*["“]?|["“])${text}(?![\\p{L}\\p{N}-])`,
    "iu",
  )
    .test(sentence)
}

/** Counts a section of a document; `undefined`: it has neither headings nor a list or a table. */
export function countOf(document: MarkdownDocument, section: Section): CountedSection | undefined {
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
  if (first === undefined) return undefined
  const counts = new Set([headings, ...lists, total, ...rows])
  return { path: document.path, heading: section.heading.text, count: first, counts }
}
