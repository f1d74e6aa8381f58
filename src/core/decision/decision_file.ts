import type { MarkdownDocument } from "../markdown/markdown_document.ts"

/** A file that may hold a decision; Markdown comes parsed. */
export interface DecisionFile {
  readonly path: string
  readonly text: string
  readonly document?: MarkdownDocument
}
