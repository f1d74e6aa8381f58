import type { LineRange } from "../../core/markdown/markdown_blocks.ts"
import type { IndexContext } from "./context.ts"
import type { TreeNode } from "./tree.ts"

/** Something in a document that lists what is in a folder, before anybody has compared the two. */
export interface FolderIndex {
  readonly kind: "tree" | "table" | "list"
  /** From the root. */
  readonly folder: string
  /** The names that are there, with the line that lists each. */
  readonly listed: ReadonlyMap<string, number>
  /** The names that are not there, with their lines. */
  readonly ghosts: readonly Ghost[]
  /** The line that names the folder, or the first one of the rows. */
  readonly line: number
  /** The blocks that hold it. */
  readonly blocks: readonly LineRange[]
  readonly context: IndexContext
  /** Whether an entry stands for others. */
  readonly isOpen: boolean
  /** Whether the text says that it is about this folder, or the document is its page. */
  readonly isNamed: boolean
  /** Whether the document lies in a folder around it. */
  readonly isAround: boolean
  /** The nodes of a tree, by name. */
  readonly nodes: ReadonlyMap<string, TreeNode>
}

/** An entry for something that is not there. */
export interface Ghost {
  readonly name: string
  readonly line: number
  /** The rest of its row. */
  readonly comment: string
}
