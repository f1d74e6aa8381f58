import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import type { Edit } from "../../core/schema/finding.ts"
import { lineStarts, type Replacement, textEdits } from "../outcome/text_edits.ts"
import type { FolderIndex } from "./folder_index.ts"
import type { TreeNode } from "./tree.ts"

/**
 * The edits that draw missing files and folders behind the last one that the tree has of their sort. `undefined` when that
 * one has something drawn below it, or an edit would not be unique.
 */
export function treeEdits(
  document: MarkdownDocument,
  index: FolderIndex,
  missing: readonly string[],
  isFolder: (name: string) => boolean,
): readonly Edit[] | undefined {
  if (index.kind !== "tree") return undefined
  const places: Replacement[] = []
  for (const [folders, names] of Map.groupBy(missing, isFolder)) {
    const last = [...index.nodes].filter(([name]) => isFolder(name) === folders).at(-1)?.[1]
    const place = last === undefined
      ? undefined
      : drawnBehind(document, last, folders ? names.map((name) => `${name}/`) : names)
    if (place === undefined) return undefined
    places.push(...place)
  }
  return textEdits(document, places)
}

function drawnBehind(
  document: MarkdownDocument,
  node: TreeNode,
  names: readonly string[],
): readonly Replacement[] | undefined {
  const start = lineStarts(document)[node.line - 1]
  const line = document.lines[node.line - 1] ?? ""
  const at = line.indexOf(node.prefix)
  const next = document.lines[node.line] ?? ""
  const hasMore = node.children.length > 0 || /^[\s│┃|]+[^\s│┃|├└┣┗`+\\]/u.test(next)
  if (start === undefined || at < 0 || hasMore) return undefined
  const branch = node.prefix.replace("└", "├").replace("┗", "┣")
  const isLast = branch !== node.prefix
  const end = document.text.startsWith("\r\n", start + line.length) ? "\r\n" : "\n"
  const lines = names.map((name, index) =>
    `${end}${line.slice(0, at)}${isLast && index === names.length - 1 ? node.prefix : branch}${name}`
  )
  return [
    ...(isLast ? [{ start: start + at, end: start + at + node.prefix.length, to: branch }] : []),
    { start: start + line.length, end: start + line.length, to: lines.join("") },
  ]
}
