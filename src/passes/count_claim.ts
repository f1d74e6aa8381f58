import { type Corpus, isInScope } from "../core/corpus/corpus.ts"
import { baseName, folderOf } from "../core/corpus/folder_path.ts"
import type { MarkdownDocument } from "../core/markdown/markdown_document.ts"
import type { Finding, Severity } from "../core/schema/finding.ts"
import type { NearMiss, PassResult } from "../core/schema/pass_result.ts"
import { isAbout, namesFolder } from "./count_claim/about.ts"
import { type Claim, claimsOf, writtenClaim } from "./count_claim/claim.ts"
import { countConfiguredNouns } from "./count_claim/configured_counters.ts"
import { countFolder } from "./count_claim/folder_counts.ts"
import { folderRows } from "./count_claim/folder_rows.ts"
import { excuseClaim, excusePart, sampleOfCode } from "./count_claim/guards.ts"
import { type LinkedSection, linkedSectionOf, linkedSections, unreadSection } from "./count_claim/linked_sections.ts"
import { headingNouns, sectionOf } from "./count_claim/section_counts.ts"
import { type SplitRow, splitRows } from "./count_claim/split_rows.ts"
import { findingsOf, type WrongCount } from "./count_claim/wrong_count.ts"
import { evidenceOf, shown } from "./outcome/evidence.ts"
import { type CorpusLookup, corpusLookup } from "./lookup/corpus_lookup.ts"
import { foldersOf } from "./lookup/folder_contents.ts"
import { isFolderPage } from "./lookup/folder_entries.ts"
import type { Pass } from "./pass.ts"
import { lookedAt, markdownInScope, notRun } from "./outcome/pass_outcome.ts"
import { recordsOf } from "./guard/set_apart.ts"

const id = "count-claim"

/** Numbers in prose that are no longer true: of what a folder holds, what a section lists, what the configuration counts. */
export const countClaim: Pass = { id, look, misconfigured }

/** The counters of the configuration that count nothing. */
function misconfigured(corpus: Corpus): readonly string[] {
  const { counted, uncounted } = countConfiguredNouns(corpus)
  const mistakes = [
    ...uncounted.map(({ noun, file, why }) => ({ noun, why: `${shown(file)}: ${shown(why)}` })),
    ...counted.filter(({ count, file }) => count === 0 && file === undefined).map(({ noun, of }) => ({
      noun,
      why: `no file matches "${shown(of)}"`,
    })),
  ]
  return mistakes.map(({ noun, why }) =>
    `the counter of "${shown(noun)}" counts nothing: ${why}; correct passes.${id}.nouns in the configuration`
  )
}

/** Nouns that mean something else than the files of the folder which is called like them. */
const notFiles =
  /^(?:tests?|specs|fixtures|types|utils|helpers|settings|options|versions|steps|lines|times|bytes|bits|files|folders|items|things|words|ways|cases|parts|points|values|results|assets|resources|sources|releases|logs|stats|details|status|access|process|class|address|this)$/u

/** What became of one claim. */
type Judgement =
  | { readonly _tag: "fine" }
  | { readonly _tag: "excused"; readonly why: string }
  | { readonly _tag: "wrong"; readonly wrong: WrongCount }

const fine: Judgement = { _tag: "fine" }

function look(corpus: Corpus): PassResult {
  const inScope = markdownInScope(corpus)
  if (inScope === undefined) return notRun(id, "no Markdown files")
  const configured = countConfiguredNouns(corpus)
  const lookup = corpusLookup(corpus)
  const judge = judgeOf(corpus, configured.counted, lookup)
  const reviews = inScope.documents.map((document) => ({
    path: document.path,
    unread: unreadSection(lookup, document),
    ...reviewDocument(document, judge(document)),
  }))
  // A file that was not read hides the numbers that count its sections: one with other findings counts as looked at.
  const hidden = reviews.flatMap(({ findings, unread }) =>
    findings.length === 0 || unread === undefined ? [] : [unread]
  )
  return lookedAt(id, {
    scanned: reviews.filter(({ unread }) => unread === undefined).map(({ path }) => path),
    findings: reviews.flatMap(({ findings }) => findings),
    near_misses: [
      ...reviews.flatMap(({ nearMisses }) => nearMisses),
      ...configured.uncounted.filter(({ file }) => isInScope(corpus, file)).map(({ noun, file, why }) => ({
        locator: shown(file),
        what: `the counter of "${shown(noun)}" counts nothing`,
        why: `not counted: ${shown(why)}`,
      })),
    ],
    missed: [...inScope.closed, ...new Set([...configured.missed, ...hidden])],
  })
}

/** A claim and what became of it. */
interface Judged {
  readonly claim: Claim
  readonly judgement: Judgement
}

/** Prepares what claims are compared with, once for all documents. */
function judgeOf(
  corpus: Corpus,
  counted: ReturnType<typeof countConfiguredNouns>["counted"],
  lookup: CorpusLookup,
): (document: MarkdownDocument) => readonly Judged[] {
  const nouns = new Map(counted.map((noun) => [noun.noun, noun]))
  const folders = foldersOf(corpus.paths)
  const byName = Map.groupBy(folders.keys(), baseName)
  const byNoun = Map.groupBy([...folders.keys()].filter((path) => path !== ""), nounOfFolder)
  const records = recordsOf(corpus)
  const against = (claim: Claim, actual: number, of: string, more: Partial<WrongCount> = {}): Judgement => {
    const why = excuseClaim({ claim, records })
    if (why !== undefined) return { _tag: "excused", why }
    return { _tag: "wrong", wrong: { claim, actual, of, severity: "Low", names: [], ...more } }
  }

  const judgeConfigured = (claim: Claim): Judgement | undefined => {
    const noun = nouns.get(claim.noun)
    if (noun === undefined) return undefined
    if (noun.count === claim.value) return fine
    const excused = (why: string): Judgement => ({ _tag: "excused", why })
    if (noun.count === 0) {
      return excused(`empty: ${shown(noun.of)} counts nothing, so it may be the counter that is wrong`)
    }
    if (!claim.noun.includes(" ") && !isAbout(claim, noun.home, noun.noun)) {
      return excused(`elsewhere: neither the text nor its file is about ${shown(noun.home)}`)
    }
    return against(claim, noun.count, noun.of, { severity: severityIn(claim, noun.file), exact: true })
  }

  const judgeFolder = (claim: Claim): Judgement => {
    const candidates = byNoun.get(claim.noun) ?? []
    const named = candidates.filter((folder) => isPageOf(claim.document.path, folder) || namesFolder(claim, folder))
    const [folder] = named
    if (folder === undefined) {
      const [top] = candidates.filter((path) => !path.includes("/"))
      if (top === undefined || countFolder(folders, top).counts.has(claim.value)) return fine
      if (claim.inCode) return { _tag: "excused", why: sampleOfCode }
      return { _tag: "excused", why: `elsewhere: the text does not say that it counts what is in ${shown(top)}/` }
    }
    if (named.some((path) => countFolder(folders, path).counts.has(claim.value))) return fine
    const { plain } = countFolder(folders, folder)
    if (named.length > 1 || plain === undefined) {
      const why = named.length > 1
        ? `ambiguous: ${named.length} folders are called that`
        : `ambiguous: ${shown(folder)}/ holds things of several kinds`
      return { _tag: "excused", why }
    }
    return against(claim, plain.count, `${folder}/`, { exact: true })
  }

  const judgeSection = (claim: Claim, linked: readonly LinkedSection[]): Judgement | undefined => {
    const section = claim.inCode ? undefined : sectionOf(claim) ?? linkedSectionOf(claim, linked)
    if (section === undefined) return undefined
    if (section.counts.has(claim.value)) return fine
    const isOwn = section.path === claim.document.path
    return against(claim, section.count, `the section "${section.heading}"${isOwn ? "" : ` of ${section.path}`}`, {
      severity: severityIn(claim, section.path),
    })
  }

  const judgeRow = (claim: Claim, named: readonly string[]): Judgement => {
    const counts = named.map((folder) => countFolder(folders, folder))
    const [only] = counts
    if (only === undefined || counts.some((count) => count.counts.has(claim.value))) return fine
    if (counts.length > 1 || only.plain === undefined) {
      const why = counts.length > 1
        ? `ambiguous: ${counts.length} folders are called that`
        : "ambiguous: it holds things of several kinds"
      return { _tag: "excused", why }
    }
    return against(claim, only.plain.count, `${named[0] ?? ""}/`, { exact: true, isRow: true, names: only.plain.names })
  }

  const judgeSplit = ({ claim, rest, folders: named }: SplitRow): Judgement => {
    const counts = named.map((folder) => countFolder(folders, folder))
    const [only] = counts
    if (only === undefined || counts.some((count) => count.counts.has(rest + claim.value))) return fine
    if (counts.length > 1 || only.plain === undefined || only.plain.count <= rest) {
      return { _tag: "excused", why: "ambiguous: it is not plain what the two numbers count" }
    }
    const why = excusePart({ claim, records })
    if (why !== undefined) return { _tag: "excused", why }
    const of = `${named[0] ?? ""}/ without the other part`
    const actual = only.plain.count - rest
    return { _tag: "wrong", wrong: { claim, actual, of, severity: "Low", names: [] } }
  }

  return (document) => {
    const linked = linkedSections(lookup, document)
    const headings = headingNouns([...document.headings, ...linked.map(({ section }) => section.heading)])
    const isNoun = (phrase: string): boolean => nouns.has(phrase) || byNoun.has(phrase) || headings.has(phrase)
    return [
      ...claimsOf(document, isNoun).map((claim) => ({
        claim,
        judgement: judgeConfigured(claim) ?? judgeSection(claim, linked) ?? judgeFolder(claim),
      })),
      ...folderRows(document, byName, folders).map((row) => ({
        claim: row.claim,
        judgement: judgeRow(row.claim, row.folders),
      })),
      ...splitRows(document, byName, folders).map((row) => ({ claim: row.claim, judgement: judgeSplit(row) })),
    ]
  }
}

/** Other texts go by the file that holds what is counted: it is the authority, and graver when it errs. */
function severityIn(claim: Claim, authority: string | undefined): Severity {
  return claim.document.path === authority ? "Medium" : "Low"
}

/** The page of a folder speaks of it without naming it. */
function isPageOf(path: string, folder: string): boolean {
  return folderOf(path) === folder && isFolderPage(baseName(path))
}

/** What prose calls the things in a folder; empty when its name is no plural, or means something else. */
function nounOfFolder(path: string): string {
  const name = baseName(path).toLowerCase().replace(/[-_]/gu, " ")
  return name.length > 3 && name.endsWith("s") && !name.endsWith("ss") && !notFiles.test(name) ? name : ""
}

function reviewDocument(
  document: MarkdownDocument,
  judged: readonly Judged[],
): { readonly findings: readonly Finding[]; readonly nearMisses: readonly NearMiss[] } {
  const wrong = judged.flatMap(({ judgement }) => judgement._tag === "wrong" ? [judgement.wrong] : [])
  const excused = judged.flatMap(({ claim, judgement }) =>
    judgement._tag === "excused" ? [{ claim, why: judgement.why }] : []
  )
  const groups = Map.groupBy(excused, ({ claim, why }) => `${claim.noun}\n${why}`)
  return {
    findings: findingsOf(id, document, wrong, judged.map(({ claim }) => claim)),
    nearMisses: [...groups.values()].flatMap((group) => {
      const [first] = group
      if (first === undefined) return []
      const text = shown(writtenClaim(first.claim))
      return [{
        locator: document.path,
        what: `says "${text}"${group.length === 1 ? "" : ` and ${group.length - 1} more of the kind`}`,
        why: first.why,
        evidence: evidenceOf(document, group.map(({ claim }) => claim.line), first.claim.number),
      }]
    }),
  }
}
