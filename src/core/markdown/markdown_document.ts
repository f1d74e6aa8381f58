import type { FrontMatter } from "./front_matter.ts"

/** A heading; `slug` is its anchor by GitHub's rule, made unique in its file. */
export interface Heading {
  readonly level: number
  readonly text: string
  readonly slug: string
  readonly line: number
}

/** A link or an image, outside code and comments. */
export interface Link {
  readonly kind: "inline" | "image" | "reference"
  /** The destination as written, percent-escapes kept, without title and angle brackets. */
  readonly target: string
  readonly text: string
  /** The 1-based line that holds the destination: of a reference link, that of its definition. */
  readonly line: number
}

/** One Markdown file, parsed once (markdown-it, CommonMark and tables). */
export interface MarkdownDocument {
  /** Relative to the root. */
  readonly path: string
  readonly text: string
  /** `text` split at line ends; line n is `lines[n - 1]`. */
  readonly lines: readonly string[]
  readonly front_matter: FrontMatter
  readonly headings: readonly Heading[]
  readonly links: readonly Link[]
  /** Every fragment that the file answers to: heading slugs, `id` and `name` of inline HTML. */
  readonly anchors: ReadonlySet<string>
}
