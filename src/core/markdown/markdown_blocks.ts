/** Lines of a file, 1-based, front matter counted, both ends included. */
export interface LineRange {
  /** The first. */
  readonly line: number
  /** The last. */
  readonly end_line: number
}

/** A piece of text that a reader sees as one: a heading, a paragraph (that of a list item, too), a cell of a table. */
export interface TextBlock extends LineRange {
  /** A paragraph may be that of a list item. */
  readonly kind: "heading" | "paragraph" | "cell"
  /** With its inline Markdown and its line ends, without the marks of quotes and lists; comments are blanked out. */
  readonly text: string
  /** Whether it stands in a block quote. */
  readonly quoted: boolean
  /** How many lists it stands in. */
  readonly depth: number
}

/** A list; lists inside its items are lists of their own. */
export interface List extends LineRange {
  /** Whether its items are numbered. */
  readonly ordered: boolean
  /** 1 for the outermost. */
  readonly depth: number
  /** Whether it stands in a block quote. */
  readonly quoted: boolean
  /** In the order of the file. */
  readonly items: readonly ListItem[]
}

/** An item of a list, nested lists included in its lines. */
export interface ListItem extends LineRange {
  /** Its first paragraph, without the box of a task; empty when it starts with something else. */
  readonly text: string
  /** The state of its box; absent when it has none. */
  readonly task?: "open" | "done"
}

/** A table; cells are inline Markdown without the escapes of `|`. */
export interface Table extends LineRange {
  /** The cells of its head. */
  readonly header: readonly string[]
  /** The rows below the head. */
  readonly rows: readonly TableRow[]
  /** Whether it stands in a block quote. */
  readonly quoted: boolean
}

/** A row below the head of a table; it has as many cells as the head. */
export interface TableRow {
  /** 1-based. */
  readonly line: number
  /** One for each column of the head. */
  readonly cells: readonly string[]
}

/** A block of code. */
export interface CodeBlock extends LineRange {
  /** What stands behind an opening fence; of indented code, nothing. */
  readonly info: string
  /** Without fences and indentation. */
  readonly text: string
  /** The line of the first line of its text. */
  readonly text_line: number
  /** Whether fences enclose it; otherwise it is indented. */
  readonly fenced: boolean
  /** Whether it stands in a block quote. */
  readonly quoted: boolean
}

/** The blocks of a Markdown file, each kind in the order of the file; what an HTML comment hides is left out. */
export interface MarkdownBlocks {
  /** Headings, paragraphs and cells. */
  readonly texts: readonly TextBlock[]
  /** Each nested list by itself, too. */
  readonly lists: readonly List[]
  /** GitHub's tables. */
  readonly tables: readonly Table[]
  /** Fenced and indented code. */
  readonly code: readonly CodeBlock[]
  /** Outermost block quotes. */
  readonly quotes: readonly LineRange[]
}

/** Where the lines of a block start in its text; kept as long as the block. */
const startsByBlock = new WeakMap<TextBlock, readonly number[]>()

/** The line of a position in the text of a block. */
export function lineIn(block: TextBlock, position: number): number {
  if (block.line === block.end_line) return block.line
  let starts = startsByBlock.get(block)
  if (starts === undefined) {
    starts = [0, ...block.text.matchAll(/\n/gu).map((end) => end.index + 1)]
    startsByBlock.set(block, starts)
  }
  return block.line + Math.max(0, lastUpTo(starts, position, (start) => start))
}

/** The index of the last item whose place is not after a position, items ascending; -1 when there is none. */
export function lastUpTo<Item>(items: readonly Item[], position: number, placeOf: (item: Item) => number): number {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const item = items[middle]
    if (item !== undefined && placeOf(item) <= position) low = middle + 1
    else high = middle
  }
  return low - 1
}
