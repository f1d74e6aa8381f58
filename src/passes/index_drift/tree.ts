import type { CodeBlock } from "../../core/markdown/markdown_blocks.ts"

/** A file or folder of a drawn tree. */
export interface TreeNode {
  /** As written, without the slash of a folder. */
  readonly name: string
  readonly isFolder: boolean
  /** Of the document. */
  readonly line: number
  /** What stands behind the name. */
  readonly comment: string
  /** Everything before the name: bars and branches. */
  readonly prefix: string
  readonly children: TreeNode[]
  /** Whether one of its children stands for others: a pattern, a name to be filled in, an ellipsis. */
  isOpen: boolean
}

const branch = /^([\s│┃|]*(?:[├└┣┗][─━]+|\|--+|\+--+|`--+|\\--+)\s*)(.*)$/u
/** A line that a tree may hang on: one path. */
const root = /^\s*((?:\.{0,2}\/)?[^\s/]+(?:\/[^\s/]+)*\/|\.{1,2})(?:\s.*)?$/u
const placeholder = /[<>{}*$…[\]?]|\.\.\.|^etc\.?$|^N{3,}|^X{3,}|^(?:and )?more\b/iu
const mostDepth = 20

/** The trees that a block of code draws with branches; none when it draws none. */
export function treesIn({ text, text_line }: CodeBlock): readonly TreeNode[] {
  if (!/[├└┣┗]|\|--|\+--|`--/u.test(text)) return []
  const trees: TreeNode[] = []
  /** The nodes that the next one may be in, with the column of their branch; the root's is -1. */
  let open: { readonly node: TreeNode; readonly column: number }[] = []
  const start = (node: TreeNode): void => {
    trees.push(node)
    open = [{ node, column: -1 }]
  }
  for (const [index, line] of text.split("\n").entries()) {
    const match = branch.exec(line)
    if (match === null) {
      const name = root.exec(line)?.[1]
      if (name !== undefined) start(nodeOf(name, "", text_line + index, ""))
      continue
    }
    const [, prefix = "", rest = ""] = match
    const column = prefix.trimEnd().replace(/(?:[├└┣┗][─━]+|\|--+|\+--+|`--+|\\--+)$/u, "").length
    while (open.length > 1 && (open.at(-1)?.column ?? -1) >= column) open.pop()
    if (open.length === 0) start(nodeOf("", "", text_line + index, ""))
    const parent = open.at(-1)?.node
    const { names, comment } = namesOf(rest)
    const nodes = names.map((name) => nodeOf(name, comment, text_line + index, prefix))
    for (const node of nodes) {
      if (node.name === "" || placeholder.test(node.name)) {
        if (parent !== undefined) parent.isOpen = true
      } else parent?.children.push(node)
    }
    const last = nodes.at(-1)
    if (last !== undefined && open.length < mostDepth) open.push({ node: last, column })
  }
  return trees
}

function nodeOf(written: string, comment: string, line: number, prefix: string): TreeNode {
  const name = written.replace(/^\.\//u, "").replace(/\/+$/u, "").replace(/[,:;]$/u, "")
  return { name, isFolder: /\/$/u.test(written), line, comment, prefix, children: [], isOpen: false }
}

/** The names behind a branch: one, or several folders with room between them. */
function namesOf(rest: string): { readonly names: readonly string[]; readonly comment: string } {
  const chunks = rest.trim().split(/\s{2,}|\s+(?=#|\/\/|←|<-|->|→|—|–|-\s|\()/u)
  const [first = "", ...more] = chunks
  const names = [/^\S+ \S+\.\w+$/u.test(first) ? first : first.split(/\s/u)[0] ?? ""]
  let next = 0
  for (; next < more.length && /^[^\s#]+\/$/u.test(more[next] ?? "") && names[0]?.endsWith("/") === true; next++) {
    names.push(more[next] ?? "")
  }
  return { names, comment: rest.slice(names[0]?.length ?? 0).trim() }
}
