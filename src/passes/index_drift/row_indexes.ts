import { baseName, folderOf, joinPath, under } from "../../core/corpus/folder_path.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import type { Folders } from "../lookup/folder_contents.ts"
import { isEitherPage, isFolderPage } from "../lookup/folder_entries.ts"
import type { ContextReader, IndexContext } from "./context.ts"
import type { FolderIndex, Ghost } from "./folder_index.ts"
import { type RowEntry, type RowUnit, rowUnits } from "./index_unit.ts"

/** A row that stands for others. */
const open = /^\W*(?:…|\.{3}|etc\b|and more\b|others?\b)/iu
/** The fewest things of a folder that make anybody think of the folder. */
const fewest = 2
/** The least share of its rows that makes a table or a list one of what is in a folder. */
const leastAbout = 0.6

/** A unit, and what of each folder its rows list. */
interface ReadUnit {
  readonly unit: RowUnit
  readonly context: IndexContext
  /** The folders that its introduction names. */
  readonly named: ReadonlySet<string>
  readonly rows: readonly { readonly entry: RowEntry; readonly in: readonly Hit[] }[]
  readonly byFolder: ReadonlyMap<string, readonly { readonly child: string; readonly line: number }[]>
  readonly ghosts: readonly Ghost[]
}

interface Hit {
  readonly folder: string
  readonly child: string
}

/** The folders whose contents the tables and lists of a document list; all of them together are one index of a folder. */
export function rowIndexes(
  document: MarkdownDocument,
  folders: Folders,
  contextOf: ContextReader,
): readonly FolderIndex[] {
  const units = rowUnits(document).map((unit) => readUnit(document, unit, folders, contextOf))
  const children = new Map<string, Set<string>>()
  for (const { byFolder } of units) {
    for (const [folder, hits] of byFolder) {
      const known = children.get(folder) ?? new Set<string>()
      children.set(folder, known)
      for (const { child } of hits) known.add(child)
    }
  }
  const isListed = (folder: string): boolean => (children.get(folder)?.size ?? 0) >= fewest
  const indexing = units.filter(({ unit, rows }) =>
    rows.filter((row) => row.in.some(({ folder }) => isListed(folder))).length >= unit.entries.length * leastAbout
  )
  const byFolder = new Map<string, ReadUnit[]>()
  for (const unit of indexing) {
    for (const folder of unit.byFolder.keys()) {
      if (!isListed(folder)) continue
      const known = byFolder.get(folder)
      if (known === undefined) byFolder.set(folder, [unit])
      else known.push(unit)
    }
  }
  return [...byFolder].map(([folder, own]) => joined(document, folder, own))
}

function joined(document: MarkdownDocument, folder: string, units: readonly ReadUnit[]): FolderIndex {
  const held = ({ byFolder }: ReadUnit): number => byFolder.get(folder)?.length ?? 0
  const most = units.reduce((best, unit) => held(unit) > held(best) ? unit : best)
  const listed = new Map<string, number>()
  for (const { child, line } of units.flatMap(({ byFolder }) => byFolder.get(folder) ?? [])) {
    if (!listed.has(child)) listed.set(child, line)
  }
  return {
    kind: most.unit.kind,
    folder,
    listed,
    // One strange row among many is something that is gone; several are a table of something else.
    ghosts: units.flatMap((unit) =>
      unit.named.has(folder) && held(unit) >= 5 && unit.ghosts.length * 10 <= held(unit) ? unit.ghosts : []
    ),
    line: Math.min(...listed.values()),
    blocks: units.map(({ unit }) => unit),
    context: most.context,
    isOpen: units.some(({ unit }) => unit.entries.some(({ text }) => open.test(text))),
    isNamed: units.some(({ named, context }) => named.has(folder) || isCalled(context, folder)),
    isAround: isAround(document, folder),
    nodes: new Map(),
  }
}

/** A row that starts with one name of a file. */
function ghostsOf({ names, line, text }: RowEntry): readonly Ghost[] {
  const [name = ""] = names
  return names.length === 1 && /^[\p{L}\p{N}_][\p{L}\p{N}_.-]*\/?$/u.test(name) ? [{ name, line, comment: text }] : []
}

/** Whether a heading above, or the sentence before, has the folder's name as a word. */
function isCalled({ near, all }: IndexContext, folder: string): boolean {
  const name = baseName(folder).toLowerCase()
  return name !== "" &&
    [...near, ...all.filter((text) => text.startsWith("#"))].some((text) =>
      text.toLowerCase().split(/[^\p{L}\p{N}_.-]+/u).includes(name)
    )
}

/** Whether a document lies in a folder around another one. */
function isAround({ path }: MarkdownDocument, folder: string): boolean {
  const own = folderOf(path)
  return own !== folder && (own === "" || folder.startsWith(`${own}/`))
}

function readUnit(document: MarkdownDocument, unit: RowUnit, folders: Folders, contextOf: ContextReader): ReadUnit {
  const context = contextOf(unit)
  const own = folderOf(document.path)
  const named = new Set([
    ...namedFolders(context.all, own, folders),
    ...(isFolderPage(baseName(document.path)) ? [own] : []),
  ])
  const rows = unit.entries.map((entry) => {
    const byName = entry.names.flatMap((name) => hitsOfName(name, own, named, folders))
    return { entry, in: byName.length > 0 || entry.linked === undefined ? byName : hitsOfPath(entry.linked, folders) }
  })
  const byFolder = new Map<string, { readonly child: string; readonly line: number }[]>()
  for (const { entry, in: hits } of rows) {
    for (const { folder, child } of hits) {
      const known = byFolder.get(folder)
      if (known === undefined) byFolder.set(folder, [{ child, line: entry.line }])
      else known.push({ child, line: entry.line })
    }
  }
  return {
    unit,
    context,
    named,
    rows,
    byFolder,
    ghosts: rows.flatMap(({ entry, in: hits }) =>
      hits.length === 0 && entry.linked === undefined ? ghostsOf(entry) : []
    ),
  }
}

const folderPath = /(?<![\p{L}\p{N}_.~<>/:-])((?:\.{1,2}\/)*(?:[\p{L}\p{N}_.-]+\/)+)(?![\p{L}\p{N}_<*{.])/gu

/** The folders that a text names with their slash, seen from the root or from the document. */
function namedFolders(texts: readonly string[], own: string, folders: Folders): readonly string[] {
  // A path holds no space: of most texts, few words are left to be looked at.
  return texts.flatMap((text) => text.includes("/") ? text.split(/\s+/u).filter((word) => word.includes("/")) : [])
    .flatMap((word) => [...word.matchAll(folderPath)])
    .flatMap(([, path = ""]) => [joinPath(own, path), joinPath("", path)])
    .filter((path) => path !== undefined && path !== "" && folders.has(path))
    .filter((path) => path !== undefined)
}

/** What a linked path is in: its folder; of a folder's own page, the folder around. */
function hitsOfPath(path: string, folders: Folders): readonly Hit[] {
  const [folder, name] = [folderOf(path), baseName(path)]
  const content = folders.get(folder)
  if (content === undefined || !content.isFile(name) && !content.isFolder(name)) return []
  const itself = { folder, child: name }
  if (folder === "" || !isFolderPage(name) && name !== "SKILL.md") return [itself]
  const around = { folder: folderOf(folder), child: baseName(folder) }
  return isEitherPage(name) ? [around, itself] : [around]
}

/** What a name in code is: a path from the root or the document, or something in a folder that the text names. */
function hitsOfName(written: string, own: string, named: ReadonlySet<string>, folders: Folders): readonly Hit[] {
  const name = written.replace(/^(?:\.\/|\/)/u, "").replace(/\/+$/u, "")
  if (name === "" || /[\s*<>{}$…]/u.test(name)) return []
  const [first = ""] = name.split("/")
  const hits = [...named].flatMap((folder) => {
    const child = childCalled(folder, first, folders)
    return child === undefined ? [] : [{ folder, child }]
  })
  if (hits.length > 0 || !/[./]/u.test(name)) return hits
  for (const base of new Set([own, ""])) {
    const found = hitsOfPath(under(base, name), folders)
    if (found.length > 0) return found
  }
  return []
}

/** The file or folder with a name, which may leave out its extension. */
function childCalled(folder: string, name: string, folders: Folders): string | undefined {
  const content = folders.get(folder)
  if (content === undefined) return undefined
  return content.isFolder(name) || content.isFile(name) ? name : content.fileCalled(name)
}
