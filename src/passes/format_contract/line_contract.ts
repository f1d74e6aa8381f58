import { folderOf, joinPath } from "../../core/corpus/folder_path.ts"
import type { PathIndex } from "../../core/corpus/path_index.ts"
import { codeSpans } from "../../core/markdown/code_span.ts"
import { lineIn, type TextBlock } from "../../core/markdown/markdown_blocks.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { sectionAt, sectionsOf } from "../../core/markdown/section.ts"
import { sentencesOf } from "../../core/markdown/sentence.ts"

/** A file that says with which marks the lines of another one start. */
export interface LineContract {
  readonly document: MarkdownDocument
  /** The file whose lines they are; `undefined`: none that it names exists. */
  readonly target: string | undefined
  readonly marks: readonly Mark[]
}

/** What a line starts with, behind the sign of its list. */
export interface Mark {
  readonly text: string
  readonly line: number
  /** Whether it is given in a line to fill in, which is an example itself. */
  readonly isShown?: true
}

const title = /\b(?:contract|format|grammar|conventions?|schema)\b/iu
const saysMark =
  /\b(?:markers?|marked (?:with|by)|prefix(?:ed)?(?: (?:with|by))?|(?:starts?|begins?|opens?) with(?: an?| the)?)\s*:?\s*`([^`\s]{1,16}) ?`/giu
/** A line to fill in: `- ✓ <slug> — <headline>`. */
const template = /^[-*+] ([^\p{L}\p{N}\s<>{}[\]()`*_#+~|"'.,:;-]{1,4}) (?=.*[<{[…])/u
const ofLines = /\b(?:lines?|entry|entries|bullets?|items?|rows?)\b/iu
const negated = /\b(?:not|never|no|without|avoid|instead of|don't|doesn't)\b[^.;]*$/iu
const governs = /\b(?:format|shape|form|grammar|structure|contract|layout|convention|schema)s?\b/iu

/** The contract that a file is, if it is one: its name says so, it gives marks, and an example has one of them. */
export function lineContract(document: MarkdownDocument, paths: PathIndex): LineContract | undefined {
  const heading = document.headings.find(({ level }) => level === 1)
  const name = document.path.slice(document.path.lastIndexOf("/") + 1).replace(/[-_.]/gu, " ")
  if (!title.test(name) && !title.test(heading?.text ?? "")) return undefined
  const marks = marksOf(document)
  return marks.some(({ text, isShown }) => isShown === true || isInExample(document, text))
    ? { document, marks, target: targetOf(document, paths) }
    : undefined
}

function marksOf(document: MarkdownDocument): readonly Mark[] {
  const sections = sectionsOf(document)
  const marks = new Map<string, Mark>()
  for (const block of document.blocks.texts) {
    if (block.quoted || !block.text.includes("`")) continue
    for (const match of block.text.matchAll(saysMark)) {
      const line = lineIn(block, match.index)
      const around = `${block.text} ${sectionAt(sections, line)?.heading.text ?? ""}`
      const text = match[1]?.replace(/^[-*+] ?/u, "") ?? ""
      // A sign that Markdown itself reads says nothing of the text.
      if (/^[-*+#>_]*$/u.test(text) || !ofLines.test(around) || negated.test(block.text.slice(0, match.index))) continue
      if (!marks.has(text)) marks.set(text, { text, line })
    }
  }
  for (const { text, line, block, start } of codeSpans(document)) {
    const mark = template.exec(text)?.[1]
    const around = `${block.text} ${sectionAt(sections, line)?.heading.text ?? ""}`
    if (mark === undefined || block.quoted || !ofLines.test(around)) continue
    if (!negated.test(block.text.slice(0, start)) && !marks.has(mark)) {
      marks.set(mark, { text: mark, line, isShown: true })
    }
  }
  return [...marks.values()]
}

function isInExample({ blocks }: MarkdownDocument, mark: string): boolean {
  return blocks.code.some(({ text }) => text.split("\n").some((line) => unlisted(line).startsWith(mark)))
}

/** A line without the sign of its list; a line that is no item of a list gives nothing. */
export function unlisted(line: string): string {
  return /^\s*(?:>\s*)*(?:[-*+]|\d+[.)])\s+(.*)$/u.exec(line)?.[1] ?? ""
}

/** The first existing file that the opening, or a section about where the file is, calls what it gives a form to. */
function targetOf(document: MarkdownDocument, paths: PathIndex): string | undefined {
  const sections = sectionsOf(document)
  const second = document.headings.filter(({ level }) => level > 1)[0]?.line ?? Infinity
  const spans = Map.groupBy(codeSpans(document), ({ block }) => block)
  const isAbout = (block: TextBlock): boolean =>
    /\b(?:location|where|files?|path)\b/iu.test(sectionAt(sections, block.line)?.heading.text ?? "")
  for (const [block, codes] of spans) {
    if (block.quoted || block.line > second && !isAbout(block)) continue
    for (const sentence of sentencesOf(block)) {
      if (!isAbout(block) && !governs.test(sentence.text)) continue
      for (const { text, start } of codes) {
        if (start < sentence.start || start >= sentence.start + sentence.text.length) continue
        const found = [joinPath("", text), joinPath(folderOf(document.path), text)].find((path) =>
          path !== undefined && path !== document.path && /\.[A-Za-z]\w*$/u.test(path) && paths.lookup(path) === "file"
        )
        if (found !== undefined) return found
      }
    }
  }
  return undefined
}
