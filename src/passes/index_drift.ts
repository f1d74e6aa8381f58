import { type Corpus, isInScope } from "../core/corpus/corpus.ts"
import { folderOf, joinPath, under } from "../core/corpus/folder_path.ts"
import { readTarget } from "../core/markdown/link_target.ts"
import type { MarkdownDocument } from "../core/markdown/markdown_document.ts"
import type { Finding } from "../core/schema/finding.ts"
import type { NearMiss, PassResult } from "../core/schema/pass_result.ts"
import { evidenceOf, shown } from "./outcome/evidence.ts"
import { type Folders, foldersOf } from "./lookup/folder_contents.ts"
import { compareIndex, type Comparison } from "./index_drift/compare_index.ts"
import { contextReader } from "./index_drift/context.ts"
import type { FolderIndex } from "./index_drift/folder_index.ts"
import type { Surroundings } from "./index_drift/guards.ts"
import { ownNumbers } from "./index_drift/own_numbers.ts"
import { rowIndexes } from "./index_drift/row_indexes.ts"
import { treeEdits } from "./index_drift/tree_edits.ts"
import { treeIndexes } from "./index_drift/tree_indexes.ts"
import type { Pass } from "./pass.ts"
import { lookedAt, markdownInScope, notRun } from "./outcome/pass_outcome.ts"
import { recordsOf } from "./guard/set_apart.ts"
import { unreadDecisions } from "./lookup/unread_decisions.ts"

const id = "index-drift"

const fewestLinks = 3

/**
 * Trees, tables and lists of what is in a folder that leave something out, or list what is gone; and decisions that an
 * index of numbers leads to in vain, because their text has another number than their file.
 */
export const indexDrift: Pass = { id, look }

function look(corpus: Corpus): PassResult {
  const inScope = markdownInScope(corpus)
  const decisions = corpus.decisions.map(({ path }) => path).filter((path) => isInScope(corpus, path))
  const unread = unreadDecisions(corpus).filter(({ path }) => isInScope(corpus, path))
  if (inScope === undefined && decisions.length === 0 && unread.length === 0) {
    return notRun(id, "no Markdown files, and no decisions")
  }
  const folders = foldersOf(corpus.paths)
  const documents = new Map(corpus.documents.map((document) => [document.path, document]))
  const surroundings: Surroundings = {
    records: recordsOf(corpus),
    entryAt: corpus.paths.lookup,
    listingPage: listingPages(folders, documents),
  }
  const reviews = (inScope?.documents ?? []).flatMap((document) => {
    const contextOf = contextReader(document)
    const trees = joinedTrees(treeIndexes(document, folders, contextOf))
    return [...trees, ...rowIndexes(document, folders, contextOf)].flatMap((index) => {
      const content = folders.get(index.folder)
      const comparison = content === undefined ? undefined : compareIndex(document, index, content, surroundings)
      return comparison === undefined ? [] : [reviewOf(document, index, comparison, folders)]
    })
  })
  return lookedAt(id, {
    scanned: [...(inScope?.documents ?? []).map(({ path }) => path), ...decisions],
    findings: [
      ...reviews.flatMap(({ findings }) => findings),
      ...ownNumbers(id, corpus.decisions).filter(({ locator }) => isInScope(corpus, locator)),
    ],
    near_misses: reviews.flatMap(({ nearMisses }) => nearMisses),
    missed: [...new Set([...(inScope?.closed ?? []), ...unread])],
  })
}

/** Finds the page of a folder that lists what is in there. */
function listingPages(
  folders: Folders,
  documents: ReadonlyMap<string, MarkdownDocument>,
): (folder: string) => string | undefined {
  const pages = new Map<string, string | undefined>()
  return (folder) => {
    if (pages.has(folder)) return pages.get(folder)
    const page = folders.get(folder)?.files.filter((name) => /^(?:readme|_?index)\.(?:md|markdown)$/iu.test(name))
      .map((name) => under(folder, name)).find((path) => linksInto(documents.get(path), folder) >= fewestLinks)
    pages.set(folder, page)
    return page
  }
}

/** How many files of its own folder a page links to. */
function linksInto(page: MarkdownDocument | undefined, folder: string): number {
  return new Set(
    (page?.links ?? []).map(({ target }) => readTarget(target)?.path ?? "").filter((path) => path !== "")
      .map((path) => joinPath(folder, path)).filter((path) => path !== undefined && folderOf(path) === folder),
  ).size
}

/** Trees of a document that draw the same folder are one index of it. */
function joinedTrees(indexes: readonly FolderIndex[]): readonly FolderIndex[] {
  // One that lists nothing of a folder is no part of its index.
  const strange = indexes.filter(({ listed }) => listed.size === 0)
  const groups = Map.groupBy(indexes.filter(({ listed }) => listed.size > 0), ({ folder }) => folder)
  const joined = [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined || group.length === 1) return group
    return [{
      ...first,
      listed: new Map(group.flatMap(({ listed }) => [...listed]).reverse()),
      ghosts: group.flatMap(({ ghosts }) => ghosts),
      blocks: group.flatMap(({ blocks }) => blocks),
      isOpen: group.some(({ isOpen }) => isOpen),
    }]
  })
  return [...joined, ...strange]
}

function reviewOf(
  document: MarkdownDocument,
  index: FolderIndex,
  { missing, ghosts, excused, held, all }: Comparison,
  folders: Folders,
): { readonly findings: readonly Finding[]; readonly nearMisses: readonly NearMiss[] } {
  const place = index.folder === "" ? "the root" : `${shown(index.folder)}/`
  const content = folders.get(index.folder)
  const isFolder = (name: string): boolean => content?.isFolder(name) === true
  const nearMisses = excused.filter(({ names }) => names.length > 0).map(({ names, why }) => ({
    locator: document.path,
    what: `its ${index.kind} of ${place} differs from the folder in ${namesOf(names)}`,
    why,
    evidence: evidenceOf(document, [index.line]),
  }))
  if (missing.length === 0 && ghosts.length === 0) return { findings: [], nearMisses }
  const written = missing.map((name) => isFolder(name) ? `${name}/` : name)
  const sorts = new Set(missing.map(isFolder))
  const neighbours = [...sorts].flatMap((sort) =>
    [...index.listed].filter(([name]) => isFolder(name) === sort).map(([, line]) => line).slice(-1)
  )
  const lastLine = Math.max(...index.listed.values())
  const edits = ghosts.length === 0 ? treeEdits(document, index, missing, isFolder) : undefined
  const said = [
    ...(missing.length === 0 ? [] : [`lists ${held} of ${all} and leaves out ${namesOf(written)}`]),
    ...(ghosts.length === 0
      ? []
      : [`lists ${namesOf(ghosts.map(({ name }) => name))}, which ${ghosts.length === 1 ? "is" : "are"} not there`]),
  ]
  const actions = [
    ...(missing.length === 0 ? [] : [`add ${namesOf(written)}`]),
    ...(ghosts.length === 0 ? [] : [`take out ${namesOf(ghosts.map(({ name }) => name))}`]),
  ]
  return {
    nearMisses,
    findings: [{
      pass: id,
      locator: document.path,
      verdict: "STALE",
      severity: "Low",
      what: `its ${index.kind} of ${place} ${said.join(", and ")}`,
      route: "direct-fix",
      proposed_action: actions.join("; "),
      evidence: evidenceOf(document, [
        index.line,
        ...(missing.length === 0 ? [] : neighbours.length === 0 ? [lastLine] : neighbours),
        ...ghosts.map(({ line }) => line),
      ]),
      key: `${index.kind === "tree" ? "tree" : "rows"} of ${place}`,
      ...(edits === undefined ? {} : { edits }),
    }],
  }
}

const mostNamed = 8

/** Some names as a sentence has them. */
function namesOf(names: readonly string[]): string {
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : ""
  return names.slice(0, mostNamed).map(shown).join(", ") + more
}
