import { codeSpansIn } from "./code_span.ts"
import { withoutDestinations } from "./link_words.ts"
import type { TextBlock } from "./markdown_blocks.ts"
import type { Sentence } from "./sentence.ts"

/** Kept as long as their blocks: several passes ask. */
const byBlock = new WeakMap<TextBlock, string>()

/** What a text says in words, each at its place: where its links lead and what its code holds says nothing of what is or was. */
export function blockWords(block: TextBlock): string {
  const known = byBlock.get(block)
  if (known !== undefined) return known
  let words = ""
  let at = 0
  for (const { start, end } of codeSpansIn(block)) {
    words += block.text.slice(at, start) + masked(block.text.slice(start, end))
    at = end
  }
  words = withoutDestinations(words + block.text.slice(at))
  byBlock.set(block, words)
  return words
}

/** The same of one of its sentences. */
export function sentenceWords(block: TextBlock, { start, text }: Sentence): string {
  return blockWords(block).slice(start, start + text.length)
}

/** Inline code as one word that means nothing: what stands on its two sides does not meet. */
function masked(code: string): string {
  const marks = /^`+/u.exec(code)?.[0] ?? ""
  return marks + code.slice(marks.length, code.length - marks.length).replace(/[^\n]/g, "x") + marks
}
