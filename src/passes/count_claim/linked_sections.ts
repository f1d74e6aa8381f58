import type { UnreadableFile } from "../../core/corpus/corpus.ts"
import { folderOf, seenFrom } from "../../core/corpus/folder_path.ts"
import { readTarget } from "../../core/markdown/link_target.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { type Section, sectionsOf } from "../../core/markdown/section.ts"
import type { CorpusLookup } from "../lookup/corpus_lookup.ts"
import { type Claim, claimsOf, contextOf } from "./claim.ts"
import { type CountedSection, countOf, endsIn, holds } from "./section_counts.ts"

/** A section that a document links to by its anchor and by the path of its file. */
export interface LinkedSection {
  /** The destination as written. */
  readonly target: string
  readonly document: MarkdownDocument
  readonly section: Section
}

/** The sections that a document links to by anchors of files. */
export function linkedSections(lookup: CorpusLookup, document: MarkdownDocument): readonly LinkedSection[] {
  return anchoredLinks(document).flatMap(({ target, path, fragment }): readonly LinkedSection[] => {
    const into = lookup.document(path) ?? lookup.readme(path)
    const section = into === undefined
      ? undefined
      : sectionsOf(into).find(({ heading }) => heading.slug === fragment.toLowerCase())
    return into === undefined || section === undefined ? [] : [{ target, document: into, section }]
  })
}

/** The section among these that the sentence of a claim links to, when its heading ends in the noun. */
export function linkedSectionOf(claim: Claim, linked: readonly LinkedSection[]): CountedSection | undefined {
  const counted = linked.flatMap(({ target, document, section }) => {
    const isMeant = endsIn(section.heading.text, claim.noun) && linksTo(claim, target) &&
      !(document === claim.document && holds(section, claim.line))
    return isMeant ? countOf(document, section) ?? [] : []
  })
  return counted.find(({ counts }) => counts.has(claim.value)) ?? counted[0]
}

/** A file that could not be read, and a section of which a number of the document may count. */
export function unreadSection(lookup: CorpusLookup, document: MarkdownDocument): UnreadableFile | undefined {
  const unread = anchoredLinks(document).flatMap(({ target, path }) => {
    const file = lookup.unread(path)
    return file === undefined ? [] : [{ target, file }]
  })
  if (unread.length === 0) return undefined
  const claims = claimsOf(document, () => true).filter(({ inCode }) => !inCode)
  return unread.find(({ target }) => claims.some((claim) => linksTo(claim, target)))?.file
}

/** A link to an anchor of a file. */
interface AnchoredLink {
  readonly target: string
  readonly path: string
  readonly fragment: string
}

function anchoredLinks({ path, links }: MarkdownDocument): readonly AnchoredLink[] {
  return [...new Set(links.map(({ target }) => target))].flatMap((written): readonly AnchoredLink[] => {
    const target = readTarget(written)
    if (target === undefined || target.path === "" || target.fragment === "") return []
    const seen = seenFrom(folderOf(path), target.path)
    return seen.above > 0 ? [] : [{ target: written, path: seen.path, fragment: target.fragment }]
  })
}

function linksTo(claim: Claim, target: string): boolean {
  const { sentence } = contextOf(claim)
  return [`(${target})`, `(${target} `, `(<${target}>`].some((written) => sentence.includes(written))
}
