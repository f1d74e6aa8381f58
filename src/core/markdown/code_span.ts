import MarkdownIt, { type Env, type MarkdownIt as Parser, type Token } from "markdown-it"
import { lineIn, type TextBlock } from "./markdown_blocks.ts"
import type { MarkdownDocument } from "./markdown_document.ts"

/** Inline code, as a reader sees it. */
export interface CodeSpan {
  /** Without the backticks. */
  readonly text: string
  /** The line of its first backtick. */
  readonly line: number
  /** The text that it stands in. */
  readonly block: TextBlock
  /** Where its first backtick is in the text of the block. */
  readonly start: number
  /** Behind its last backtick. */
  readonly end: number
}

const byDocument = new WeakMap<MarkdownDocument, readonly CodeSpan[]>()

/**
 * The inline code of a file, in its order: read when the first one asks, and kept as long as the document.
 *
 * @example
 * ```ts
 * import { codeSpans, parseMarkdown } from "@retro/cli/core"
 * import { deepStrictEqual } from "node:assert/strict"
 * const document = parseMarkdown("a.md", "Run `retro`\nand see `docs/a.md`.\n")
 * deepStrictEqual(codeSpans(document).map(({ text, line }) => [text, line]), [["retro", 1], ["docs/a.md", 2]])
 * ```
 */
export function codeSpans(document: MarkdownDocument): readonly CodeSpan[] {
  const known = byDocument.get(document)
  if (known !== undefined) return known
  const spans = document.blocks.texts.flatMap(codeSpansIn)
  byDocument.set(document, spans)
  return spans
}

const byBlock = new WeakMap<TextBlock, readonly CodeSpan[]>()

/** The inline code of a text, in its order. */
export function codeSpansIn(block: TextBlock): readonly CodeSpan[] {
  const known = byBlock.get(block)
  if (known !== undefined) return known
  const spans = block.text.includes("`") ? spansOf(block) : []
  byBlock.set(block, spans)
  return spans
}

const noted = new WeakMap<Env, number[]>()
const parser = createParser()

/** Only what decides where inline code is: escapes, and HTML whose attributes may hold backticks. */
function createParser(): Parser {
  const markdown = new MarkdownIt({ html: true })
  markdown.inline.ruler.enableOnly(["text", "escape", "backticks", "autolink", "html_inline"])
  markdown.inline.ruler2.enableOnly([])
  markdown.inline.ruler.before("backticks", "backtick_position", (state, silent) => {
    if (!silent && state.src.charCodeAt(state.pos) === 96) noted.get(state.env)?.push(state.pos)
    return false
  })
  return markdown
}

function spansOf(block: TextBlock): readonly CodeSpan[] {
  const env: Env = {}
  const tokens: Token[] = []
  const positions: number[] = []
  noted.set(env, positions)
  parser.inline.parse(block.text, parser, env, tokens)
  const starts = positions.values()
  return tokens.flatMap((token) => {
    if (token.type !== "code_inline") return []
    const found = firstOf(starts, (start) => endOf(block.text, start, token))
    if (found === undefined) return []
    const { start, end } = found
    return [{ text: token.content, line: lineIn(block, start), block, start, end }]
  })
}

/** The first position that has an end; those before it opened nothing. */
function firstOf(
  starts: Iterator<number>,
  endAt: (start: number) => number | undefined,
): { readonly start: number; readonly end: number } | undefined {
  for (let next = starts.next(); next.done !== true; next = starts.next()) {
    const end = endAt(next.value)
    if (end !== undefined) return { start: next.value, end }
  }
  return undefined
}

/** Where the inline code of a token ends if it starts here. */
function endOf(text: string, start: number, { content, markup }: Token): number | undefined {
  if (!text.startsWith(markup, start) || text[start + markup.length] === "`") return undefined
  // The parser takes a space off both ends, and makes spaces of line ends.
  for (const padding of [0, 2]) {
    const end = start + markup.length + content.length + padding
    const isEnd = text.startsWith(markup, end) && text[end - 1] !== "`" && text[end + markup.length] !== "`"
    if (isEnd && text.slice(start + markup.length, end).replaceAll("\n", " ").includes(content)) {
      return end + markup.length
    }
  }
  return undefined
}
