import { folderOf, foldersAround, joinPath, withoutExtension } from "../../core/corpus/folder_path.ts"
import { readTarget } from "../../core/markdown/link_target.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import type { FolderIndex } from "./folder_index.ts"

/** The names in some lines. */
interface Names {
  /** With extension and without. */
  readonly any: ReadonlySet<string>
  /** Those that look like names: in code, in a path, in quotation marks, emphasised. */
  readonly marked: ReadonlySet<string>
}

const namesByIndex = new WeakMap<FolderIndex, Names>()

/** Whether the rows of an index, or the text around them, name something besides what they list; in a tree, its comments. */
export function isMentioned(document: MarkdownDocument, index: FolderIndex, name: string, isFolder: boolean): boolean {
  const names = namesByIndex.get(index) ?? readNames(document, index)
  namesByIndex.set(index, names)
  const stem = isFolder ? name : withoutExtension(name)
  // A word of every day is no name unless it looks like one.
  return names.any.has(name) && (name !== stem || /[-_.\d]/u.test(name)) ||
    (/[-_.\d]/u.test(stem) ? names.any : names.marked).has(stem)
}

function readNames(document: MarkdownDocument, index: FolderIndex): Names {
  const [any, marked] = [new Set<string>(), new Set<string>()]
  const isTree = index.kind === "tree"
  const ranges = isTree ? index.blocks : [index.context.section, ...index.blocks]
  for (const line of new Set(ranges.flatMap(linesOf))) {
    const text = document.lines[line - 1] ?? ""
    // What a tree draws elsewhere under the same name is another thing.
    const told = isTree && /[├└┣┗]|\|--|\+--|`--/u.test(text) ? text.replace(/^[^#(←—–]*/u, "") : text
    for (const match of told.matchAll(/[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_])?/gu)) {
      const [token] = match
      const stem = withoutExtension(token)
      any.add(token).add(stem)
      const [before, after] = [told.charAt(match.index - 1), told.charAt(match.index + token.length)]
      if (/[`/*["']/u.test(before) || after === "/") marked.add(token).add(stem)
    }
  }
  return { any, marked }
}

function linesOf({ line, end_line }: { readonly line: number; readonly end_line: number }): readonly number[] {
  return Array.from({ length: end_line - line + 1 }, (_, index) => line + index)
}

const linkedByDocument = new WeakMap<MarkdownDocument, ReadonlySet<string>>()

/** The paths that a document links to, and the folders around them. */
export function linkedPaths(document: MarkdownDocument): ReadonlySet<string> {
  const known = linkedByDocument.get(document)
  if (known !== undefined) return known
  const paths = new Set<string>()
  for (const { target } of document.links) {
    const read = readTarget(target)
    const path = read === undefined || read.path === "" ? undefined : joinPath(folderOf(document.path), read.path)
    if (path !== undefined) { for (const around of foldersAround(path)) paths.add(around) }
  }
  linkedByDocument.set(document, paths)
  return paths
}
