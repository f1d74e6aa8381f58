import type { FrontMatter } from "./front_matter.ts"
import type { MarkdownBlocks } from "./markdown_blocks.ts"

/** A heading; `slug` is its anchor by GitHub's rule, made unique in its file. */
export interface Heading {
  /** 1 to 6. */
  readonly level: number
  /** Without Markdown: what a reader sees. */
  readonly text: string
  /** The fragment that leads to it, without `#`. */
  readonly slug: string
  /** 1-based, front matter counted. */
  readonly line: number
}

/** A link or an image, outside code and comments. */
export interface Link {
  /** How it is written; `reference` has its destination in a definition. */
  readonly kind: "inline" | "image" | "reference"
  /** The destination as written, percent-escapes kept, without title and angle brackets. */
  readonly target: string
  /** The label as a reader sees it; of an image, the alternative text as written. */
  readonly text: string
  /** The 1-based line that holds the destination: of a reference link, that of its definition. */
  readonly line: number
}

/** One Markdown file, parsed once (markdown-it, CommonMark and tables). */
export interface MarkdownDocument {
  /** Relative to the root. */
  readonly path: string
  /** The whole file, front matter included. */
  readonly text: string
  /** `text` split at line ends; line n is `lines[n - 1]`. */
  readonly lines: readonly string[]
  /** The YAML block at its start, or that there is none. */
  readonly front_matter: FrontMatter
  /** In the order of the file. */
  readonly headings: readonly Heading[]
  /** In the order of the file. */
  readonly links: readonly Link[]
  /** Every fragment that the file answers to: heading slugs, `id` and `name` of inline HTML. */
  readonly anchors: ReadonlySet<string>
  /** Its texts, lists, tables and code. */
  readonly blocks: MarkdownBlocks
}
