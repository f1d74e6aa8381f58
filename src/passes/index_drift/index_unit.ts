import { folderOf, joinPath } from "../../core/corpus/folder_path.ts"
import { readTarget } from "../../core/markdown/link_target.ts"
import type { LineRange, List, Table } from "../../core/markdown/markdown_blocks.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"

/** A row of a table or an item of a list, as a part of an index. */
export interface RowEntry {
  readonly line: number
  /** The path that its first link leads to, from the root; absent: it has none. */
  readonly linked?: string
  /** The names that it starts with, in code; empty when it starts with a link. */
  readonly names: readonly string[]
  /** The whole row. */
  readonly text: string
}

/** A table or a list whose rows may be what is in a folder. */
export interface RowUnit extends LineRange {
  readonly kind: "table" | "list"
  readonly entries: readonly RowEntry[]
}

const link = /\[(?:[^\[\]]|\[[^\[\]]*\])*\]\(\s*<?([^\s()<>]+(?:\([^\s()]*\)[^\s()<>]*)*)>?(?:\s+["'(][^)]*)?\)/u
const leadingCode = /^[*_~]*`([^`]+)`/u

/** The tables and lists of a document. */
export function rowUnits(document: MarkdownDocument): readonly RowUnit[] {
  const { tables, lists } = document.blocks
  const references = new Map(
    document.links.filter(({ kind }) => kind === "reference").map(({ text, target }) => [text, target] as const),
  )
  return [
    ...tables.filter((table) => !table.quoted).map((table) => tableUnit(document, references, table)),
    ...lists.filter((list) => !list.quoted).map((list) => listUnit(document, references, list)),
  ].filter((unit) => unit.entries.length > 0)
}

function tableUnit(document: MarkdownDocument, references: References, { line, end_line, rows }: Table): RowUnit {
  const entries = rows.map((row): RowEntry => {
    const [first = "", ...others] = row.cells
    const linked = linkIn(document, references, first)
    const names = linked === undefined ? [...first.matchAll(/`([^`]+)`/gu)].map(([, name = ""]) => name.trim()) : []
    const elsewhere = others.map((cell) => linkIn(document, references, cell)).find((path) => path !== undefined)
    return entryOf(row.line, linked ?? elsewhere, names, row.cells.join(" | "))
  })
  return { kind: "table", line, end_line, entries }
}

function listUnit(document: MarkdownDocument, references: References, { line, end_line, items }: List): RowUnit {
  const entries = items.map((item): RowEntry => {
    const name = leadingCode.exec(item.text)?.[1]
    return entryOf(
      item.line,
      linkIn(document, references, item.text),
      name === undefined ? [] : [name.trim()],
      item.text,
    )
  })
  return { kind: "list", line, end_line, entries }
}

function entryOf(line: number, linked: string | undefined, names: readonly string[], text: string): RowEntry {
  return { line, names, text, ...(linked === undefined ? {} : { linked }) }
}

const reference = /\[([^\[\]]+)\](?:\[[^\[\]]*\])?(?!\()/u

/** Where the first link of a text leads inside the root. */
function linkIn(document: MarkdownDocument, references: References, text: string): string | undefined {
  const written = text.includes("](")
    ? link.exec(text)?.[1]
    : references.size > 0
    ? references.get(reference.exec(text)?.[1] ?? "")
    : undefined
  const target = written === undefined ? undefined : readTarget(written)
  return target === undefined || target.path === "" ? undefined : joinPath(folderOf(document.path), target.path)
}

/** The destinations of reference links by their label. */
type References = ReadonlyMap<string, string>
