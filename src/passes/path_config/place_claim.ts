import { blockWords, sentenceWords } from "../../core/markdown/block_words.ts"
import { type CodeSpan, codeSpans } from "../../core/markdown/code_span.ts"
import type { TextBlock } from "../../core/markdown/markdown_blocks.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { sentenceAt } from "../../core/markdown/sentence.ts"

/** A file's word on where a key of a configuration points. */
export interface PlaceClaim {
  readonly document: MarkdownDocument
  readonly key: string
  /** The path without `./` and a slash at its end. */
  readonly place: string
  readonly line: number
  /** The sentence or the row around it, in words. */
  readonly context: string
  /** Whether it is in a block of code, which shows one way of many. */
  readonly shown: boolean
}

/** A key that says whose place it is: `report_dir`, `cacheDir`, `output.path`, never a bare `path`. */
const placeKey =
  /^[A-Za-z][\w.-]*?(?:[_.-](?:dir|directory|path|root|folder|file)|(?<=[a-z\d])(?:Dir|Directory|Path|Root|Folder|File))$/u
const literalPath = /^(?:~\/|\/|\.{1,2}\/)?\.?[\w@][\w.@-]*(?:\/\.?[\w@][\w.@-]*)*\/?$/u
const assignment = /^["']?([A-Za-z][\w.-]*)["']?\s*[:=]\s*["']?([^\s"',;]+)["']?[,;]?$/u
const defaultTo = /^[^.]*?\bdefaults?\b(?:\s+(?:is|to|value|path|of))*[\s:=(]*$/iu
const maxLink = 80

/** Every such claim of a file, in its order; quotes are somebody else's. */
export function placeClaims(document: MarkdownDocument): readonly PlaceClaim[] {
  return [...inTexts(document), ...inTables(document), ...inCode(document)]
}

function claimed(key: string | undefined, path: string | undefined): { key: string; place: string } | undefined {
  if (key === undefined || path === undefined || !placeKey.test(key) || !literalPath.test(path)) return undefined
  if (!/[/.]/u.test(path) || /^(?:\d|v\d)|\bpath\/to\b|\byour[-_]/iu.test(path)) return undefined
  return { key, place: path.replace(/^\.\//u, "").replace(/\/$/u, "") }
}

function inTexts(document: MarkdownDocument): readonly PlaceClaim[] {
  const found: PlaceClaim[] = []
  const spans = codeSpans(document)
  const rows = Map.groupBy(document.blocks.texts.filter(({ kind }) => kind === "cell"), ({ line }) => line)
  for (const [index, span] of spans.entries()) {
    if (span.block.quoted) continue
    const [, key, path] = assignment.exec(span.text) ?? []
    const next = spans[index + 1]
    const claim = claimed(key, path) ??
      (next === undefined || !saysDefault(span, next) ? undefined : claimed(span.text, next.text))
    if (claim === undefined) continue
    found.push({
      document,
      ...claim,
      line: key === undefined ? next?.line ?? span.line : span.line,
      context: wordsAround(span, rows),
      shown: false,
    })
  }
  return found
}

function wordsAround({ block, start }: CodeSpan, rows: ReadonlyMap<number, readonly TextBlock[]>): string {
  if (block.kind === "cell") return (rows.get(block.line) ?? []).map(blockWords).join(" | ")
  const sentence = sentenceAt(block, start)
  return sentence === undefined ? "" : sentenceWords(block, sentence)
}

function saysDefault({ block, end }: CodeSpan, next: CodeSpan): boolean {
  return next.block === block && next.start - end <= maxLink && defaultTo.test(block.text.slice(end, next.start))
}

/** Rows of a table that has a column of defaults. */
function inTables(document: MarkdownDocument): readonly PlaceClaim[] {
  return document.blocks.tables.filter(({ quoted }) => !quoted).flatMap(({ header, rows }) => {
    const column = header.findIndex((cell) => /^\W*default/iu.test(cell))
    if (column < 1) return []
    return rows.flatMap(({ cells, line }): readonly PlaceClaim[] => {
      const claim = claimed(codeIn(cells[0]), codeIn(cells[column]))
      return claim === undefined ? [] : [{ document, ...claim, line, context: "", shown: false }]
    })
  })
}

function codeIn(cell: string | undefined): string | undefined {
  return /^[*_\s]*`["']?([^`]+?)["']?`[*_\s]*$/u.exec(cell ?? "")?.[1]
}

function inCode(document: MarkdownDocument): readonly PlaceClaim[] {
  return document.blocks.code.filter(({ quoted }) => !quoted).flatMap(({ text, text_line }) =>
    text.split("\n").flatMap((line, index): readonly PlaceClaim[] => {
      const [, key, path] = assignment.exec(line.trim().replace(/(?<!\s)\s+(?:#|\/\/).*$/u, "")) ?? []
      const claim = claimed(key, path)
      return claim === undefined ? [] : [{ document, ...claim, line: text_line + index, context: line, shown: true }]
    })
  )
}
