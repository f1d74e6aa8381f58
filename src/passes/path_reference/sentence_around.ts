import { blockWords } from "../../core/markdown/block_words.ts"
import type { CodeSpan } from "../../core/markdown/code_span.ts"
import { sentenceAt } from "../../core/markdown/sentence.ts"

/** The sentence around a path, cut where the path stands. */
interface Around {
  readonly whole: string
  readonly before: string
  readonly after: string
  /** The whole with what its code holds. */
  readonly written: string
}

/** Something that a sentence may say of a path that is not there. */
interface Saying {
  readonly why: string
  readonly says: (span: CodeSpan) => boolean
}

/** How far a word may stand from the path that it is about, and how much of a sentence without end is read. */
const [reachBefore, reachAfter, reachWhole] = [80, 60, 400]

const example =
  /\be\.g\.|\bfor (?:example|instance)\b|\bsuch as\b|\b(?:an? |as |hypothetical )examples?\b|\bhypothetical(?:ly)?\b/iu
const exampleBefore = /\b(?:like|say|imagine|suppose),?\W{0,3}$/iu
const condition =
  /\b(?:if|when|where|whether)(?: (?:it|they|one|any|that|this|the (?:file|folder|directory)))?(?: (?:is|are|was))? ?(?:present|exists?|available|found|absent|missing|does(?:n't| not) exist|there\b)|\bif any\b|\boptional(?:ly)?\b/iu
const local =
  /\bgit-?ignored?\b|\b(?:not|never) (?:committed|tracked|checked in|shipped|in git)\b|\buntracked\b|\bper-(?:machine|user|developer)\b|\b(?:auto-?)?generated\b/iu
const ignoreFile = /`[^`\s]*\.gitignore`/u
const coming =
  /\b(?:creat\w+|generat\w+|writ(?:e|es|ing|ten)|wrote|add(?:s|ed|ing)?|sav(?:e|es|ed|ing)|emit\w*|produc\w+|outputs?|puts?|plac(?:e|es|ed|ing)|cop(?:y|ies|ied|ying)|scaffold\w*|new|will|would|might|plann(?:ed|ing)|propos\w+|future|todo|tbd|renam(?:e|ing)|mov(?:e|ing))\b/iu
/** What a reader is sent to is there, or should be. */
const pointer =
  /\b(?:see|read|follow|cite|consult|per|refer to|(?:described|documented|explained|defined|listed|specified|written(?: down)?) (?:in|at|by))\b\W*$/iu
const past =
  /\b(?:remov(?:e|es|ed|ing|al)|delet(?:e|es|ed|ing)|gone|former(?:ly)?|previous(?:ly)?|used to|no longer|legacy|old|deprecated|retired|replac\w+|supersed\w+|moved|renamed|migrat\w+|originally|historical(?:ly)?|dropped|(?:merged|folded|split) (?:into|from)|was (?:at|in|called|named))\b/iu
const deniedBefore = /\b(?:no|not|without|never|missing|lacks?|instead of|rather than)(?: (?:an?|the|any|such))?\W*$/iu
const deniedAfter =
  /^\W*(?:does(?:n['’]t| not)|do(?:n['’]t| not)|is(?:n['’]t| not)|are(?:n['’]t| not)|(?:is|are) (?:missing|absent|gone)|not yet|yet to)\b/iu
const alternativeBefore = /`\)?,?\s*(?:or|→|->|\/|\|)\s*\(?$/iu
const alternativeAfter = /^\)?(?:,\s*`[^`]*`)*,?\s*(?:or|→|->|\/|\|)\s*(?:in |at |under )?\(?`/iu

/** What a sentence may say, in the order in which it is asked. */
export const saysOf: readonly Saying[] = [
  saying("example: the sentence says so", ({ whole, before }) => example.test(whole) || exampleBefore.test(before)),
  saying("condition: the sentence does not expect it to be there", ({ whole }) => condition.test(whole)),
  saying(
    "local: the sentence says that it is in no clone",
    ({ whole, written }) => local.test(whole) || ignoreFile.test(written),
  ),
  saying(
    "alternatives: one of several places",
    ({ before, after }) => alternativeBefore.test(before) || alternativeAfter.test(after),
  ),
  saying(
    "denied: the sentence says that it is not there",
    ({ before, after }) => deniedBefore.test(before) || deniedAfter.test(after),
  ),
  saying("past: the sentence tells of what was", ({ before, after }) => past.test(before) || past.test(after)),
  saying(
    "to come: the sentence tells of what is to be made",
    ({ before }) => coming.test(before) && !pointer.test(before),
  ),
]

function saying(why: string, holds: (around: Around) => boolean): Saying {
  return { why, says: (span) => holds(around(span)) }
}

function around(span: CodeSpan): Around {
  const text = blockWords(span.block)
  const sentence = sentenceAt(span.block, span.start)
  const [start, end] = sentence === undefined
    ? [0, text.length]
    : [sentence.start, Math.max(span.end, sentence.start + sentence.text.length)]
  const [from, to] = [Math.max(start, span.start - reachWhole), Math.min(end, span.end + reachWhole)]
  return {
    whole: text.slice(from, to),
    written: span.block.text.slice(from, to),
    before: text.slice(Math.max(start, span.start - reachBefore), span.start),
    after: text.slice(span.end, Math.min(end, span.end + reachAfter)),
  }
}
