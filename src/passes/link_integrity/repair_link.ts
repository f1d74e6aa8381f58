import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import type { CorpusLookup } from "../lookup/corpus_lookup.ts"
import { isEverywhere } from "../lookup/folder_entries.ts"
import { hasAnchor } from "./judge_link.ts"
import { baseName, folderOf, seenFrom } from "../../core/corpus/folder_path.ts"
import { type LinkTarget, readTarget, writeTarget } from "../../core/markdown/link_target.ts"

/** What to do about a dead link: the one destination that it can mean, or what is left to decide. */
export type Repair =
  | { readonly _tag: "one"; readonly target: string }
  | {
    readonly _tag: "open"
    readonly action: string
    /** Nothing that is there can be meant. */
    readonly isGone?: true
  }

const maxNamed = 3

/**
 * The file that a dead path means: where a change renamed it to, the one that differs only in case, or the only one with
 * that name that is akin.
 */
export function repairFile(
  lookup: CorpusLookup,
  document: MarkdownDocument,
  target: LinkTarget,
  path: string,
  renamed: string | undefined,
): Repair {
  const folder = folderOf(document.path)
  const name = path.slice(path.lastIndexOf("/") + 1)
  const namesakes = lookup.paths.named(name).filter((other) => other !== document.path)
  const sameForm = renamed === undefined ? sameButForm(lookup, folder, target, path) : [renamed]
  const [found, ...others] = firstOf([sameForm, isEverywhere(name) ? [] : namesakes])
  const isMeant = sameForm.length > 0 || found !== undefined && isAkin(lookup, document, path, found)
  if (found !== undefined && others.length === 0 && isMeant) {
    const into = lookup.document(found)
    if (into === undefined || hasAnchor(into, target.fragment)) {
      return { _tag: "one", target: writeTarget(folder, found, target, target.suffix) }
    }
    return { _tag: "open", action: `point the link to ${found}, which has no anchor "${target.fragment}"` }
  }
  const candidates = namesakes.length > 0 ? namesakes : sameNumber(lookup, path)
  if (candidates.length === 0) {
    const scheme = withScheme(target.written)
    return scheme === undefined ? { _tag: "open", action: removal, isGone: true } : { _tag: "open", action: scheme }
  }
  const more = candidates.length > maxNamed ? `, or another of ${candidates.length}` : ""
  return {
    _tag: "open",
    action: `point the link to the file that is meant: ${candidates.slice(0, maxNamed).join(", ")}${more}`,
  }
}

/** The same of an address on GitHub: the branch that it names is not on this disk, so a person writes the new one. */
export function repairAddress(
  lookup: CorpusLookup,
  document: MarkdownDocument,
  target: LinkTarget,
  path: string,
  renamed: string | undefined,
): Repair {
  const repair = repairFile(lookup, document, target, path, renamed)
  if (repair._tag === "open") return { _tag: "open", action: repair.action }
  const found = seenFrom(folderOf(document.path), repair.target).path
  return { _tag: "open", action: `point the link to ${found}, on the same branch or as a relative link` }
}

/**
 * Whether a namesake is more than that: it was moved out of a folder that is still there, or it lies in a folder of the same
 * name, or where the document links to something else.
 */
function isAkin(lookup: CorpusLookup, document: MarkdownDocument, path: string, found: string): boolean {
  // An index of memories lists each by its name, in whatever folder it lies.
  if (baseName(document.path) === "MEMORY.md") return true
  const [from, to] = [folderOf(path), folderOf(found)]
  return from === "" || lookup.paths.lookup(from) === "directory" || baseName(from) === baseName(to) ||
    liveFolders(lookup, document).has(to)
}

/** Kept as long as their documents: a file with many dead links is read once. */
const foldersByDocument = new WeakMap<MarkdownDocument, ReadonlySet<string>>()

/** The folders of the files that a document links to. */
function liveFolders(lookup: CorpusLookup, document: MarkdownDocument): ReadonlySet<string> {
  const known = foldersByDocument.get(document)
  if (known !== undefined) return known
  const folder = folderOf(document.path)
  const live = new Set(document.links.flatMap(({ target }) => {
    const path = readTarget(target)?.path ?? ""
    const seen = seenFrom(folder, path)
    return path !== "" && seen.above === 0 && lookup.paths.lookup(seen.path) === "file" ? [folderOf(seen.path)] : []
  }))
  foldersByDocument.set(document, live)
  return live
}

const removal = "remove the link, or point it to what replaced its target"

/** What lacks the start that makes it lead out of the repository. */
function withScheme(written: string): string | undefined {
  if (/^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/u.test(written)) return `write "mailto:${written}"`
  if (/^(?:www\.|(?:[\w-]+\.)+(?:com|org|net|io|dev)(?:\/|$))/iu.test(written)) return `write "https://${written}"`
  return undefined
}

/** Paths that differ in case, in the direction of the slashes or in space at the end. */
function sameButForm(lookup: CorpusLookup, folder: string, target: LinkTarget, path: string): readonly string[] {
  const tidied = seenFrom(folder, target.path.replaceAll("\\", "/").trim())
  return firstOf([lookup.inAnyCase(path), tidied.above > 0 ? [] : lookup.inAnyCase(tidied.path)])
}

function firstOf(lists: readonly (readonly string[])[]): readonly string[] {
  return lists.find((list) => list.length > 0) ?? []
}

/** Files of the same folder that start with the same number: a decision keeps its number when it is renamed. */
function sameNumber(lookup: CorpusLookup, path: string): readonly string[] {
  const number = /^\d+(?=[-_.])/u.exec(path.slice(path.lastIndexOf("/") + 1))?.[0]
  if (number === undefined) return []
  const folder = folderOf(path)
  const start = folder.length === 0 ? 0 : folder.length + 1
  return lookup.filesIn(folder).filter((other) => /^\d+(?=[-_.])/u.exec(other.slice(start))?.[0] === number)
}
