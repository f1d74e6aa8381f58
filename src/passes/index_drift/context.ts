import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { lastUpTo, type LineRange, type TextBlock } from "../../core/markdown/markdown_blocks.ts"
import { type Section, sectionsOf } from "../../core/markdown/section.ts"
import { sentencesOf } from "../../core/markdown/sentence.ts"

/** What a reader knows when the eye reaches an index. */
export interface IndexContext {
  /** The heading right above, and the last sentence before the index. */
  readonly near: readonly string[]
  /** The headings above, and the texts that introduce their sections. */
  readonly all: readonly string[]
  /** The lines of the section that holds it. */
  readonly section: LineRange
}

/** Tells what introduces some lines of a document. */
export type ContextReader = (lines: LineRange) => IndexContext

const mostIntroductions = 3
/** How many lines may be between an introduction and what it introduces. */
const reach = 3

/** Reads a document once for all that will be asked. */
export function contextReader(document: MarkdownDocument): ContextReader {
  const sections = sectionsOf(document)
  const paragraphs = document.blocks.texts.filter(({ kind }) => kind === "paragraph")
  const introductions = new Map<Section, readonly TextBlock[]>()
  const introduce = (section: Section): readonly TextBlock[] => {
    const known = introductions.get(section)
    if (known !== undefined) return known
    const next = sections[sections.indexOf(section) + 1]?.line ?? Infinity
    const from = firstAfter(paragraphs, section.line)
    const found = paragraphs.slice(from, from + mostIntroductions).filter(({ line }) => line < next)
    introductions.set(section, found)
    return found
  }
  return ({ line }) => {
    const above = sectionsAround(sections, line)
    const inner = above.at(-1)
    const before = paragraphs[firstAfter(paragraphs, line - 1) - 1]
    const isNear = before !== undefined && before.end_line < line && before.end_line >= line - reach &&
      before.line > (inner?.line ?? 0)
    const last = isNear ? sentencesOf(before).at(-1)?.text : undefined
    return {
      near: [...(inner === undefined ? [] : [inner.heading.text]), ...(last === undefined ? [] : [last])],
      all: [
        ...above.map((section) => document.lines[section.line - 1] ?? ""),
        ...above.flatMap(introduce).filter((block) => block.end_line < line).map(({ text }) => text),
        ...(isNear ? [before.text] : []),
      ],
      section: inner ?? { line: 1, end_line: document.lines.length },
    }
  }
}

/** The place of the first of these that starts behind a line. */
function firstAfter(blocks: readonly LineRange[], line: number): number {
  return lastUpTo(blocks, line, (block) => block.line) + 1
}

/** The sections that hold a line, outermost first. */
function sectionsAround(sections: readonly Section[], line: number): readonly Section[] {
  const around: Section[] = []
  let level = Infinity
  for (let at = firstAfter(sections, line - 1) - 1; at >= 0 && level > 1; at--) {
    const section = sections[at]
    if (section === undefined || section.heading.level >= level || line > section.end_line) continue
    around.unshift(section)
    level = section.heading.level
  }
  return around
}
