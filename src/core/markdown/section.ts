import { lastUpTo, type LineRange } from "./markdown_blocks.ts"
import type { Heading, MarkdownDocument } from "./markdown_document.ts"

/** A heading and what stands under it, up to the next one of its level or a higher one. */
export interface Section extends LineRange {
  /** What it begins with. */
  readonly heading: Heading
}

/** Kept as long as the headings of their documents. */
const byHeadings = new WeakMap<readonly Heading[], readonly Section[]>()

/**
 * The sections of a file, in its order: each holds those of deeper headings.
 *
 * @example
 * ```ts
 * import { parseMarkdown, sectionsOf } from "@retro/cli/core"
 * import { deepStrictEqual } from "node:assert/strict"
 * const document = parseMarkdown("a.md", "# A\n\n## B\n\ntext\n## C\n")
 * deepStrictEqual(sectionsOf(document).map(({ heading, line, end_line }) => [heading.text, line, end_line]), [
 *   ["A", 1, 6], ["B", 3, 5], ["C", 6, 6],
 * ])
 * ```
 */
export function sectionsOf(document: Pick<MarkdownDocument, "headings" | "lines">): readonly Section[] {
  const known = byHeadings.get(document.headings)
  if (known !== undefined) return known
  const last = document.lines.at(-1) === "" ? document.lines.length - 1 : document.lines.length
  const sections: OpenSection[] = []
  const open: OpenSection[] = []
  for (const heading of document.headings) {
    for (let top = open.at(-1); top !== undefined && top.heading.level >= heading.level; top = open.at(-1)) {
      top.end_line = Math.max(top.line, heading.line - 1)
      open.pop()
    }
    const section = { heading, line: heading.line, end_line: Math.max(heading.line, last) }
    sections.push(section)
    open.push(section)
  }
  byHeadings.set(document.headings, sections)
  return sections
}

interface OpenSection {
  readonly heading: Heading
  readonly line: number
  end_line: number
}

/** The innermost section that holds a line; `undefined` before the first heading. */
export function sectionAt(sections: readonly Section[], line: number): Section | undefined {
  // What stands below a heading is its own until the next one.
  return sections[lastUpTo(sections, line, (section) => section.line)]
}
