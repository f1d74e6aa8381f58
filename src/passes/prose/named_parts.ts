import type { LineRange } from "../../core/markdown/markdown_blocks.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { sectionsOf } from "../../core/markdown/section.ts"

/** A bold text that stands where a heading could: alone on its line, or in front of what it names. */
const label = /^\*\*([^*\n]{1,120})\*\*:?(?=\s|$)/u

/**
 * The parts of a document under a name, without the line that names them when nothing else stands on it: the sections with
 * such a heading, and what follows a bold label up to the next label or heading.
 */
export function namedParts(document: MarkdownDocument, isName: (text: string) => boolean): readonly LineRange[] {
  return [
    ...sectionsOf(document).filter(({ heading }) => isName(heading.text)).map(({ line, end_line }) => ({
      line: line + 1,
      end_line,
    })),
    ...labelled(document, isName),
  ]
}

function labelled(document: MarkdownDocument, isName: (text: string) => boolean): readonly LineRange[] {
  const { headings, blocks, lines } = document
  const labels = blocks.texts.flatMap((block) => {
    if (block.kind !== "paragraph" || block.depth > 0 || block.quoted) return []
    const [whole = "", text = ""] = label.exec(block.text) ?? []
    const name = text.replace(/^\W+|\W+$/gu, "")
    return name === "" ? [] : [{ name, line: block.line, isAlone: block.text.slice(whole.length).trim() === "" }]
  })
  const ends = [...headings, ...labels].map(({ line }) => line).sort((one, two) => one - two)
  return labels.filter(({ name }) => isName(name)).map(({ line, isAlone }) => ({
    line: isAlone ? line + 1 : line,
    end_line: (ends.find((end) => end > line) ?? lines.length + 1) - 1,
  }))
}
