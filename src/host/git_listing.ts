import { byCodeUnit } from "../core/code_unit_order.ts"
import { corpusPath } from "../core/corpus/corpus_path.ts"
import type { GitListing, PathChange } from "../engine/git.ts"
import { fileMode, type GitEntry, type GitName } from "./git_output.ts"

/** What is in a folder, from the four lists that git gives of it. */
export function listingOf(
  staged: readonly GitEntry[],
  others: readonly GitName[],
  ignored: readonly GitName[],
  deleted: readonly GitName[],
): Omit<GitListing, "unreadable_folders"> {
  const gone = new Set(deleted.map((field) => field.name))
  const present = staged.filter((entry) => !gone.has(entry.path.name))
  const submodules = staged.filter((entry) => entry.mode === fileMode.submodule).map((entry) =>
    `${corpusPath(entry.path.name)}/`
  )
  const missing = new Map<string, string>()
  const untracked = others.filter((field) => !field.name.endsWith("/"))
  const files = new Map<string, string>()
  const unreadable = new Set<string>()
  // Of two names that are written alike (a composed and a decomposed accent) the first by code unit is the file.
  const fields = [
    ...present.filter((entry) => entry.mode !== fileMode.submodule).map((entry) => entry.path),
    ...untracked,
  ]
  for (const { name, isUtf8 } of fields.sort((left, right) => byCodeUnit(left.name, right.name))) {
    const path = corpusPath(name)
    if (!isUtf8 || (files.has(path) && files.get(path) !== name)) unreadable.add(path)
    else files.set(path, name)
  }
  for (const { name, isUtf8 } of deleted) {
    const path = corpusPath(name)
    if (isUtf8 && !files.has(path) && !submodules.includes(`${path}/`)) missing.set(path, name)
  }
  const written = (fields: readonly GitName[]): readonly string[] => fields.map((field) => corpusPath(field.name))
  return {
    files: [...files.keys()],
    ignored: [
      ...written(ignored),
      // A repository in the repository has its own run.
      ...written(others.filter((field) => field.name.endsWith("/"))),
      ...submodules,
    ],
    submodules,
    links: written(present.filter((entry) => entry.mode === fileMode.symbolicLink).map((entry) => entry.path)),
    untracked: written(untracked),
    unreadable_names: [...unreadable],
    missing: [...missing.keys()],
    names: new Map([...files, ...missing].filter(([path, name]) => path !== name)),
  }
}

/** Untracked files are additions; one that the diff calls deleted was only taken out of the index. */
export function withUntracked(changes: readonly PathChange[], untracked: readonly string[]): readonly PathChange[] {
  const others = new Set(untracked)
  const deleted = new Set(changes.flatMap((change) => change.kind === "deleted" ? [change.path] : []))
  return [
    ...changes.map((change): PathChange =>
      change.kind === "deleted" && others.has(change.path) ? { kind: "modified", path: change.path } : change
    ),
    ...untracked.flatMap((path): readonly PathChange[] => deleted.has(path) ? [] : [{ kind: "added", path }]),
  ]
}
