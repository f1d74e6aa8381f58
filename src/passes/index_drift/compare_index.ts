import { byCodeUnit } from "../../core/code_unit_order.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import type { FolderContent } from "../lookup/folder_contents.ts"
import { isEitherPage } from "../lookup/folder_entries.ts"
import { excuse } from "../guard/guard.ts"
import type { FolderIndex, Ghost } from "./folder_index.ts"
import { type IncompleteIndex, ofEntry, ofGhost, ofIndex, ofName, type Surroundings } from "./guards.ts"

/** What became of one index. */
export interface Comparison {
  /** Names that are there and not listed. */
  readonly missing: readonly string[]
  /** Names that are listed and not there. */
  readonly ghosts: readonly Ghost[]
  /** What looks bad and is fine: names, and why. */
  readonly excused: readonly { readonly names: readonly string[]; readonly why: string }[]
  /** How many of the entries that count are listed, and how many there are. */
  readonly held: number
  readonly all: number
}

/** The least share of a folder's entries that makes a list of them an index of it, and the fewest. */
const [leastShare, fewest] = [0.6, 3]
/** What lists less than this share is nothing that anybody takes for an index. */
const leastTold = 0.3

/** Compares an index with its folder; `undefined`: it is none, as it lists too little of the folder. */
export function compareIndex(
  document: MarkdownDocument,
  index: FolderIndex,
  content: FolderContent,
  surroundings: Surroundings,
): Comparison | undefined {
  const subject = { document, index, surroundings, content }
  const listsCapitals = [...index.listed.keys()].some(isEitherPage)
  const sorts = sortsOf(content, listsCapitals)
  const counted = countedSorts(index, content, sorts)
  const held = [...index.listed.keys()].filter((name) => counted.some((sort) => sort.expected.has(name))).length
  const expected = counted.reduce((sum, sort) => sum + sort.expected.size, 0)
  if (held === 0 && index.listed.size === 0) return onlyStrange(subject)
  if (held < fewest) return undefined
  if (held < expected * leastShare) {
    if (held < expected * leastTold) return undefined
    const names = counted.flatMap((sort) => [...sort.expected].filter((name) => !index.listed.has(name))).sort(
      byCodeUnit,
    )
    const why = `partial: it lists ${held} of ${expected}, so it is no index of the folder`
    return { missing: [], ghosts: [], held, all: expected, excused: [{ names, why }] }
  }
  const unlisted = counted.flatMap(({ all }) => all).filter((name) => !index.listed.has(name)).sort(byCodeUnit)
  const judged = unlisted.map((name) => ({
    name,
    why: excuse(ofEntry, { ...subject, name, isFolder: content.isFolder(name), listsCapitals }),
  }))
  const missing = judged.filter(({ why }) => why === undefined).map(({ name }) => name)
  const strange = index.ghosts.map((ghost) => ({ ghost, why: excuse(ofGhost, { ...subject, ghost }) }))
  const ghosts = strange.filter(({ why }) => why === undefined).map(({ ghost }) => ghost)
  const wrong = [...missing, ...ghosts.map(({ name }) => name)].sort(byCodeUnit)
  const all = held + missing.length
  const why = wrong.length === 0 ? undefined : excuse(ofIndex, subject)
  if (why !== undefined) return { missing: [], ghosts: [], held, all, excused: [{ names: wrong, why }] }
  const reasons = Map.groupBy(
    [...judged, ...strange.map(({ ghost, why }) => ({ name: ghost.name, why }))],
    (one) => one.why,
  )
  return {
    missing,
    ghosts,
    held,
    all,
    excused: [...reasons].flatMap(([why, ones]) =>
      why === undefined ? [] : [{ why, names: ones.map(({ name }) => name).sort(byCodeUnit) }]
    ),
  }
}

/** A tree whose entries are not there: no index, and worth a word where it says itself why they are not. */
function onlyStrange(subject: IncompleteIndex): Comparison | undefined {
  const reasons = Map.groupBy(subject.index.ghosts, (ghost) => excuse(ofGhost, { ...subject, ghost }))
  const excused = [...reasons].flatMap(([why, ghosts]) =>
    why === undefined ? [] : [{ why, names: ghosts.map(({ name }) => name).sort(byCodeUnit) }]
  )
  return excused.length === 0 ? undefined : { missing: [], ghosts: [], held: 0, all: 0, excused }
}

/** The folders in a folder, or its files with one extension. */
interface Sort {
  readonly all: readonly string[]
  /** Those that nothing in their name excuses from being listed. */
  readonly expected: ReadonlySet<string>
}

interface Sorts {
  readonly folders: Sort
  readonly files: ReadonlyMap<string, Sort>
}

const sortsByContent = { plain: new WeakMap<FolderContent, Sorts>(), capitals: new WeakMap<FolderContent, Sorts>() }

/** Sorts what is in a folder, once for all documents that list it. */
function sortsOf(content: FolderContent, listsCapitals: boolean): Sorts {
  const memo = sortsByContent[listsCapitals ? "capitals" : "plain"]
  const known = memo.get(content)
  if (known !== undefined) return known
  const sort = (all: readonly string[], isFolder: boolean): Sort => ({
    all,
    expected: new Set(all.filter((name) => excuse(ofName, { name, isFolder, listsCapitals }) === undefined)),
  })
  const files = Map.groupBy(content.files, extension)
  const sorts = {
    folders: sort(content.folders, true),
    files: new Map([...files].map(([key, names]) => [key, sort(names, false)])),
  }
  memo.set(content, sorts)
  return sorts
}

/** The sorts that an index lists. A table of files may name one folder among them, and the reverse; a tree shows both. */
function countedSorts(
  { listed, kind }: FolderIndex,
  { isFolder }: FolderContent,
  sorts: Sorts,
): readonly Sort[] {
  const names = [...listed.keys()]
  const folders = names.filter(isFolder)
  const files = names.filter((name) => !isFolder(name))
  const ofFiles = [...new Set(files.map(extension))].flatMap((key) => sorts.files.get(key) ?? [])
  const ofFolders = folders.length === 0 ? [] : [sorts.folders]
  if (kind === "tree") return [...ofFolders, ...ofFiles]
  if (folders.length > files.length * 3) return ofFolders
  return files.length > folders.length * 3 ? ofFiles : [...ofFolders, ...ofFiles]
}

function extension(name: string): string {
  return /(?<=.)\.[^.]+$/u.exec(name)?.[0].toLowerCase() ?? ""
}
