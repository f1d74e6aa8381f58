import { under } from "../../core/corpus/folder_path.ts"
import type { PathEntry } from "../../core/corpus/path_index.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { withoutDestinations } from "../../core/markdown/link_words.ts"
import { isElsewhere, tellsOfThePast } from "../guard/set_apart.ts"
import type { FolderContent } from "../lookup/folder_contents.ts"
import { isEitherPage, isFolderPage, isTestPath } from "../lookup/folder_entries.ts"
import { type Guard, wherever } from "../guard/guard.ts"
import type { FolderIndex, Ghost } from "./folder_index.ts"
import { isMentioned, linkedPaths } from "./mentions.ts"

/** An index that lists most of a folder, and not all. */
export interface IncompleteIndex {
  readonly document: MarkdownDocument
  readonly index: FolderIndex
  readonly content: FolderContent
  readonly surroundings: Surroundings
}

/** What guards look up besides the index and its folder. */
export interface Surroundings {
  /** The files that speak of their own day. */
  readonly records: ReadonlySet<string>
  readonly entryAt: (path: string) => PathEntry | undefined
  /** The page of a folder that lists what is in there. */
  readonly listingPage: (folder: string) => string | undefined
}

/** Something that an index does not list. */
export interface UnlistedEntry extends IncompleteIndex {
  readonly name: string
  readonly isFolder: boolean
}

/** Something that an index lists and that is not there. */
export interface StrangeEntry extends IncompleteIndex {
  readonly ghost: Ghost
}

const things =
  "(?:files?|folders?|director(?:y|ies)|modules?|packages?|pages?|docs?|documents?|parts?|pieces|guides?|entries|commands?|skills?|scripts?|components?|examples?)"
const selection = new RegExp(
  `\\be\\.g\\.|\\b(?:for example|for instance|such as|illustrat\\w+|excerpt|abridged|abbreviated|simplified|typical(?:ly)?|notable|highlights|selected|looks? (?:something )?like|might look|may look|should look)\\b` +
    `|\\b(?:key|main|important|core|some|common|popular|new|few|relevant|other|these|following|changed|touched|generated|required|recommended|suggested|most(?: \\w+)?)(?: \\w+)? ${things}\\b`,
  "iu",
)
const seeAlso =
  /^(?:see also|see:?|related\b.*|further reading|companion\b.*|next steps?|resources|learn more|read more|more(?: \w+){0,2}|prerequisites|what['’]s next.*|where to (?:go|look).*|start here|getting started|quick ?links?|files? (?:to|that|created|changed|modified|touched)\b.*|(?:new|changed|modified|touched) files?\b.*|migration.*)$/iu

/** How many entries of a folder make an index of it where no text says so. */
const fewestUnnamed = 5

/** Why an index that leaves things out is fine as a whole. */
export const ofIndex: readonly Guard<IncompleteIndex>[] = [
  {
    why: "another place: a template, test data or somebody else's file lists what is there",
    fires: ({ document }) => isElsewhere(document),
  },
  {
    why: "history: the file tells of what was",
    fires: ({ document, surroundings }) => tellsOfThePast(document) || surroundings.records.has(document.path),
  },
  { why: "open: one of its entries stands for others", fires: ({ index }) => index.isOpen },
  {
    why: "selection: the text says that it shows some of them",
    fires: ({ index }) => index.context.near.some((text) => selection.test(withoutDestinations(text))),
  },
  {
    why: "related: a list of what else to read is no index",
    fires: ({ index }) =>
      index.kind !== "tree" &&
      index.context.near.some((text) => seeAlso.test(text.replace(/[*_:]+$|^[*_]+/gu, "").trim())),
  },
  wherever(({ document, index, surroundings }) => {
    const page = index.kind === "tree" ? undefined : surroundings.listingPage(index.folder)
    return page === undefined || page === document.path ? undefined : `another index: ${page} is the one of this folder`
  }),
  {
    why: "elsewhere: neither the text nor its file is about this folder",
    fires: ({ index }) => !index.isNamed && !index.isAround,
  },
  {
    why: "few: a page of a folder around lists some of it, and does not say that it lists the folder",
    fires: ({ index }) => !index.isNamed && index.listed.size < fewestUnnamed,
  },
]

/** The name of something in a folder. */
export interface EntryName extends Pick<UnlistedEntry, "name" | "isFolder"> {
  /** Whether the index lists names in capitals that are no well-known pages: then they are things as all others. */
  readonly listsCapitals: boolean
}

/** Why the name of a thing says that nobody lists it. */
export const ofName: readonly Guard<EntryName>[] = [
  { why: "test: tests and their data are not listed", fires: ({ name }) => isTestPath(name) },
  {
    why: "page of the folder: what is about a folder or made for tools is not listed in it",
    fires: ({ name, isFolder, listsCapitals }) =>
      !isFolder && isFolderPage(name) && !(listsCapitals && isEitherPage(name)),
  },
  {
    why: "hidden: names with a dot or an underscore are not meant for readers",
    fires: ({ name }) => /^[._]/u.test(name),
  },
  {
    why: "for tools: examples of settings, assets and made files are not listed",
    fires: ({ name, isFolder }) =>
      /\.(?:example|sample|dist|bak|orig)(?:\.|$)/u.test(name) ||
      isFolder &&
        /^(?:images?|img|assets|media|static|figures?|screenshots?|node_modules|dist|build|out|target|coverage|vendor|types)$/iu
          .test(name),
  },
]

/** Why a single thing is not listed. */
export const ofEntry: readonly Guard<UnlistedEntry & EntryName>[] = [
  ...ofName,
  {
    why: "the index itself is not listed in it",
    fires: ({ name, document, index }) => document.path === under(index.folder, name),
  },
  {
    why: "linked: the file leads to it elsewhere",
    fires: ({ document, index, name }) => index.kind !== "tree" && linkedPaths(document).has(under(index.folder, name)),
  },
  {
    why: "named in another row: as an alias, or with what it belongs to",
    fires: ({ document, index, name, isFolder }) => isMentioned(document, index, name, isFolder),
  },
]

/** Why something that is not there may be listed. */
export const ofGhost: readonly Guard<StrangeEntry>[] = [
  {
    why: "git ignores it: what is made on each machine is in no clone",
    fires: ({ ghost, index, surroundings }) =>
      surroundings.entryAt(under(index.folder, ghost.name.replace(/\/$/u, ""))) !== undefined,
  },
  {
    why: "made later: nobody has it before a build, and no clone has it",
    fires: ({ ghost }) =>
      /^(?:node_modules|dist|build|out|output|target|coverage|\.next|__pycache__|\.venv|venv|bin|obj|logs?|tmp|cache)\/?$/iu
        .test(ghost.name) || /\.(?:log|env|local|lock|db|sqlite)$|^\.env/iu.test(ghost.name),
  },
  {
    why: "said: its row says that it is not there for everybody",
    fires: ({ ghost }) =>
      /\b(?:git-?ignored?|generated|created|optional(?:ly)?|if (?:any|present|you|it)|planned|future|todo|tbd|not yet|removed|deprecated|retired|renamed|moved|alias(?:es)?|built-?in|external|private|per-\w+|local|short-lived|new|added|proposed|your|symlink)\b/iu
        .test(ghost.comment),
  },
]
