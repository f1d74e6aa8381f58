import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { ofDocument } from "../guard/set_apart.ts"
import { siteConfigurations } from "../guard/site_configuration.ts"
import { excuse, type Guard } from "../guard/guard.ts"
import { type CorpusLookup, folderHolding } from "../lookup/corpus_lookup.ts"
import { type NodeKind, nodeKindOf } from "../../core/corpus/node_kind.ts"
import { folderOf, foldersAround, seenFrom, type SeenPath, under } from "../../core/corpus/folder_path.ts"
import type { OutsidePath } from "../../core/corpus/path_index.ts"
import type { LinkTarget } from "../../core/markdown/link_target.ts"

/** A link that leads to nothing, before the guards have spoken. */
export interface DeadEnd {
  readonly lookup: CorpusLookup
  readonly document: MarkdownDocument
  /** The destination as written. */
  readonly written: string
  readonly target: LinkTarget
  /** What the path is, seen from the document's folder. */
  readonly seen: SeenPath
}

const placeholder =
  /[<>{}…]|\.\.\.|\$[A-Za-z_(]|\bpath\/to\/|(?:^|[\/_-])(?:N{3,}|X{3,}|Y{4})(?=[\/_.-]|$)|^(?:url|uri|link|path|href|src|target|file|filename)$/u
/** What follows `owner/repository/` in the addresses of GitHub's own pages. */
const webRoute =
  /^(?:issues|pulls?|wiki|releases|discussions|actions|security|projects|tags|branches|commits?|compare|labels|milestones?|graphs|network|stargazers|forks|watchers|deployments|packages|blob|tree|raw|edit|new|fork|archive|settings)(?:\/|$)/u
const siteFolders = ["", "docs", "content", "src", "public", "static"] as const

const organs: ReadonlySet<NodeKind> = new Set<NodeKind>(["skill", "command", "agent"])

const everyDeadEnd: readonly Guard<DeadEnd>[] = [
  {
    why: "placeholder: the target is to be filled in",
    fires: ({ target, written }) => placeholder.test(target.path) || /[{}<>]/u.test(written),
  },
  ...ofDocument,
  {
    why: "words to be written: the organ quotes them, and they are for a file of somebody's repository",
    fires: ({ document, written }) => organs.has(nodeKindOf(document.path) ?? "doc") && isQuoted(document, written),
  },
]

const missingFile: readonly Guard<DeadEnd>[] = [
  {
    why: ({ lookup, seen }) => outsideWhy(lookup.paths.outside(seen.path)),
    fires: ({ lookup, seen }) => seen.above === 0 && lookup.paths.outside(seen.path) !== undefined,
  },
  ...everyDeadEnd,
  {
    why: "GitHub page: the link leads from the file's page to one of the repository's other pages",
    fires: ({ seen }) => seen.above === 2 && webRoute.test(seen.path),
  },
  { why: "outside the root: nothing can be looked up there", fires: ({ seen }) => seen.above > 0 },
  {
    why: "from the root: the target is there when seen from the root, not from the file",
    fires: ({ lookup, target }) => exists(lookup, seenFrom("", target.path)),
  },
  { why: "site route: a site generator makes the target from a file that exists", fires: leadsIntoSite },
  {
    why: "another site: the route starts at the root of a site that is made elsewhere; nothing here has its first name",
    fires: ({ lookup, target, seen }) => {
      const [first = "", ...rest] = seen.path.split("/")
      return isRoute(target, seen) && rest.length > 0 && lookup.paths.lookup(first) === undefined
    },
  },
  {
    why: "page of a site: its front matter says so, and its routes start at the site's root",
    fires: ({ document, target, seen }) => isRoute(target, seen) && isSitePage(document),
  },
]

const missingAnchor: readonly Guard<DeadEnd & { readonly into: MarkdownDocument }>[] = [
  ...everyDeadEnd,
  {
    why: "GitHub anchor: the page that shows the file makes it",
    fires: ({ target }) =>
      /^(?:readme|readme-ov-file|L\d+(?:C\d+)?(?:-L\d+(?:C\d+)?)?|(?:user-content-)?fn(?:ref)?-.+)$/iu
        .test(target.fragment),
  },
  {
    why: "line of the source: the query asks for it",
    fires: ({ target }) => /(?:^|&)plain=1(?:&|$)/u.test(target.query),
  },
  {
    why: "attribute anchor: the file names it in braces, for another renderer",
    fires: ({ into, target }) =>
      ["{#", "{: #"].some((open) => [" ", "}"].some((end) => into.text.includes(`${open}${target.fragment}${end}`))),
  },
]

/** Why a link to a file that does not exist is fine; `undefined`: it is dead. */
export function excuseFile(end: DeadEnd): string | undefined {
  return excuse(missingFile, end)
}

/** Why a link to an anchor that a file does not have is fine; `undefined`: it is dead. */
export function excuseAnchor(end: DeadEnd & { readonly into: MarkdownDocument }): string | undefined {
  return excuse(missingAnchor, end)
}

function outsideWhy(outside: OutsidePath | undefined): string {
  const name = outside?.path.replace(/\/$/u, "") ?? ""
  if (outside?.why === "submodule") {
    return `in a submodule: ${name} is a repository of its own, and nothing is looked up in it`
  }
  return outside?.why === "linked"
    ? `behind a link: ${name} is a symbolic link, and nothing is looked up behind it`
    : "left out: the target is there, and the run leaves it out"
}

/** Whether each link to a target stands between quotation marks of its line. */
function isQuoted({ links, lines }: MarkdownDocument, written: string): boolean {
  return links.filter(({ target }) => target === written).every(({ line }) => {
    const text = lines[line - 1] ?? ""
    const at = text.indexOf(`](${written}`)
    return at >= 0 && text.slice(0, at).split('"').length % 2 === 0 && text.slice(at + written.length).includes('"')
  })
}

function isRoute(target: LinkTarget, seen: SeenPath): boolean {
  return target.path.startsWith("/") && pageOf(seen.path) !== undefined
}

/** Keys that tell a site generator where a page belongs, or what it is called there. */
const pageKey = /^(?:title|id|layout|permalink|section|slug|sidebar\w*|nav\w*|menu\w*|hide_\w+|pagination\w*)$/u

function isSitePage({ front_matter: front }: MarkdownDocument): boolean {
  if (front._tag !== "mapping" || "type" in front.values || "status" in front.values) return false
  return Object.keys(front.values).some((key) => pageKey.test(key))
}

function exists(lookup: CorpusLookup, seen: SeenPath): boolean {
  const entry = seen.above > 0 || seen.path === "" ? undefined : lookup.paths.lookup(seen.path)
  return entry === "file" || entry === "directory"
}

/**
 * Where a site generator is at work, a route has no extension or `.html`, and `/` is the site's own root. A page from `/`
 * that a folder around the file holds speaks for itself; any other route needs a generator's configuration.
 */
function leadsIntoSite({ lookup, document, target, seen }: DeadEnd): boolean {
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
