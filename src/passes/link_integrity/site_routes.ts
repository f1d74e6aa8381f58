import { folderOf, foldersAround, seenFrom, type SeenPath, under } from "../../core/corpus/folder_path.ts"
import { type LinkTarget, readTarget } from "../../core/markdown/link_target.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { siteConfigurations } from "../guard/site_configuration.ts"
import { type CorpusLookup, folderHolding } from "../lookup/corpus_lookup.ts"
import type { DeadEnd } from "./guards.ts"

const siteFolders = ["", "docs", "content", "src", "public", "static"] as const
/** So many documents with routes of a site that is made elsewhere are no mistake. */
const fewestElsewhere = 3

/** Whether a target starts at the root and leads to a page, not to a file with another extension. */
export function isRoute(target: LinkTarget, seen: SeenPath): boolean {
  return target.path.startsWith("/") && pageOf(seen.path) !== undefined
}

/** Keys that tell a site generator where a page belongs, or what it is called there. */
const pageKey = /^(?:title|id|layout|permalink|section|slug|sidebar\w*|nav\w*|menu\w*|hide_\w+|pagination\w*)$/u

/** Whether the front matter of a file is that of a page. */
export function isSitePage({ front_matter: front }: MarkdownDocument): boolean {
  if (front._tag !== "mapping" || "type" in front.values || "status" in front.values) return false
  return Object.keys(front.values).some((key) => pageKey.test(key))
}

/** Whether a target with a folder or more leads to a page, seen from the file or from the root. */
export function hasNoExtension(target: LinkTarget, seen: SeenPath): boolean {
  return target.path.includes("/") && pageOf(seen.path) !== undefined && !target.path.endsWith("/")
}

const importLine = /^import\s(?:[\w*{$][^;'"]*\sfrom\s+)?["'][^"']+["'];?\s*$/mu

/** Whether a file imports components, as the pages of site generators do: what they show is in no Markdown. */
export function importsParts({ blocks }: MarkdownDocument): boolean {
  return blocks.texts.some(({ kind, quoted, text }) => kind === "paragraph" && !quoted && importLine.test(text))
}

/** Whether a target is a route whose first name is nothing here. */
export function leadsElsewhere({ paths }: CorpusLookup, target: LinkTarget, seen: SeenPath): boolean {
  const [first = "", ...rest] = seen.path.split("/")
  return isRoute(target, seen) && rest.length > 0 && paths.lookup(first) === undefined
}

/** Kept as long as the lookup: each dead route asks. */
const madeElsewhere = new WeakMap<CorpusLookup, boolean>()

/** Whether the documents here are pages of a site that is made elsewhere: several have routes that cannot be meant otherwise. */
export function isMadeElsewhere(lookup: CorpusLookup): boolean {
  const known = madeElsewhere.get(lookup)
  if (known !== undefined) return known
  let count = 0
  for (const { path, links } of lookup.documents) {
    const folder = folderOf(path)
    const leads = links.some(({ target }) => {
      const read = target.startsWith("/") ? readTarget(target) : undefined
      return read !== undefined && leadsElsewhere(lookup, read, seenFrom(folder, read.path))
    })
    if (leads && ++count === fewestElsewhere) break
  }
  const isElsewhere = count === fewestElsewhere
  madeElsewhere.set(lookup, isElsewhere)
  return isElsewhere
}

/**
 * Where a site generator is at work, a route has no extension or `.html`, and `/` is the site's own root. A page from `/`
 * that a folder around the file holds speaks for itself; any other route needs a generator's configuration.
 */
export function leadsIntoSite({ lookup, document, target, seen }: DeadEnd): boolean {
  const folder = folderOf(document.path)
  const [fromRoot, page] = [target.path.startsWith("/"), pageOf(seen.path)]
  const speaksForItself = fromRoot && page !== undefined
  if (!speaksForItself && folderHolding(lookup.paths, folder, siteConfigurations) === undefined) return false
  const bases = fromRoot
    ? foldersAround(folder).flatMap((around) => siteFolders.map((name) => under(around, name)))
    : [""]
  const sources = page === undefined
    ? [seen.path]
    : [seen.path, `${page}.md`, `${page}.mdx`, `${page}/index.md`, `${page}/README.md`]
  return bases.some((base) => sources.some((source) => lookup.paths.lookup(under(base, source)) !== undefined))
}

/** A route without `.html`; `undefined` when it has the extension of some other file. */
function pageOf(route: string): string | undefined {
  const stem = route.replace(/\.html?$/u, "")
  return stem !== route || !/\.[^/.]+$/u.test(route) ? stem : undefined
}
