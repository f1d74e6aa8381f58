import { baseName, folderOf, joinPath } from "../corpus/folder_path.ts"
import { normaliseText } from "../diff/normalise.ts"
import { readFrontMatter } from "../markdown/read_front_matter.ts"

/** The memories of a repository, as they lie on the disk. Paths are relative to the root of the repository. */
export interface MemoryTree {
  /** Their folder; empty: the root of the repository itself. */
  readonly root: string
  /** The file that lists them, whether it is there or not. */
  readonly index: string
  /** Every Markdown file among them, the index and the rules included. */
  readonly texts: ReadonlyMap<string, string>
}

/** A memory that says what another one would say by its name or its description. */
export interface Namesake {
  readonly path: string
  readonly field: "name" | "description"
  readonly value: string
}

/** The memories that have the name or the description of a new one, path ascending. */
export function namesakes(
  tree: MemoryTree,
  memory: { readonly name: string; readonly description: string },
): readonly Namesake[] {
  const wanted = { name: normaliseText(memory.name), description: normaliseText(memory.description) }
  return [...tree.texts].flatMap(([path, text]): readonly Namesake[] => {
    const front = readFrontMatter(text)
    if (front._tag !== "mapping") return []
    for (const field of ["name", "description"] as const) {
      const value = front.values[field]
      if (typeof value === "string" && normaliseText(value) === wanted[field]) return [{ path, field, value }]
    }
    return []
  })
}

/** The memory that a relation of another one means: from the root of the memories, from its folder, or by its unique name. */
export function relatedMemory(tree: MemoryTree, from: string, target: string): string | undefined {
  const candidates = [joinPath(tree.root, target), joinPath(folderOf(from), target), joinPath("", target)]
  const found = candidates.find((path) => path !== undefined && tree.texts.has(path))
  if (found !== undefined) return found
  const named = [...tree.texts.keys()].filter((path) => baseName(path) === baseName(target))
  return named.length === 1 ? named[0] : undefined
}

/** How memories name one of them: from the root of the memories. */
export function memoryName(tree: MemoryTree, path: string): string {
  const start = tree.root === "" ? "" : `${tree.root}/`
  return path.startsWith(start) ? path.slice(start.length) : path
}

/** A path that no file has, upper and lower case being the same: `stem.md`, `stem-2.md`. */
export function freePath(tree: MemoryTree, stem: string): string {
  const taken = new Set([...tree.texts.keys()].map((path) => path.toLowerCase()))
  let path = `${stem}.md`
  for (let next = 2; taken.has(path.toLowerCase()); next++) path = `${stem}-${next}.md`
  return path
}
