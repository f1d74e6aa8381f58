import { under, withoutExtension } from "../../core/corpus/folder_path.ts"
import type { Folders } from "../lookup/folder_contents.ts"
import { isFolderPage, isTestPath } from "../lookup/folder_entries.ts"

/** The ways to count what a folder holds: any of them makes a claim true. */
export interface FolderCounts {
  readonly counts: ReadonlySet<number>
  /** What a reader counts, and its names; `undefined` when that depends on the reader. */
  readonly plain?: { readonly count: number; readonly names: readonly string[] }
}

const memo = new WeakMap<Folders, Map<string, FolderCounts>>()

/** Counts what a folder holds in every way that a writer may have meant. */
export function countFolder(folders: Folders, path: string): FolderCounts {
  const known = memo.get(folders) ?? new Map<string, FolderCounts>()
  memo.set(folders, known)
  const counted = known.get(path) ?? count(folders, path)
  known.set(path, counted)
  return counted
}

function count(folders: Folders, path: string): FolderCounts {
  const { files, folders: inner } = folders.get(path) ?? { files: [], folders: [] }
  const plainFiles = files.filter((name) => !isFolderPage(name) && !isTestPath(name) && !name.startsWith("."))
  const plainFolders = inner.filter((name) => !isTestPath(name) && !name.startsWith("."))
  const marked = markedFolders(folders, path, inner)
  const byExtension = [files, plainFiles].flatMap((names) => [...Map.groupBy(names, extension).values()])
  const counts = new Set([
    files.length,
    plainFiles.length,
    inner.length,
    plainFolders.length,
    files.length + inner.length,
    plainFiles.length + plainFolders.length,
    new Set(plainFiles.map(withoutExtension)).size,
    ...byExtension.map((names) => names.length),
    ...filesBelow(folders, path),
    ...(marked === undefined ? [] : [marked.length]),
  ])
  const plain = plainFiles.length === 0
    ? marked ?? plainFolders
    : plainFolders.length === 0 && new Set(plainFiles.map(extension)).size === 1
    ? plainFiles.map(withoutExtension)
    : undefined
  return { counts, ...(plain === undefined ? {} : { plain: { count: plain.length, names: plain } }) }
}

/** The folders in a folder that hold the file which most of them hold, as `SKILL.md`; `undefined` when there is none. */
function markedFolders(folders: Folders, path: string, inner: readonly string[]): readonly string[] | undefined {
  const byName = new Map<string, string[]>()
  for (const name of inner) {
    for (const file of folders.get(under(path, name))?.files ?? []) {
      byName.set(file, [...byName.get(file) ?? [], name])
    }
  }
  const most = [...byName.values()].reduce(
    (best: string[], holders) => holders.length > best.length ? holders : best,
    [],
  )
  return most.length >= 2 && most.length * 2 > inner.length ? most : undefined
}

/** How many files lie at any depth: all, those that are no page and no test, and those with the most common name. */
function filesBelow(folders: Folders, path: string): readonly number[] {
  let [all, plain] = [0, 0]
  const byName = new Map<string, number>()
  const pending = [path]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const folder = folders.get(next)
    for (const name of folder?.files ?? []) {
      all++
      if (!isFolderPage(name) && !isTestPath(name)) plain++
      byName.set(name, (byName.get(name) ?? 0) + 1)
    }
    for (const name of folder?.folders ?? []) pending.push(under(next, name))
  }
  return [all, plain, [...byName.values()].reduce((most, number) => Math.max(most, number), 0)]
}

function extension(name: string): string {
  return /\.[^.]+$/u.exec(name)?.[0] ?? ""
}
