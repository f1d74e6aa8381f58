import { plainText } from "../../core/decision/status.ts"
import type { List, ListItem, TextBlock } from "../../core/markdown/markdown_blocks.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { namedParts } from "../prose/named_parts.ts"

/** What a session's notes say was learned. */
export interface LearnedItem {
  readonly document: MarkdownDocument
  readonly line: number
  /** With its Markdown, and with what stands below it. */
  readonly raw: string
  /** The same as a reader sees it, on one line. */
  readonly text: string
}

const learned = /^\W*(?:what (?:i|we) )?(?:(?:key )?learn(?:ed|t|ings?)|lessons(?: learn(?:ed|t))?)\W*$/iu
const label = /^\*\*([^*]+)\*\*:?\s*/u

/** The items of what a document says was learned: under a heading, or under a bold label of its own. */
export function learnedItems(document: MarkdownDocument): readonly LearnedItem[] {
  const parts = namedParts(document, (name) => learned.test(name))
  const items = parts.flatMap(({ line, end_line }) => itemsBetween(document, line - 1, end_line))
  const found = new Map<number, LearnedItem>()
  for (const item of [...items, ...underItems(document)]) {
    if (item.text !== "" && !found.has(item.line)) found.set(item.line, item)
  }
  return [...found.values()]
}

/** What stands below, or behind, an item that starts with the label. */
function underItems(document: MarkdownDocument): readonly LearnedItem[] {
  return document.blocks.texts.flatMap((block): readonly LearnedItem[] => {
    if (block.kind !== "paragraph" || block.quoted || block.depth === 0) return []
    if (!learned.test(label.exec(block.text)?.[1] ?? "")) return []
    const holder = itemAround(document, block)
    if (holder === undefined) return []
    const below = itemsBetween(document, block.end_line, holder.end_line)
    const rest = block.text.replace(label, "")
    return below.length > 0 || rest === "" ? below : [itemOf(document, block.line, [rest])]
  })
}

function itemAround({ blocks }: MarkdownDocument, block: TextBlock): ListItem | undefined {
  return blocks.lists.filter(({ depth }) => depth === block.depth).flatMap(({ items }) => items).find((item) =>
    item.line <= block.line && block.end_line <= item.end_line
  )
}

/** The items of the outermost lists between two lines, each with those below it. */
function itemsBetween(document: MarkdownDocument, after: number, last: number): readonly LearnedItem[] {
  const lists = document.blocks.lists.filter(({ line, end_line, quoted }) =>
    !quoted && line > after && end_line <= last
  )
  const isInner = ({ line, depth }: List): boolean =>
    lists.some((outer) => outer.depth < depth && outer.line <= line && line <= outer.end_line)
  return lists.filter((list) => !isInner(list)).flatMap(({ items }) =>
    items.map((item) => {
      const below = lists.filter(({ line, end_line }) => line > item.line && end_line <= item.end_line)
        .flatMap((list) => list.items).sort((one, two) => one.line - two.line)
      return itemOf(document, item.line, [item.text, ...below.map(({ text }) => text)])
    })
  )
}

function itemOf(document: MarkdownDocument, line: number, texts: readonly string[]): LearnedItem {
  const plain = texts.map((text) => plainText(text).replace(/\s+/gu, " ").trim()).filter((text) => text !== "")
  const text = plain.reduce(
    (joined, part) => joined === "" ? part : `${joined}${/[:.]$/u.test(joined) ? "" : ";"} ${part}`,
    "",
  )
  return { document, line, raw: texts.join("\n"), text }
}
