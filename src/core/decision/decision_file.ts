import type { MarkdownDocument } from "../markdown/markdown_document.ts"

/** A file that may hold a decision; Markdown comes parsed. */
export interface DecisionFile {
  /** Relative to the root. */
  readonly path: string
  /** The whole file. */
  readonly text: string
  /** The file as Markdown; absent when it is none. */
  readonly document?: MarkdownDocument
}
