import { byCodeUnit } from "../core/code_unit_order.ts"
import { corpusPath } from "../core/corpus/corpus_path.ts"
import type { GitCommit, GitTree } from "../engine/git.ts"
import { dayOf } from "./git_days.ts"
import { decodeText, fieldsOf, fileMode, type GitEntry } from "./git_output.ts"

/** What `ls-tree` says of a folder, before any content is read. */
export interface ListedTree {
  readonly files: ReadonlyMap<string, { readonly id: string; readonly isLink: boolean }>
  readonly submodules: readonly string[]
  readonly unreadable_names: readonly string[]
}

/** The files of `ls-tree -r -z`. Of two names that are written alike the first by code unit is the file, as on disk. */
export function listedTree(entries: readonly GitEntry[]): ListedTree {
  const files = new Map<string, { readonly id: string; readonly isLink: boolean }>()
  const submodules: string[] = []
  const unreadable = new Set<string>()
  for (const { mode, words, path } of [...entries].sort((left, right) => byCodeUnit(left.path.name, right.path.name))) {
    const name = corpusPath(path.name)
    if (mode === fileMode.submodule) submodules.push(`${name}/`)
    else if (!path.isUtf8 || files.has(name)) unreadable.add(name)
    else files.set(name, { id: words[2] ?? "", isLink: mode === fileMode.symbolicLink })
  }
  return { files, submodules, unreadable_names: [...unreadable] }
}

/** The objects to ask for: what links say, and the files that are wanted. */
export function idsWanted({ files }: ListedTree, wants: (path: string) => boolean): readonly string[] {
  return [...new Set([...files].filter(([path, file]) => file.isLink || wants(path)).map(([, file]) => file.id))]
}

/** The folder with the content of its objects. */
export function treeOf(
  { files, submodules, unreadable_names }: ListedTree,
  wants: (path: string) => boolean,
  objects: ReadonlyMap<string, Uint8Array>,
): GitTree {
  const links = new Map<string, string>()
  const texts = new Map<string, string>()
  const withoutText: string[] = []
  // One content may stand under several names.
  const decoded = new Map<string, string | undefined>()
  const textOf = (id: string): string | undefined => {
    if (!decoded.has(id)) {
      const content = objects.get(id)
      decoded.set(id, content === undefined ? undefined : decodeText(content))
    }
    return decoded.get(id)
  }
  for (const [path, { id, isLink }] of files) {
    const text = isLink || wants(path) ? textOf(id) : undefined
    if (isLink) links.set(path, text ?? "")
    else if (text !== undefined) texts.set(path, text)
    else if (wants(path)) withoutText.push(path)
  }
  return { files: [...files.keys()], links, submodules, unreadable_names, texts, without_text: withoutText }
}

/** Starts a commit in the output: no path can be it. */
const start = "//"

/** Makes `log -z --name-only` give fields that {@link commitsOf} reads. */
export const commitFormat = `--format=%x00${start}%x00%H%x00%P%x00%ct%x00%B%x00`

/** The commits of `log -z --name-only` with {@link commitFormat}. */
export function commitsOf(bytes: Uint8Array): readonly GitCommit[] {
  const fields = fieldsOf(bytes)
  const commits: GitCommit[] = []
  for (let at = 0; at < fields.length;) {
    if (fields[at++]?.name !== start) continue
    const [commit = "", parents = "", seconds = "", message = ""] = fields.slice(at, at += 4).map(({ name }) => name)
    const paths: string[] = []
    for (; at < fields.length && fields[at]?.name !== start; at++) {
      const { name, isUtf8 } = fields[at] ?? { name: "", isUtf8: false }
      const path = name.replace(/^\n/u, "")
      if (isUtf8 && path !== "") paths.push(corpusPath(path))
    }
    commits.push({ commit, first: parents === "", date: dayOf(Number(seconds)), message: message.trim(), paths })
  }
  return commits
}
