import { byCodeUnit } from "../code_unit_order.ts"

/** What a path is: a file or folder of the corpus, or something that git ignores or that the run leaves out. */
export type PathEntry = "file" | "directory" | "ignored"

/** Something under the root that is not the run's to look into, and why: `lookup` calls it and what is in it ignored. */
export interface OutsidePath {
  /** Relative to the root; one that ends in `/` stands for the whole folder. */
  readonly path: string
  /** A repository of its own, behind a symbolic link, or left out by the configuration. */
  readonly why: "submodule" | "linked" | "left out"
}

/** What exists under the root, by path relative to it. */
export interface PathIndex {
  /** Every file that git does not ignore, path ascending by code unit. */
  readonly files: readonly string[]
  /** What a path is, `undefined` when nothing is known to be there. The root itself is the empty path. */
  readonly lookup: (path: string) => PathEntry | undefined
  /** What a path is, or is in, when `lookup` calls it ignored for another reason than that git ignores it. */
  readonly outside: (path: string) => OutsidePath | undefined
  /** Every file with this base name, path ascending. */
  readonly named: (baseName: string) => readonly string[]
}

/**
 * Indexes paths. `ignored` holds paths that exist and that git ignores; one that ends in `/` stands for the whole folder.
 *
 * @example
 * ```ts
 * import { pathIndex } from "@retro/cli/core"
 * import { strictEqual } from "node:assert/strict"
 * const paths = pathIndex(["docs/a.md"], ["out/"])
 * strictEqual(paths.lookup("docs"), "directory")
 * strictEqual(paths.lookup("out/x.js"), "ignored")
 * strictEqual(paths.lookup("docs/b.md"), undefined)
 * ```
 */
export function pathIndex(
  files: readonly string[],
  ignored: readonly string[],
  outside: readonly OutsidePath[] = [],
): PathIndex {
  const sorted = [...files].sort(byCodeUnit)
  const entries = new Map<string, PathEntry>()
  const byName = new Map<string, string[]>()
  const ignoredFolders = new Set<string>()
  const outsideByName = new Map(outside.map((entry) => [entry.path.replace(/\/$/u, ""), entry]))
  for (const path of [...ignored, ...outside.map((entry) => entry.path)]) {
    const name = path.replace(/\/$/u, "")
    if (name !== path) ignoredFolders.add(name)
    // What holds it is on disk too, even when nothing else is in there.
    for (const inner of [name, ...foldersAbove(name)]) entries.set(inner, "ignored")
  }
  for (const path of sorted) {
    entries.set(path, "file")
    const name = path.slice(path.lastIndexOf("/") + 1)
    const sameName = byName.get(name)
    if (sameName === undefined) byName.set(name, [path])
    else sameName.push(path)
    for (const folder of foldersAbove(path)) {
      if (entries.get(folder) === "directory") break
      entries.set(folder, "directory")
    }
  }
  if (sorted.length > 0) entries.set("", "directory")
  return {
    files: sorted,
    lookup: (path) => {
      const entry = entries.get(path)
      if (entry !== undefined || ignoredFolders.size === 0) return entry
      for (const folder of foldersAbove(path)) if (ignoredFolders.has(folder)) return "ignored"
      return undefined
    },
    outside: (path) => {
      if (outsideByName.size === 0) return undefined
      for (const name of [path, ...foldersAbove(path)]) {
        const entry = outsideByName.get(name)
        if (entry !== undefined && (name === path || entry.path.endsWith("/"))) return entry
      }
      return undefined
    },
    named: (baseName) => byName.get(baseName) ?? [],
  }
}

/** The folders that hold a path, innermost first, without the root. */
function* foldersAbove(path: string): Generator<string, void> {
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) yield path.slice(0, end)
}
