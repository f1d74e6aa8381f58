import type { Token } from "markdown-it"
import type {
  CodeBlock,
  LineRange,
  List,
  ListItem,
  MarkdownBlocks,
  Table,
  TableRow,
  TextBlock,
} from "./markdown_blocks.ts"

/** Makes blocks of the tokens of a file. `offset` is the number of lines before the body, `lines` those of the file. */
export function readBlocks(
  tokens: readonly Token[],
  offset: number,
  lines: readonly string[],
  isHidden: (bodyLine: number) => boolean,
): MarkdownBlocks {
  const reading = new BlockReading(offset, lines, isHidden)
  for (const token of tokens) reading.read(token)
  return reading.blocks
}

interface OpenItem extends LineRange {
  text: string | undefined
  task: "open" | "done" | undefined
}

interface OpenList extends Omit<List, "items"> {
  readonly items: ListItem[]
  item: OpenItem | undefined
}

interface OpenTable extends LineRange {
  readonly header: string[]
  readonly rows: TableRow[]
  readonly quoted: boolean
  row: { readonly line: number; readonly cells: string[] } | undefined
}

const box = /^\[([ xX])\](?=\s|$)\s*/u

class BlockReading {
  readonly #texts: TextBlock[] = []
  readonly #closedLists: List[] = []
  readonly #tables: Table[] = []
  readonly #code: CodeBlock[] = []
  readonly #quotes: LineRange[] = []
  readonly #offset: number
  readonly #lines: readonly string[]
  readonly #isHidden: (bodyLine: number) => boolean
  readonly #openLists: OpenList[] = []
  #table: OpenTable | undefined
  #quoteDepth = 0
  #inHeading = false

  constructor(offset: number, lines: readonly string[], isHidden: (bodyLine: number) => boolean) {
    this.#offset = offset
    this.#lines = lines
    this.#isHidden = isHidden
  }

  get blocks(): MarkdownBlocks {
    return {
      texts: this.#texts,
      lists: this.#closedLists.sort((left, right) => left.line - right.line || left.depth - right.depth),
      tables: this.#tables,
      code: this.#code,
      quotes: this.#quotes,
    }
  }

  read(token: Token): void {
    const hidden = token.map !== null && this.#isHidden(token.map[0])
    switch (token.type) {
      case "blockquote_open":
        if (this.#quoteDepth++ === 0 && !hidden) this.#quotes.push(this.#range(token))
        return
      case "blockquote_close":
        this.#quoteDepth--
        return
      case "bullet_list_open":
      case "ordered_list_open":
        return this.#openList(token)
      case "bullet_list_close":
      case "ordered_list_close":
        return this.#closeList()
      case "list_item_open":
        return this.#openItem(token)
      case "list_item_close":
        return this.#closeItem()
      case "heading_open":
        this.#inHeading = true
        return
      case "heading_close":
        this.#inHeading = false
        return
      case "table_open":
        this.#table = { ...this.#range(token), header: [], rows: [], quoted: this.#quoteDepth > 0, row: undefined }
        return
      case "table_close":
        return this.#closeTable()
      case "tr_open":
        return this.#openRow(token)
      case "inline":
        return hidden ? undefined : this.#readText(token)
      case "fence":
      case "code_block":
        if (!hidden) this.#readCode(token)
    }
    const { item } = this.#openLists.at(-1) ?? {}
    // An item that starts with a block of code or a table has no text of its own.
    if (item !== undefined && token.nesting === 0) item.text ??= ""
  }

  /** The lines of a token without the blank ones at its end. */
  #range(token: Token): LineRange {
    const [start, end] = token.map ?? [0, 1]
    const line = start + 1 + this.#offset
    let last = Math.max(line, end + this.#offset)
    while (last > line && (this.#lines[last - 1] ?? "").trim() === "") last--
    return { line, end_line: last }
  }

  #openList(token: Token): void {
    this.#openLists.push({
      ...this.#range(token),
      ordered: token.type === "ordered_list_open",
      depth: this.#openLists.length + 1,
      quoted: this.#quoteDepth > 0,
      items: [],
      item: undefined,
    })
  }

  #closeList(): void {
    const list = this.#openLists.pop()
    if (list === undefined || list.items.length === 0) return
    const { item: _, ...closed } = list
    this.#closedLists.push(closed)
  }

  #openItem(token: Token): void {
    const list = this.#openLists.at(-1)
    if (list === undefined || token.map !== null && this.#isHidden(token.map[0])) return
    list.item = { ...this.#range(token), text: undefined, task: undefined }
  }

  #closeItem(): void {
    const list = this.#openLists.at(-1)
    if (list?.item === undefined) return
    const { line, end_line, text = "", task } = list.item
    list.items.push({ line, end_line, text, ...(task === undefined ? {} : { task }) })
    list.item = undefined
  }

  #openRow(token: Token): void {
    if (this.#table !== undefined) this.#table.row = { line: (token.map?.[0] ?? 0) + 1 + this.#offset, cells: [] }
  }

  #closeTable(): void {
    const table = this.#table
    this.#table = undefined
    if (table === undefined || this.#isHidden(table.line - 1 - this.#offset)) return
    const { row: _, ...closed } = table
    this.#tables.push({ ...closed, rows: closed.rows.filter((row) => row.cells.length > 0) })
  }

  #readText(token: Token): void {
    const [quoted, depth] = [this.#quoteDepth > 0, this.#openLists.length]
    const text = withoutComments(token.content)
    const row = this.#table?.row
    if (this.#table !== undefined && row !== undefined) {
      if (this.#isHidden(row.line - 1 - this.#offset)) return
      this.#readCell(this.#table, row, text)
      this.#texts.push({ kind: "cell", text, line: row.line, end_line: row.line, quoted, depth })
      return
    }
    const { line, end_line } = this.#range(token)
    this.#texts.push({ kind: this.#inHeading ? "heading" : "paragraph", text, line, end_line, quoted, depth })
    const { item } = this.#openLists.at(-1) ?? {}
    if (item === undefined || item.text !== undefined) return
    const state = box.exec(text)?.[1]
    item.text = text.replace(box, "")
    if (state !== undefined) item.task = state === " " ? "open" : "done"
  }

  #readCell(table: OpenTable, row: { readonly line: number; readonly cells: string[] }, text: string): void {
    if (row.line === table.line) table.header.push(text)
    else {
      if (row.cells.length === 0) table.rows.push(row)
      row.cells.push(text)
    }
  }

  #readCode(token: Token): void {
    const fenced = token.type === "fence"
    const range = this.#range(token)
    this.#code.push({
      ...range,
      info: token.info.trim(),
      text: token.content,
      text_line: range.line + (fenced ? 1 : 0),
      fenced,
      quoted: this.#quoteDepth > 0,
    })
  }
}

/** Comments blanked out, so that every position and line stays. */
function withoutComments(text: string): string {
  if (!text.includes("<!--")) return text
  return text.replace(/<!--[^]*?(?:-->|$)/gu, (comment) => comment.replace(/[^\n]/gu, " "))
}
