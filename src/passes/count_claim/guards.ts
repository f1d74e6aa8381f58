import { blockWords } from "../../core/markdown/block_words.ts"
import { withoutDestinations } from "../../core/markdown/link_words.ts"
import { excuse, type Guard } from "../guard/guard.ts"
import { isElsewhere, tellsOfThePast } from "../guard/set_apart.ts"
import { type Claim, contextOf } from "./claim.ts"

/** What may be said of a claim whose number is wrong. */
export interface WrongClaim {
  readonly claim: Claim
  /** The files that speak of their own day. */
  readonly records: ReadonlySet<string>
}

const near = (pattern: RegExp) => ({ claim }: WrongClaim): boolean =>
  pattern.test(withoutDestinations(contextOf(claim).before).slice(-60))
const next = (pattern: RegExp) => ({ claim }: WrongClaim): boolean =>
  pattern.test(withoutDestinations(contextOf(claim).after).slice(0, 60))
const whole = (pattern: RegExp) => ({ claim }: WrongClaim): boolean => pattern.test(sentenceWords(claim))

function sentenceWords(claim: Claim): string {
  const { sentence, before } = contextOf(claim)
  if (claim.inCode) return sentence
  const start = claim.start - before.length
  return blockWords(claim.block).slice(start, start + sentence.length)
}

const adjectiveOfPart =
  /^(?:more|other|new|additional|extra|further|remaining|different|first|last|next|default|optional|separate|similar|such|distinct|individual|consecutive|single|concurrent|parallel|random|specific|certain|key|main|major|core|basic|common|original|previous|former|existing|recent|missing|failing|unused|selected|relevant|matching|inline|example|sample|newest|oldest|largest|smallest|best|top|related|following|adjacent|neighbou?ring|sibling)$/u

/** Why a number in a block of code is fine. */
export const sampleOfCode = "sample: it stands in a block of code"

/** Reasons why a wrong number is fine, in the order in which they are asked. */
const wholeGuards: readonly Guard<WrongClaim>[] = [
  { why: sampleOfCode, fires: ({ claim }) => claim.inCode },
  { why: "quotation: somebody else's words", fires: ({ claim }) => claim.block.quoted },
  {
    why: "another place: a template, test data or somebody else's file counts what is there",
    fires: ({ claim }) => isElsewhere(claim.document),
  },
  {
    why: "history: the file tells of what was",
    fires: ({ claim, records }) => tellsOfThePast(claim.document) || records.has(claim.document.path),
  },
  { why: "quoted: the sentence says it in quotation marks", fires: isQuoted },
  {
    why: "example: the sentence says so",
    fires: whole(/\be\.g\.|\bfor (?:example|instance)\b|\bsuch as\b|\bsay,|\bexamples?:|\b(?:imagine|suppose)\b/iu),
  },
  {
    why: "about: the number is not meant to be exact",
    fires: (wrong) =>
      near(
        /(?:[~≈<>≤≥±]\s*|\b(?:about|around|approximately|approx\.?|roughly|nearly|almost|some|circa|over|under|above|below|more than|fewer than|less than|at least|at most|up to|beyond|every|than|dozens? of)\s+)[*_`(]*$/iu,
      )(wrong) || next(/^\s*(?:\+|or (?:so|more|fewer|less)\b)/u)(wrong),
  },
  {
    why: "range: it is one end of it",
    fires: near(/(?:\d|\b(?:two|three|four|five|six|seven|eight|nine|ten))\s*(?:[-–—]|to|or)\s*[*_`]*$/iu),
  },
  {
    why: "limit: it is how many there may be",
    fires: (wrong) =>
      near(
        /\b(?:max(?:imum)?|min(?:imum)?|caps?|capped|limit(?:ed)?|no more than|not more than|top|budget|threshold|ceiling)\b[^.;]*$/iu,
      )(wrong) || next(/^[*_`]*\s*(?:max(?:imum)?\b|min(?:imum)?\b|limit\b|cap\b|guard\b|(?:each|per)\b)/iu)(wrong),
  },
  {
    why: "condition: it is what might be",
    fires: whole(/^\W*(?:if|when|whenever|unless|should|once|where)\b|\b(?:if|when) (?:you|there|it|they)\b|\?\s*$/iu),
  },
  {
    why: "past: the sentence tells of what was",
    fires: whole(
      /\b(?:was|were|had|used to|originally|initially|previously|formerly|no longer|at the time|back then|produced|grew|became)\b|\boriginal\b/iu,
    ),
  },
]

const guards: readonly Guard<WrongClaim>[] = [
  ...wholeGuards,
  {
    why: "part: the words around it speak of some of them",
    fires: (wrong) =>
      wrong.claim.adjectives.some((adjective) => adjectiveOfPart.test(adjective)) ||
      near(
        /\b(?:only|just|other|another|others|first|last|next|latest|those|these|them|any|both|either|between|same|following|remaining|additional|extra|new|main|(?:in|into|across|over|through|from|by|with) groups of|of (?:the|its|our|these|those|which))\s+[*_`]*$/iu,
      )(wrong) ||
      next(
        /^[*_`]*\s*(?:added|more|removed|dropped|missing|left|remain\w*|at a time|at once|in a row|above|below|here|that|which|who|whose|with|without|of (?:this|that|each|a|an)|under (?:this|that)|in (?:this|that|each|an?)|from (?:this|that|each|an?))(?![\p{L}-])/u,
      )(wrong),
  },
]

/** Why a claim whose number is wrong is fine; `undefined`: nothing speaks for it. */
export function excuseClaim(wrong: WrongClaim): string | undefined {
  return excuse(guards, wrong)
}

/** The same of a number that is one of two parts, of which the text says both. */
export function excusePart(wrong: WrongClaim): string | undefined {
  return excuse(wholeGuards, wrong)
}

/** Whether an opening quotation mark before the claim has its end behind it. */
function isQuoted({ claim }: WrongClaim): boolean {
  const { before, after } = contextOf(claim)
  const straight = (before.match(/"/gu) ?? []).length % 2 === 1 && after.includes('"')
  return straight || before.lastIndexOf("“") > before.lastIndexOf("”") && after.includes("”")
}
