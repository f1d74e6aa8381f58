import { lineIn, type TextBlock } from "../../core/markdown/markdown_blocks.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { sentencesOf } from "../../core/markdown/sentence.ts"
import { numberOf } from "./number_word.ts"

/** A number and the noun that it counts, where they stand. */
export interface Claim {
  readonly document: MarkdownDocument
  /** The text that holds it; of code, a paragraph of its own. */
  readonly block: TextBlock
  readonly inCode: boolean
  readonly value: number
  /** The number as written. */
  readonly number: string
  /** Words between the number and the noun. */
  readonly adjectives: readonly string[]
  /** As written, in lower case. */
  readonly noun: string
  /** The place of the number in the text of the block, and the end of the noun. */
  readonly start: number
  readonly end: number
  readonly line: number
  /** What a message quotes, where number and noun alone say too little. */
  readonly written?: string
}

const tens = "[Tt]wenty|[Tt]hirty|[Ff]orty|[Ff]ifty|[Ss]ixty|[Ss]eventy|[Ee]ighty|[Nn]inety"
const units = "[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive|[Ss]ix|[Ss]even|[Ee]ight|[Nn]ine"
const teens = "[Tt]en|[Ee]leven|[Tt]welve|(?:[Tt]hir|[Ff]our|[Ff]if|[Ss]ix|[Ss]even|[Ee]igh|[Nn]ine)teen"
/** A number that counts: no part of a name, a version, a date, a time or a sum of money. Plain, as it reads every text. */
const counting = new RegExp(
  `(?<![\\w.,:/#$€£§@=^-])(\\d{1,3}(?:,\\d{3})+|\\d{1,5}|(?:${tens})(?:-(?:one|${units}))?|${units}|${teens})` +
    "(?:[*_]{0,3}[ \\t\\n]+[*_`]{0,3})(?=[A-Za-z\\u00c0-\\uffff])",
  "g",
)
const word = /([\p{L}][\p{L}\p{N}'’]*(?:[-/][\p{L}\p{N}]+)*)[*_`]{0,3}/uy
const between = /[ \t\n]+[*_`]{0,3}/uy
/** Words that no adjective is: the noun of the number is before them, or there is none. */
const stop =
  /^(?:of|and|or|in|on|at|by|to|for|from|with|without|per|as|is|are|was|were|be|been|that|which|who|the|a|an|this|these|those|not|no|if|when|than|then|so|but|via|into|over|under|between|times?|days?|weeks?|months?|years?|hours?|minutes?|seconds?)$/u
const mostWords = 4

/** Reads the words behind a number and tells how many of them are a noun that somebody can count. */
export type NounOf = (phrase: string) => boolean

/** The claims of a document about nouns that are known, in its order; of code, only the nouns. */
export function claimsOf(document: MarkdownDocument, isNoun: NounOf): readonly Claim[] {
  const { texts, code } = document.blocks
  return [
    ...texts.flatMap((block) => claimsIn(document, block, false, isNoun)),
    ...code.flatMap(({ text, text_line, end_line, quoted }) =>
      claimsIn(document, { kind: "paragraph", text, line: text_line, end_line, quoted, depth: 0 }, true, isNoun)
    ),
  ]
}

function claimsIn(document: MarkdownDocument, block: TextBlock, inCode: boolean, isNoun: NounOf): readonly Claim[] {
  const claims: Claim[] = []
  for (const match of block.text.matchAll(counting)) {
    const number = match[1] ?? ""
    const value = numberOf(number)
    const start = match.index
    const noun = value === undefined || value < 2 ? undefined : nounAt(block.text, start + match[0].length, isNoun)
    if (value === undefined || noun === undefined) continue
    claims.push({ document, block, inCode, value, number, start, line: lineIn(block, start), ...noun })
  }
  return claims
}

/** The known noun behind a number: the longest one at the first place where there is one, after at most two adjectives. */
function nounAt(
  text: string,
  from: number,
  isNoun: NounOf,
): { readonly noun: string; readonly adjectives: readonly string[]; readonly end: number } | undefined {
  const words = wordsAt(text, from)
  for (let first = 0; first < Math.min(3, words.length); first++) {
    for (let last = words.length; last > first; last--) {
      const phrase = words.slice(first, last).map(({ text }) => text.toLowerCase()).join(" ")
      if (isNoun(phrase)) {
        return {
          noun: phrase,
          adjectives: words.slice(0, first).map(({ text }) => text.toLowerCase()),
          end: words[last - 1]?.end ?? from,
        }
      }
    }
  }
  return undefined
}

function wordsAt(text: string, from: number): readonly { readonly text: string; readonly end: number }[] {
  const words: { text: string; end: number }[] = []
  for (let at = from; words.length < mostWords;) {
    word.lastIndex = at
    const match = word.exec(text)
    const written = match?.[1]
    if (match === null || written === undefined || stop.test(written.toLowerCase())) break
    words.push({ text: written, end: at + written.length })
    between.lastIndex = word.lastIndex
    if (between.exec(text) === null) break
    at = between.lastIndex
  }
  return words
}

/** A claim as written, on one line; of a row, its path and the number. */
export function writtenClaim({ block, start, end, noun, number, written }: Claim): string {
  if (written !== undefined) return written
  return noun.endsWith("/") ? `${noun} (${number})` : block.text.slice(start, end).replace(/\s+/gu, " ")
}

/** The sentence around a claim, cut where number and noun stand. */
export interface ClaimContext {
  readonly sentence: string
  readonly before: string
  readonly after: string
  /** What a reader sees as one: the whole row of a cell, else the text of the block. */
  readonly around: string
}

const contexts = new WeakMap<Claim, ClaimContext>()

/** What stands around a claim. */
export function contextOf(claim: Claim): ClaimContext {
  const known = contexts.get(claim)
  if (known !== undefined) return known
  const { block, start, end, document } = claim
  const sentence = claim.inCode ? undefined : sentencesOf(block).findLast((one) => one.start <= start)
  const lineStart = block.text.lastIndexOf("\n", start) + 1
  const lineEnd = block.text.indexOf("\n", end)
  const from = sentence?.start ?? lineStart
  const to = sentence === undefined ? (lineEnd < 0 ? block.text.length : lineEnd) : from + sentence.text.length
  const context = {
    sentence: block.text.slice(from, to),
    before: block.text.slice(from, start),
    after: block.text.slice(end, Math.max(end, to)),
    around: block.kind === "cell" ? document.lines[claim.line - 1] ?? "" : block.text,
  }
  contexts.set(claim, context)
  return context
}
