import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { lineIn, type TextBlock } from "../../core/markdown/markdown_blocks.ts"
import { drawnFolders } from "../index_drift/tree_indexes.ts"
import type { Folders } from "../lookup/folder_contents.ts"
import type { Claim } from "./claim.ts"
import { meantFolders } from "./folder_rows.ts"
import { numberOf } from "./number_word.ts"

/** What is said of a folder in two parts: "6 files are always read; the other 18 when they are needed". */
export interface SplitRow {
  /** Of the second number. */
  readonly claim: Claim
  /** The first number. */
  readonly rest: number
  /** The folders that it may mean. */
  readonly folders: readonly string[]
}

const number = "\\d{1,4}|[A-Za-z]+(?:-[a-z]+)?"
const first = new RegExp(`(?<![\\p{L}\\p{N}.,:/#$-])(${number})\\s+(?=\\p{Ll})`, "gu")
const second = new RegExp(`\\bthe (?:other|remaining) (${number})(?![\\p{L}\\p{N}%-])`, "u")
/** How far the second number may be from the first, and how long a text about a folder is. */
const [farthest, longest] = [160, 2_000]

/** The folders of a document, in a tree or in front of a paragraph or item, that are said to hold this many and that many. */
export function splitRows(
  document: MarkdownDocument,
  byName: ReadonlyMap<string, readonly string[]>,
  folders: Folders,
): readonly SplitRow[] {
  if (!/\bthe (?:other|remaining)\s/u.test(document.text)) return []
  const drawn = drawnFolders(document, folders).flatMap(({ node, path }) => {
    const text = document.lines[node.line - 1] ?? ""
    const block: TextBlock = { kind: "paragraph", text, line: node.line, end_line: node.line, quoted: false, depth: 0 }
    return splitIn(document, block, [path])
  })
  const told = document.blocks.texts.flatMap((block) => {
    const written = /^[*_]*`(?:\.\/)?((?:[^`\s/]+\/)*[^`\s/]+)\/`/u.exec(block.text.slice(0, longest))?.[1]
    return written === undefined
      ? []
      : splitIn(document, block, meantFolders(document, block.line, written, byName, folders))
  })
  return [...drawn, ...told]
}

function splitIn(document: MarkdownDocument, block: TextBlock, folders: readonly string[]): readonly SplitRow[] {
  const text = block.text.slice(0, longest)
  const other = second.exec(text)
  const [whole = "", written = ""] = other ?? []
  const value = numberOf(written)
  if (other === null || value === undefined || folders.length === 0) return []
  const before = text.slice(Math.max(0, other.index - farthest), other.index)
  const numbers = [...before.matchAll(first)].flatMap(([, one = ""]) => numberOf(one) ?? [])
  const [rest, ...more] = numbers
  // With three parts, nobody knows which are meant.
  if (rest === undefined || more.length > 0) return []
  const start = other.index + whole.length - written.length
  return [{
    rest,
    folders,
    claim: {
      document,
      block,
      inCode: false,
      value,
      number: written,
      adjectives: [],
      noun: `other of ${folders[0] ?? ""}`,
      start,
      end: start + written.length,
      line: lineIn(block, start),
      written: whole,
    },
  }]
}
