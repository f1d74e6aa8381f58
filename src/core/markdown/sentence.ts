import { lastUpTo, lineIn, type LineRange, type TextBlock } from "./markdown_blocks.ts"

/** A sentence of a text, with its inline Markdown and its line ends. */
export interface Sentence extends LineRange {
  /** From its first letter to its mark. */
  readonly text: string
  /** Where it starts in the text of its block. */
  readonly start: number
}

/** What may end a sentence: its mark, closing quotes and Markdown, and space before something that can start one. */
const boundary = /[.!?]["'”’)\]*_~]*\s+(?=["'“‘(\[*_~`]*[\p{Lu}\p{N}`])/gu
/** Points that end no sentence. */
const abbreviation = /(?:^|[\s("'“‘\[*_])(?:e\.g|i\.e|cf|vs|etc|approx|no|fig|sec|ch|pp?|resp|incl|excl|\p{L})\.$/iu

/** Kept as long as their blocks: several passes read the same sentences. */
const byBlock = new WeakMap<TextBlock, readonly Sentence[]>()

/**
 * The sentences of a text block.
 *
 * @example
 * ```ts
 * import { parseMarkdown, sentencesOf } from "@retro/cli/core"
 * import { deepStrictEqual } from "node:assert/strict"
 * const [block] = parseMarkdown("a.md", "Two tools, e.g. `a`.\nBoth read. (Neither writes.)\n").blocks.texts
 * deepStrictEqual(block === undefined ? [] : sentencesOf(block).map(({ text, line }) => [text, line]), [
 *   ["Two tools, e.g. `a`.", 1], ["Both read.", 2], ["(Neither writes.)", 2],
 * ])
 * ```
 */
export function sentencesOf(block: TextBlock): readonly Sentence[] {
  const known = byBlock.get(block)
  if (known !== undefined) return known
  const sentences: Sentence[] = []
  let start = 0
  const add = (end: number): void => {
    const whole = block.text.slice(start, end)
    const text = whole.trim()
    const from = start + whole.length - whole.trimStart().length
    start = end
    if (text === "") return
    sentences.push({ text, start: from, line: lineIn(block, from), end_line: lineIn(block, from + text.length) })
  }
  for (const match of block.text.matchAll(boundary)) {
    if (
      match[0].startsWith(".") &&
      abbreviation.test(block.text.slice(Math.max(start, match.index - 12), match.index + 1))
    ) {
      continue
    }
    add(match.index + match[0].length)
  }
  add(block.text.length)
  byBlock.set(block, sentences)
  return sentences
}

/** The sentence that holds a position of a text block; `undefined` for the space in front of all. */
export function sentenceAt(block: TextBlock, position: number): Sentence | undefined {
  const sentences = sentencesOf(block)
  return sentences[lastUpTo(sentences, position, (sentence) => sentence.start)]
}
