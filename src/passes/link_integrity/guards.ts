import type { Link, MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { ofDocument } from "../guard/set_apart.ts"
import { excuse, type Guard } from "../guard/guard.ts"
import type { CorpusLookup } from "../lookup/corpus_lookup.ts"
import {
  hasNoExtension,
  importsParts,
  isMadeElsewhere,
  isRoute,
  isSitePage,
  leadsElsewhere,
  leadsIntoSite,
} from "./site_routes.ts"
import { type NodeKind, nodeKindOf } from "../../core/corpus/node_kind.ts"
import { seenFrom, type SeenPath } from "../../core/corpus/folder_path.ts"
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

const missingAddress: readonly Guard<DeadEnd>[] = [
  {
    why: ({ lookup, seen }) => outsideWhy(lookup.paths.outside(seen.path)),
    fires: ({ lookup, seen }) => seen.above === 0 && lookup.paths.outside(seen.path) !== undefined,
  },
  ...everyDeadEnd,
]

const missingFile: readonly Guard<DeadEnd>[] = [
  ...missingAddress,
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
    fires: ({ lookup, target, seen }) => leadsElsewhere(lookup, target, seen),
  },
  {
    why: "page of a site: its front matter says so, and its routes start at the site's root",
    fires: ({ document, target, seen }) => isRoute(target, seen) && isSitePage(document),
  },
  {
    why: "page of a site: it imports what it shows, and a route without an extension leads to another page",
    fires: ({ document, target, seen }) => hasNoExtension(target, seen) && importsParts(document),
  },
  {
    why: "another site: other documents here have routes that start at the root of a site that is made elsewhere",
    fires: ({ lookup, target, seen }) => isRoute(target, seen) && seen.path.includes("/") && isMadeElsewhere(lookup),
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
    why: "generated: a program writes the list of contributors, with anchors that lead nowhere on purpose",
    fires: ({ document, written }) => targetsOfContributors(document).has(written),
  },
  {
    why: "page of a site: it imports what it shows, which may have the anchor",
    fires: ({ into }) => importsParts(into),
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

/** Why an address of a file of this repository that does not exist is fine; `undefined`: it is dead. */
export function excuseAddress(end: DeadEnd): string | undefined {
  return excuse(missingAddress, end)
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

function exists(lookup: CorpusLookup, seen: SeenPath): boolean {
  const entry = seen.above > 0 || seen.path === "" ? undefined : lookup.paths.lookup(seen.path)
  return entry === "file" || entry === "directory"
}

/** Kept as long as their documents: a list has hundreds of such links. */
const ofContributors = new WeakMap<MarkdownDocument, ReadonlySet<string>>()

/** The targets of which every link stands in the list that all-contributors keeps, between its two comments. */
function targetsOfContributors(document: MarkdownDocument): ReadonlySet<string> {
  const known = ofContributors.get(document)
  if (known !== undefined) return known
  const first = document.lines.findIndex((line) => line.includes("<!-- ALL-CONTRIBUTORS-LIST:START")) + 1
  const last = document.lines.findIndex((line) => line.includes("<!-- ALL-CONTRIBUTORS-LIST:END")) + 1
  const inside = ({ line }: Link): boolean => first > 0 && first < line && line < last
  const targets = new Set(document.links.filter(inside).map(({ target }) => target))
  for (const link of document.links) if (!inside(link)) targets.delete(link.target)
  ofContributors.set(document, targets)
  return targets
}
