import { escapedPattern } from "../../core/escaped_pattern.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import type { Edit, Finding, Severity } from "../../core/schema/finding.ts"
import { evidenceOf, shown } from "../outcome/evidence.ts"
import { placeOnLine, type Replacement, textEdits } from "../outcome/text_edits.ts"
import { type Claim, contextOf, writtenClaim } from "./claim.ts"
import { writtenLike } from "./number_word.ts"

/** A claim whose number is not true. */
export interface WrongCount {
  readonly claim: Claim
  readonly actual: number
  /** What was counted. */
  readonly of: string
  readonly severity: Severity
  /** Whether there is but one way to count it. */
  readonly exact?: boolean
  /** Whether it is a row as "`rules/` (5)". */
  readonly isRow?: boolean
  /** What is there, by name. */
  readonly names: readonly string[]
}

/** One finding for all wrong numbers of a document about the same noun, counted in the same way. */
export function findingsOf(
  pass: string,
  document: MarkdownDocument,
  wrong: readonly WrongCount[],
  claims: readonly Claim[],
): readonly Finding[] {
  const groups = Map.groupBy(wrong, ({ claim, actual, of }) => JSON.stringify([claim.noun, actual, of]))
  const nouns = new Set<string>()
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const { claim, actual, of, isRow = false } = first
    const key = nouns.has(claim.noun) ? `${claim.noun} of ${of}` : claim.noun
    nouns.add(claim.noun)
    const byText = Map.groupBy(group, (one) => writtenClaim(one.claim))
    const text = [...byText.keys()].slice(0, mostTold).map((one) => `"${shown(one)}"`).join(" and ")
    const more = group.length === 1 ? "" : ` in ${group.length} places`
    const missing = isRow ? missingNames(first) : []
    const listed = missing.length === 0 ? "" : `; it does not name ${missing.join(", ")}`
    const edits = editsOf(document, group, claims)
    return [{
      pass,
      locator: document.path,
      verdict: "STALE",
      severity: first.severity,
      what: `says ${text}${more}; there are ${actual} (${shown(of)})${shown(listed)}`,
      route: "direct-fix" as const,
      proposed_action: actionOf(group, first, missing),
      evidence: evidenceOf(document, group.map((one) => one.claim.line), claim.number),
      key: shown(key),
      ...(edits === undefined ? {} : { edits }),
    }]
  })
}

/** How many different numbers of a document about one noun are told. */
const mostTold = 3

function actionOf(group: readonly WrongCount[], { claim, actual }: WrongCount, missing: readonly string[]): string {
  const numbers = [...new Set(group.map((one) => one.claim.number))].slice(0, mostTold)
  const change = numbers.map((number) => `change "${number}" to "${writtenLike(actual, number)}"`).join(", ")
  if (missing.length > 0) return `${change}, and add ${missing.join(", ")}`
  return enumerates(claim) ? `${change}, and what is listed with it` : change
}

/** What is there and not said in the row; nothing when the row names none of it. */
function missingNames({ claim, names }: WrongCount): readonly string[] {
  const { around } = contextOf(claim)
  const said = names.filter((name) =>
    new RegExp(`(?<![\\p{L}\\p{N}_-])${escapedPattern(name)}(?![\\p{L}\\p{N}_-])`, "u").test(around)
  )
  return said.length === 0 ? [] : names.filter((name) => !said.includes(name)).slice(0, 20)
}

/** Whether what is counted is listed behind the number: then changing the number alone makes another error. */
function enumerates(claim: Claim): boolean {
  return /^[*_`]*\s*(?:[:(—–]|- )/u.test(contextOf(claim).after) || /:[*_]*\s*$/u.test(claim.block.text)
}

/** Only where the number alone is wrong: nothing is listed with it, and no other number of the text adds up to it. */
function editsOf(
  document: MarkdownDocument,
  group: readonly WrongCount[],
  claims: readonly Claim[],
): readonly Edit[] | undefined {
  const places: Replacement[] = []
  for (const wrong of group) {
    const { claim, actual, exact = false } = wrong
    const hasOthers = claims.some((other) =>
      other.block === claim.block && other.noun === claim.noun && other.start !== claim.start
    )
    if (!exact || hasOthers || (wrong.isRow === true ? missingNames(wrong).length > 0 : enumerates(claim))) {
      return undefined
    }
    const lineEnd = claim.block.text.indexOf("\n", claim.start)
    const rest = claim.block.text.slice(claim.start, lineEnd < 0 ? undefined : lineEnd)
    const place = placeOnLine(document, claim.line, rest)
    if (place === undefined) return undefined
    places.push({ start: place.start, end: place.start + claim.number.length, to: writtenLike(actual, claim.number) })
  }
  return textEdits(document, places)
}
