import { distance } from "fastest-levenshtein"
import { headingSlug } from "../../core/markdown/heading_slug.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import type { LinkTarget } from "../../core/markdown/link_target.ts"
import type { Repair } from "./repair_link.ts"

/** The anchors of a file's headings, by what a dead anchor may share with them. */
interface HeadingIndex {
  readonly byLetters: ReadonlyMap<string, readonly string[]>
  readonly byWords: ReadonlyMap<string, readonly string[]>
  readonly byLength: ReadonlyMap<string, readonly string[]>
}

/** The heading that a dead anchor means: the only one with the same words, or with a slip of a letter or two. */
export function repairAnchor(target: LinkTarget, into: MarkdownDocument): Repair {
  const index = headingIndex(into)
  const wanted = headingSlug(target.fragment)
  const alike = [
    index.byLetters.get(lettersOf(wanted)) ?? [],
    index.byWords.get(wordsOf(wanted)) ?? [],
    slipsOf(index, wanted),
  ]
  const [found, ...others] = alike.find((slugs) => slugs.length > 0) ?? []
  if (found !== undefined && others.length === 0) {
    const query = target.query === "" ? "" : `?${target.query}`
    return { _tag: "one", target: `${target.written}${query}#${found}` }
  }
  return { _tag: "open", action: `point the link to a heading that ${into.path} has, or restore the heading` }
}

function lettersOf(slug: string): string {
  return slug.replace(/[-_]/gu, "")
}

function wordsOf(slug: string): string {
  return slug.split(/[-_]+/u).filter((word) => word !== "").sort().join(" ")
}

const maxDistance = 2
/** Among more headings than these, one that is nearly right says nothing. */
const maxCompared = 500

function slipsOf(index: HeadingIndex, wanted: string): readonly string[] {
  // Two letters of five are another word.
  const allowed = Math.min(maxDistance, Math.floor(wanted.length / 4))
  const compared: string[] = []
  for (let length = wanted.length - allowed; length <= wanted.length + allowed; length++) {
    for (const slug of index.byLength.get(String(length)) ?? []) compared.push(slug)
  }
  return compared.length > maxCompared ? [] : compared.filter((slug) => distance(slug, wanted) <= allowed)
}

/** Kept as long as their documents: a file is indexed once, however many dead links lead there. */
const indexByDocument = new WeakMap<MarkdownDocument, HeadingIndex>()

function headingIndex(document: MarkdownDocument): HeadingIndex {
  const known = indexByDocument.get(document)
  if (known !== undefined) return known
  const slugs = [...new Set(document.headings.map((heading) => heading.slug))].filter((slug) => slug !== "")
  const by = (keyOf: (slug: string) => string): ReadonlyMap<string, readonly string[]> => Map.groupBy(slugs, keyOf)
  const index = { byLetters: by(lettersOf), byWords: by(wordsOf), byLength: by((slug) => String(slug.length)) }
  indexByDocument.set(document, index)
  return index
}
