import type { Corpus, UnreadableFile } from "../core/corpus/corpus.ts"
import { isGitIgnore } from "../core/corpus/git_ignore.ts"
import type { MarkdownDocument } from "../core/markdown/markdown_document.ts"
import type { Finding } from "../core/schema/finding.ts"
import type { NearMiss, PassResult } from "../core/schema/pass_result.ts"
import type { GoneFiles } from "./lookup/gone_files.ts"
import { danglingLinks } from "./decision_integrity/dangling_links.ts"
import { evidenceOf, shown } from "./outcome/evidence.ts"
import { type CorpusLookup, corpusLookup } from "./lookup/corpus_lookup.ts"
import { entryEdits } from "./link_integrity/entry_edits.ts"
import { judgeLink, type Judgement } from "./link_integrity/judge_link.ts"
import { linkEdits } from "./link_integrity/link_edits.ts"
import { repairAnchor } from "./link_integrity/repair_anchor.ts"
import { type Repair, repairAddress, repairFile } from "./link_integrity/repair_link.ts"
import type { Pass } from "./pass.ts"
import { lookedAt, markdownInScope, notRun } from "./outcome/pass_outcome.ts"

const id = "link-integrity"

/** Links and anchors of Markdown files that lead to nothing in the corpus. */
export const linkIntegrity: Pass = linkIntegrityAfter(new Map())

/** The same after a change that took files away: a link that it killed is graver than one that was dead before. */
export function linkIntegrityAfter(gone: GoneFiles): Pass {
  return { id, reads: isGitIgnore, look: (corpus) => look(corpus, gone) }
}

function look(corpus: Corpus, gone: GoneFiles): PassResult {
  const inScope = markdownInScope(corpus)
  if (inScope === undefined) return notRun(id, "no Markdown files")
  const lookup = corpusLookup(corpus)
  const isField = danglingLinks(corpus)
  const reviews = inScope.documents.map((document) => reviewDocument(lookup, document, isField, gone))
  // A file that was not read hides only its own findings, and the anchors of those that lead into it. The latter are not
  // looked at either; one with findings counts as looked at all the same, and then the pass as a whole proves nothing.
  const looked = reviews.filter((review) => review.unread === undefined)
  const hidden = reviews.flatMap(({ findings, unread }) =>
    findings.length === 0 || unread === undefined ? [] : [unread]
  )
  return lookedAt(id, {
    scanned: looked.map((review) => review.path),
    findings: reviews.flatMap((review) => review.findings),
    near_misses: reviews.flatMap((review) => review.nearMisses),
    missed: [...inScope.closed, ...new Set(hidden)],
  })
}

interface Review {
  readonly path: string
  readonly findings: readonly Finding[]
  readonly nearMisses: readonly NearMiss[]
  /** A file that was not read, and to an anchor of which a link leads. */
  readonly unread: UnreadableFile | undefined
}

/** The links of a document with one destination: how many stand on each line. */
type LinksByLine = ReadonlyMap<number, number>

/** A link that looks bad and is fine. */
interface Excused {
  readonly target: string
  readonly lines: LinksByLine
  readonly why: string
}

/** Up to so many links of a document that are fine for one reason are told each: the pages of a site have hundreds. */
const mostTold = 5

function reviewDocument(
  lookup: CorpusLookup,
  document: MarkdownDocument,
  isField: ReturnType<typeof danglingLinks>,
  gone: GoneFiles,
): Review {
  const byTarget = new Map<string, Map<number, number>>()
  for (const { target, line } of document.links) {
    const lines = byTarget.get(target) ?? new Map<number, number>()
    byTarget.set(target, lines.set(line, (lines.get(line) ?? 0) + 1))
  }
  const findings: Finding[] = []
  const nearMisses: NearMiss[] = []
  const leavingSkills: [string, LinksByLine][] = []
  const excused: Excused[] = []
  let unread: UnreadableFile | undefined
  for (const [target, lines] of byTarget) {
    const judgement = judgeLink(lookup, document, target)
    const inFields = judgement._tag === "no-file"
      ? [...lines.keys()].filter((line) => isField(document.path, line, target))
      : []
    const elsewhere = new Map([...lines].filter(([line]) => !inFields.includes(line)))
    const finding = elsewhere.size === 0 ? undefined : findingOf(lookup, document, target, elsewhere, judgement, gone)
    if (finding !== undefined) findings.push(finding)
    if (inFields.length > 0) {
      nearMisses.push({
        locator: document.path,
        what: `link to "${shown(target)}" is dead: no such file`,
        why: "told by decision-integrity: the link is a field of a decision",
        evidence: evidenceOf(document, inFields, target),
      })
    }
    if (judgement._tag === "unread") unread ??= judgement.into
    if (judgement._tag === "leaves-skills") leavingSkills.push([target, lines])
    if (judgement._tag === "excused") excused.push({ target, lines, why: judgement.why })
  }
  nearMisses.push(...nearMissesOf(document, excused))
  const [leaving] = leavingSkills
  if (leaving !== undefined) {
    const others = leavingSkills.length === 1 ? "" : ` and ${leavingSkills.length - 1} more`
    nearMisses.push({
      locator: document.path,
      what: `link to "${shown(leaving[0])}"${others} out of the skills' folder`,
      why: "skill folder: the target exists here, and is missing where the skills alone are installed",
      evidence: evidenceOf(document, leaving[1].keys(), leaving[0]),
    })
  }
  return { path: document.path, findings, nearMisses, unread }
}

/** One near miss a link, or one for all that are fine for the same reason, where they are many. */
function nearMissesOf(document: MarkdownDocument, excused: readonly Excused[]): readonly NearMiss[] {
  return [...Map.groupBy(excused, ({ why }) => why)].flatMap(([why, links]) => {
    const others = links.length <= mostTold ? "" : ` and ${links.length - 1} more`
    return (others === "" ? links : links.slice(0, 1)).map(({ target, lines }): NearMiss => ({
      locator: document.path,
      what: `link to "${shown(target)}"${others}`,
      why,
      evidence: evidenceOf(document, lines.keys(), target),
    }))
  })
}

/** A link that leads to nothing. */
type Dead = Extract<Judgement, { readonly _tag: "no-file" | "no-file-at-home" | "no-anchor" }>

function findingOf(
  lookup: CorpusLookup,
  document: MarkdownDocument,
  target: string,
  lines: LinksByLine,
  judgement: Judgement,
  gone: GoneFiles,
): Finding | undefined {
  if (judgement._tag !== "no-file" && judgement._tag !== "no-file-at-home" && judgement._tag !== "no-anchor") {
    return undefined
  }
  const loss = judgement._tag === "no-anchor" ? undefined : lossOf(judgement.path, gone)
  const repair = judgement._tag === "no-file-at-home"
    ? repairAddress(lookup, document, judgement.target, judgement.path, loss?.to)
    : judgement._tag === "no-file"
    ? repairFile(lookup, document, judgement.target, judgement.path, loss?.to)
    : repairAnchor(judgement.target, judgement.into)
  return {
    pass: id,
    locator: document.path,
    verdict: "DEAD",
    severity: loss === undefined ? "Medium" : "High",
    what: `link to "${shown(target)}" is dead: ${loss?.what ?? missing(lookup, document, judgement)}`,
    evidence: evidenceOf(document, lines.keys(), target),
    key: shown(target),
    ...actionOf(document, target, lines, repair),
  }
}

/** What a link leads to that is not there. */
function missing(lookup: CorpusLookup, document: MarkdownDocument, judgement: Dead): string {
  switch (judgement._tag) {
    case "no-file":
      return isIgnored(lookup, judgement.path) ? "git ignores it, and a clone does not have it" : "no such file"
    case "no-file-at-home":
      return `this repository has no ${shown(judgement.path)}`
    case "no-anchor":
      return `${judgement.into === document ? "this file" : judgement.into.path} has no such anchor`
  }
}

/** A link does not say whether it leads to a folder. */
function isIgnored(lookup: CorpusLookup, path: string): boolean {
  return lookup.isIgnored(path) || lookup.isIgnored(`${path}/`)
}

/** What a change did to a path that a link leads to. */
interface Loss {
  readonly what: string
  /** Where a rename put it. */
  readonly to: string | undefined
}

function lossOf(path: string, gone: GoneFiles): Loss | undefined {
  if (gone.has(path)) {
    const to = gone.get(path)
    const name = shown(path)
    return { what: to === undefined ? `the change deletes ${name}` : `the change renames ${name} to ${shown(to)}`, to }
  }
  const held = [...gone.keys()].some((file) => file.startsWith(`${path}/`))
  return held ? { what: `the change takes away what was in ${shown(path)}`, to: undefined } : undefined
}

function actionOf(
  document: MarkdownDocument,
  target: string,
  lines: LinksByLine,
  repair: Repair,
): Pick<Finding, "route" | "proposed_action" | "edits"> {
  if (repair._tag === "open") {
    const removal = repair.isGone === true ? entryEdits(document, lines.keys(), target) : undefined
    return removal === undefined ? { route: "proposal", proposed_action: repair.action } : {
      route: "memory-audit",
      proposed_action: "take the entry out of the index: its memory is gone",
      edits: removal,
    }
  }
  const edits = linkEdits(document, lines, target, repair.target)
  return {
    route: "direct-fix",
    proposed_action: `change the target to "${repair.target}"`,
    ...(edits === undefined ? {} : { edits }),
  }
}
