import * as Glob from "effect/Glob"
import { byCodeUnit } from "../code_unit_order.ts"
import { baseName, folderOf, foldersAround } from "./folder_path.ts"

interface Rule {
  readonly ignores: boolean
  readonly foldersOnly: boolean
  readonly matches: (path: string) => boolean
}

/** Whether a path is a file with rules of what git ignores. */
export function isGitIgnore(path: string): boolean {
  return baseName(path) === ".gitignore"
}

/**
 * Whether git ignores a path by the `.gitignore` files of a repository, there or not: the same on every machine, whatever
 * lies on its disk and in its own settings. `files` holds their texts; a path that ends in `/` is a folder's.
 */
export function gitIgnore(files: ReadonlyMap<string, string>): (path: string) => boolean {
  const byFolder = new Map(
    [...files].filter(([path]) => isGitIgnore(path)).sort(([left], [right]) => byCodeUnit(left, right))
      .map(([path, text]) => [folderOf(path), rulesOf(folderOf(path), text)]),
  )
  if (byFolder.size === 0) return () => false
  return (path) => {
    const name = path.replace(/\/+$/u, "")
    // Nothing in a folder that is ignored can be taken out of it again.
    return [...foldersAround(folderOf(name)).slice(0, -1).toReversed(), name].some((part) =>
      isIgnored(byFolder, part, part !== name || name !== path)
    )
  }
}

function isIgnored(byFolder: ReadonlyMap<string, readonly Rule[]>, path: string, isFolder: boolean): boolean {
  for (const folder of foldersAround(folderOf(path))) {
    const rule = byFolder.get(folder)?.findLast((rule) => (isFolder || !rule.foldersOnly) && rule.matches(path))
    if (rule !== undefined) return rule.ignores
  }
  return false
}

function rulesOf(folder: string, text: string): readonly Rule[] {
  return text.split(/\r?\n/u).flatMap((line): readonly Rule[] => {
    const written = line.replace(/(?<!\\)[ \t]+$/u, "")
    if (written === "" || written.startsWith("#")) return []
    const ignores = !written.startsWith("!")
    const pattern = written.replace(/^!/u, "").replace(/^\\(?=[#!])/u, "")
    const bare = pattern.replace(/\/$/u, "")
    const anchored = bare.includes("/")
    const glob = Glob.make(bare.replace(/^\//u, ""), { dot: true })
    const matches = anchored
      ? (path: string) => Glob.match(glob, path.slice(folder === "" ? 0 : folder.length + 1))
      : (path: string) => Glob.match(glob, baseName(path))
    return bare === "" ? [] : [{ ignores, foldersOnly: bare !== pattern, matches }]
  })
}
