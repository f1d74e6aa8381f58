import { sentenceWords } from "../../core/markdown/block_words.ts"
import type { LineRange, TextBlock } from "../../core/markdown/markdown_blocks.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { type Sentence, sentencesOf } from "../../core/markdown/sentence.ts"
import { namedParts } from "../prose/named_parts.ts"

/** A sentence of a note that says that something else shipped than was meant. */
export interface Deviation {
  readonly block: TextBlock
  readonly sentence: Sentence
  /** The words that say it. */
  readonly words: string
  /** What stands before them in the sentence. */
  readonly before: string
}

const noteName =
  /^(?:[\d.]+[.)]?\s+)?(?:ship(?:ping)?[- ]notes?|ship(?:ped)?[- ]record|as[- ]shipped|shipped|amendments?|status[- ]notes?|deviations?)\b/iu
const deviating =
  /\bredesigned (?:at|during|before) ship|\breversed\b|\bdeferred to v?\d|\bdescoped\b|\bnot (?:yet )?(?:shipped|implemented)\b|\bpartially\b|\bas an? (?:interim|follow-up)\b/iu

/** Where a document tells how its shipping went. */
export function shipNotes(document: MarkdownDocument): readonly LineRange[] {
  return namedParts(document, (name) => noteName.test(name))
}

/** The sentences of those notes that say that something else shipped. */
export function deviations(document: MarkdownDocument): readonly Deviation[] {
  const notes = shipNotes(document)
  if (notes.length === 0) return []
  return document.blocks.texts.filter((block) =>
    block.kind !== "heading" && !block.quoted &&
    notes.some(({ line, end_line }) => line <= block.line && block.line <= end_line)
  ).flatMap((block) =>
    sentencesOf(block).flatMap((sentence) => {
      const match = deviating.exec(sentenceWords(block, sentence))
      return match === null ? [] : [{ block, sentence, words: match[0], before: sentence.text.slice(0, match.index) }]
    })
  )
}
