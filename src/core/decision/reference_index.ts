import type { PathIndex } from "../corpus/path_index.ts"
import { baseName, folderOf } from "../corpus/folder_path.ts"
import { stemOf } from "./decision_path.ts"

/** What references are looked up in: the decisions by path, folder, number and name. */
export interface ReferenceIndex {
  readonly paths: PathIndex
  /** The decision that a path stands for: itself, its folder, a page beside it, or a page that redirects to it. */
  readonly decisionAt: (path: string) => string | undefined
  /** The decisions of a family with a number, path ascending. */
  readonly numbered: (family: string, number: number) => readonly string[]
  /** The decisions of a family whose file or folder has a name, with or without its number; `slug@v2` in any family. */
  readonly named: (family: string, name: string) => readonly string[]
}

/** What the index needs to know of a decision. */
export interface IndexedDecision {
  readonly path: string
  readonly family: string
  readonly number?: number
  /** Whether its folder is the decision: `0023-name/README.md`. */
  readonly owns_folder: boolean
  /** A name that it has in the whole corpus: `slug@v2`. */
  readonly alias?: string
}

/** Indexes decisions; `redirects` maps a page to the path that it redirects to. */
export function referenceIndex(
  decisions: readonly IndexedDecision[],
  redirects: ReadonlyMap<string, string>,
  paths: PathIndex,
): ReferenceIndex {
  const byPath = new Set(decisions.map((decision) => decision.path))
  const byFolder = new Map<string, string>()
  const byNumber = new Map<string, string[]>()
  const byName = new Map<string, string[]>()
  for (const decision of decisions) {
    const { path, family } = decision
    if (decision.owns_folder) byFolder.set(folderOf(path), path)
    if (decision.number !== undefined) push(byNumber, `${family}\0${decision.number}`, path)
    if (decision.alias !== undefined) push(byName, `\0${decision.alias.toLowerCase()}`, path)
    const name = decision.owns_folder ? baseName(folderOf(path)) : stemOf(path)
    const bare = name.replace(/^[A-Za-z]*[-_]?\d+[-_]/u, "")
    push(byName, `${family}\0${name.toLowerCase()}`, path)
    if (bare !== name) push(byName, `${family}\0${bare.toLowerCase()}`, path)
  }
  const beside = (path: string): string | undefined =>
    paths.lookup(path) === undefined ? undefined : byFolder.get(folderOf(path))
  const direct = (path: string): string | undefined => byPath.has(path) ? path : byFolder.get(path) ?? beside(path)
  return {
    paths,
    decisionAt: (path) => {
      let at = path
      // A stub may redirect to another one; two that redirect to each other end here.
      for (let hops = 0; hops < 10; hops++) {
        const decision = direct(at)
        if (decision !== undefined) return decision
        const next = redirects.get(at)
        if (next === undefined) return undefined
        at = next
      }
      return undefined
    },
    numbered: (family, number) => byNumber.get(`${family}\0${number}`) ?? [],
    named: (family, name) =>
      byName.get(`${family}\0${name.toLowerCase()}`) ??
        (name.includes("@") ? byName.get(`\0${name.toLowerCase()}`) : undefined) ?? [],
  }
}

function push(map: Map<string, string[]>, key: string, path: string): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [path])
  else list.push(path)
}
