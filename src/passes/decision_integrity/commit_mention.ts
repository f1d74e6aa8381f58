import { blockWords } from "../../core/markdown/block_words.ts"
import { codeSpansIn } from "../../core/markdown/code_span.ts"
import { lineIn, type TextBlock } from "../../core/markdown/markdown_blocks.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { sentenceAt } from "../../core/markdown/sentence.ts"

/** A commit that a text names by its hash, in full or shortened. */
export interface CommitMention {
  readonly hash: string
  readonly line: number
  /** The sentence that names it. */
  readonly sentence: string
}

const hash = "[0-9a-f]{7,40}"
const whole = new RegExp(`^${hash}$`, "u")
const inWords = new RegExp(`\\bcommits?:? (${hash})(?![\\w-])|(?<!\\])\\((${hash})\\)`, "gu")
const behindCommit = /\bcommits?:?[ (]*$/iu
/** What other numbers in base 16 are called. */
const behindOther =
  /\b(?:colou?r|key|id|digest|checksum|hash|md5|uuid|token|serial|address|value|hex)s?(?: is)?[\s:(=]*$/iu

/** How much of the text before a hash is read. */
const reach = 40

/** The commits that a text names: hashes behind that word, in inline code or in parentheses. */
export function commitMentions({ blocks }: Pick<MarkdownDocument, "blocks">): readonly CommitMention[] {
  return blocks.texts.flatMap((block) => [...inCode(block), ...inText(block)])
}

function inCode(block: TextBlock): readonly CommitMention[] {
  return codeSpansIn(block).flatMap(({ text, start, end }) => {
    // A link says itself where it leads to.
    if (!whole.test(text) || block.text.startsWith("](", end)) return []
    const before = block.text.slice(Math.max(0, start - reach), start)
    return behindCommit.test(before) || isHash(text, before) ? [mentionAt(block, text, start)] : []
  })
}

function inText(block: TextBlock): readonly CommitMention[] {
  const words = blockWords(block)
  return [...words.matchAll(inWords)].flatMap(({ 1: named, 2: bracketed, index }) => {
    if (named !== undefined) return /\d/u.test(named) ? [mentionAt(block, named, index)] : []
    const before = words.slice(Math.max(0, index - reach), index)
    return bracketed !== undefined && isHash(bracketed, before) ? [mentionAt(block, bracketed, index)] : []
  })
}

/** Whether text that could be a number, a word or some other hash is a commit's: digits and letters, and not called otherwise. */
function isHash(text: string, before: string): boolean {
  return /\d/u.test(text) && /[a-f]/u.test(text) && !behindOther.test(before)
}

function mentionAt(block: TextBlock, hash: string, position: number): CommitMention {
  return {
    hash,
    line: lineIn(block, position),
    sentence: sentenceAt(block, position)?.text ?? block.text.slice(position, position + reach),
  }
}
