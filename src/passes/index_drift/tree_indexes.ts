import { baseName, folderOf, foldersAround, seenFrom, under } from "../../core/corpus/folder_path.ts"
import type { CodeBlock } from "../../core/markdown/markdown_blocks.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import type { Folders } from "../lookup/folder_contents.ts"
import type { ContextReader, IndexContext } from "./context.ts"
import type { FolderIndex, Ghost } from "./folder_index.ts"
import { type TreeNode, treesIn } from "./tree.ts"

/** The folders that the trees of a document draw, each with what is drawn in it. */
export function treeIndexes(
  document: MarkdownDocument,
  folders: Folders,
  contextOf: ContextReader,
): readonly FolderIndex[] {
  return document.blocks.code.filter(({ quoted }) => !quoted).flatMap((code) =>
    treesIn(code).flatMap((tree) => {
      const base = baseOf(document, tree, folders)
      return base === undefined ? [] : indexesIn(code, contextOf(code), tree, base, folders)
    })
  )
}

/** A folder that a tree draws, and where it is. */
export interface DrawnFolder {
  readonly node: TreeNode
  readonly path: string
}

/** The folders that the trees of a document draw and that exist, whether the tree shows what is in them or not. */
export function drawnFolders(document: MarkdownDocument, folders: Folders): readonly DrawnFolder[] {
  const below = (node: TreeNode, path: string): readonly DrawnFolder[] =>
    node.children.flatMap((child) => {
      const place = under(path, child.name)
      return folders.has(place) ? [{ node: child, path: place }, ...below(child, place)] : []
    })
  return document.blocks.code.filter(({ quoted }) => !quoted).flatMap((code) =>
    treesIn(code).flatMap((tree) => {
      const base = baseOf(document, tree, folders)
      return base === undefined ? [] : below(tree, base)
    })
  )
}

/** The folder that a tree hangs on: of those that its root may mean, the one that holds most of what is drawn. */
function baseOf(document: MarkdownDocument, tree: TreeNode, folders: Folders): string | undefined {
  if (/[<>{}*$…~]|\.\.\./u.test(tree.name)) return undefined
  const folder = folderOf(document.path)
  const named = tree.name === "" || tree.name === "."
    ? []
    : foldersAround(folder).map((around) => seenFrom(around, tree.name)).filter(({ above }) => above === 0)
      .map(({ path }) => path)
  let best: string | undefined
  let most = 1
  // A root that is no path of the repository is its own name, or that of the document's folder.
  const unnamed = tree.name.includes("/") ? [] : foldersAround(folder)
  for (const base of new Set([...named, ...unnamed])) {
    const content = folders.get(base)
    if (content === undefined || drawsItself(tree, base, folders)) continue
    const held = tree.children.filter(({ name }) => content.isFile(name) || folders.has(under(base, name))).length
    if (held > most && held * 2 >= tree.children.length) [best, most] = [base, held]
    else if (best === undefined && held === 1 && tree.children.length === 1) best = base
  }
  return best
}

/** A tree in which a folder is drawn is one of the folder around it. */
function drawsItself({ name, children }: TreeNode, base: string, folders: Folders): boolean {
  const own = baseName(base)
  return base !== "" && name !== own && children.some((child) => child.name === own) && !folders.has(under(base, own))
}

function indexesIn(
  code: CodeBlock,
  context: IndexContext,
  node: TreeNode,
  path: string,
  folders: Folders,
): readonly FolderIndex[] {
  const content = folders.get(path)
  if (content === undefined) return []
  const listed = new Map<string, number>()
  const nodes = new Map<string, TreeNode>()
  const ghosts: Ghost[] = []
  const inner: FolderIndex[] = []
  for (const child of node.children) {
    const [first = "", ...rest] = child.name.split("/")
    if (!content.isFile(first) && !content.isFolder(first)) {
      ghosts.push({ name: child.isFolder ? `${child.name}/` : child.name, line: child.line, comment: child.comment })
      continue
    }
    if (!listed.has(first)) listed.set(first, child.line)
    if (rest.length === 0) nodes.set(first, child)
    if (child.children.length > 0) inner.push(...indexesIn(code, context, child, under(path, child.name), folders))
  }
  const index: FolderIndex = {
    kind: "tree",
    folder: path,
    listed,
    ghosts,
    line: node.line,
    blocks: [code],
    context,
    isOpen: node.isOpen,
    isNamed: true,
    isAround: false,
    nodes,
  }
  return [...(listed.size === 0 && ghosts.length === 0 ? [] : [index]), ...inner]
}
