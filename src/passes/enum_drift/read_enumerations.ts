import { sentenceWords } from "../../core/markdown/block_words.ts"
import { codeSpans } from "../../core/markdown/code_span.ts"
import type { CodeBlock } from "../../core/markdown/markdown_blocks.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { sentencesOf } from "../../core/markdown/sentence.ts"
import { type Alternatives, alternativesOf, type Enumeration, saysMore, wordsOf } from "./enumeration.ts"

const identifier = /^[A-Za-z_][\w.-]*$/u
/** `key: a | b`, `"key": "a | b"`, `key = a | b`, `type Key = …` */
const assignment = /^\s*(?:[-*]\s+)?(?:export\s+)?(type\s+)?["'`]?([A-Za-z_][\w.-]*)["'`]?\??\s*[:=]\s*(\S.*)$/u
const programs =
  /^(?:[cm]?[jt]sx?|typescript|javascript|java|kotlin|c|cpp|c\+\+|cs|csharp|rust|rs|go|swift|php|python|py|ruby|rb)\b/iu
const noText =
  /^(?:sh|bash|zsh|shell|console|terminal|diff|mermaid|abnf|bnf|ebnf|regex|sql|graphql|gql|html|xml|css|powershell|ps1)\b/iu
const owner = /\b(?:interface|class|enum|struct|type|function|def|fn)\s+([A-Za-z_]\w*)/u

/** Every enumeration of a file's code, tables and texts; quotes are somebody else's. */
export function readEnumerations(document: MarkdownDocument): readonly Enumeration[] {
  return [
    ...document.blocks.code.flatMap((block) => block.quoted ? [] : inCode(document, block)),
    ...inTables(document),
    ...inTexts(document),
  ]
}

function inCode(document: MarkdownDocument, { info, text, text_line }: CodeBlock): readonly Enumeration[] {
  if (!text.includes("|") || noText.test(info)) return []
  const isProgram = programs.test(info)
  let around = ""
  return text.split("\n").flatMap((line, index): readonly Enumeration[] => {
    around = owner.exec(line)?.[1] ?? around
    const found = assigned(line, isProgram)
    if (found === undefined) return []
    // The members of two types have nothing to do with each other.
    const key = isProgram && around !== "" && around !== found.key ? `${around}.${found.key}` : found.key
    const subject = isProgram ? key : subjectOf(key)
    return [{ document, ...found, key, subject, lines: [text_line + index], context: line }]
  })
}

/** What a line gives a key; in programs, values are quoted. */
function assigned(
  line: string,
  isProgram: boolean,
): Pick<Enumeration, "key" | "values" | "open"> | undefined {
  const [, , key, rest] = line.includes("|") ? assignment.exec(line) ?? [] : []
  if (key === undefined || rest === undefined) return undefined
  const found = alternativesOf(rest.replace(/^[^"'`|]*?(?=\/\/|#\s)/u, ""), isProgram)
  return found === undefined ? undefined : { key, values: found.values, open: found.open || saysMore.test(line) }
}

function inTables(document: MarkdownDocument): readonly Enumeration[] {
  return document.blocks.tables.filter(({ quoted }) => !quoted).flatMap(({ header, rows }): readonly Enumeration[] => {
    const found = rows.flatMap(({ line, cells }): readonly Enumeration[] => {
      const key = onlyCode(cells[0] ?? "")
      if (key === undefined || !identifier.test(key)) return []
      for (const cell of cells.slice(1)) {
        const run = leadingRun(cell)
        if (run === undefined) continue
        const context = cells.slice(1).join(" ")
        const open = run.open || saysMore.test(cell)
        return [{ document, key, subject: subjectOf(key), values: run.values, open, lines: [line], context }]
      }
      return []
    })
    const key = onlyCode(header[0] ?? "")
    if (key === undefined || !identifier.test(key)) return found
    const values = rows.map(({ cells }) => spansIn(cells[0] ?? ""))
    const words = values.some((spans) => spans.length !== 1) ? undefined : wordsOf(values.flat())
    if (words === undefined) return found
    const lines = rows.map(({ line }) => line)
    return [...found, { document, key, subject: subjectOf(key), values: words, open: false, lines, context: "" }]
  })
}

function subjectOf(key: string): string {
  return key.slice(key.lastIndexOf(".") + 1)
}

function onlyCode(cell: string): string | undefined {
  return /^[*_\s]*`([^`]+)`[*_\s?]*$/u.exec(cell)?.[1]
}

function spansIn(text: string): readonly string[] {
  return [...text.matchAll(/`([^`]+)`/gu)].map((match) => match[1] ?? "")
}

const separated = /^(?:\s*(?:\||,|\/|;|\bor\b|\band\b)+\s*)+$/u

/** The values that a cell starts with: code between separators, or alternatives inside one piece of code. */
function leadingRun(cell: string): Alternatives | undefined {
  const start = cell.search(/`/u)
  if (start < 0 || !/^\s*(?:.*\b(?:one of|either|any of)|[\w ]*:)?\s*$/iu.test(cell.slice(0, start))) return undefined
  const values: string[] = []
  let end = start
  for (const { 0: whole, 1: value = "", index } of cell.matchAll(/`([^`]+)`/gu)) {
    if (values.length > 0 && !separated.test(cell.slice(end, index))) break
    values.push(value)
    end = index + whole.length
  }
  const open = /^\s*(?:[,|/]\s*)?(?:\.\.\.|…|etc\b)/u.test(cell.slice(end))
  if (values.length === 1) return alternativesOf(values[0] ?? "")
  const words = wordsOf(values)
  return words === undefined ? undefined : { values: words, open }
}

const linking =
  /^[\s:=—–∈,(]*(?:(?:is|are|be|must|can|may|takes?|accepts?|one|of|either|any|not|in|values?|allowed|possible|the|following|when|present|optional|key|field|tag|property)\b[\s:,()—–]*)*$/iu
const maxLink = 60

function inTexts(document: MarkdownDocument): readonly Enumeration[] {
  const byBlock = Map.groupBy(codeSpans(document), ({ block }) => block)
  const found: Enumeration[] = []
  for (const [block, spans] of byBlock) {
    if (block.quoted || block.kind === "cell") continue
    const sentences = spans.length > 1 || block.text.includes("|") ? sentencesOf(block) : []
    const wordsAt = (position: number): string => {
      const sentence = sentences.findLast(({ start }) => start <= position)
      return sentence === undefined ? "" : sentenceWords(block, sentence)
    }
    for (const [index, span] of spans.entries()) {
      const inSpan = assigned(span.text, false)
      const context = wordsAt(span.start)
      if (inSpan !== undefined) {
        const open = inSpan.open || saysMore.test(context)
        const subject = subjectOf(inSpan.key)
        found.push({ document, key: inSpan.key, subject, values: inSpan.values, open, lines: [span.line], context })
        continue
      }
      const next = spans[index + 1]
      if (next === undefined || !identifier.test(span.text) || next.start - span.end > maxLink) continue
      const between = block.text.slice(span.end, next.start)
      if (!/[\w:=∈]/u.test(between) || !linking.test(between)) continue
      const run = runOf(block.text, spans.slice(index + 1))
      if (run === undefined) continue
      const open = run.open || saysMore.test(context)
      const subject = subjectOf(span.text)
      found.push({ document, key: span.text, subject, values: run.values, open, lines: [next.line], context })
    }
  }
  return found
}

interface Piece {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** The values that a run of code starts with. */
function runOf(text: string, spans: readonly Piece[]): Alternatives | undefined {
  const [first] = spans
  const inFirst = alternativesOf(first?.text.replace(/^\{(.*)\}$/u, "$1") ?? "")
  if (inFirst !== undefined) return inFirst
  const values: string[] = []
  let end = first?.start ?? 0
  for (const span of spans) {
    if (values.length > 0 && !separated.test(text.slice(end, span.start))) break
    values.push(span.text)
    end = span.end
  }
  const words = wordsOf(values)
  const open = /^\s*(?:[,|/]\s*)?(?:(?:and|or)\s+)?(?:\.\.\.|…|etc\b|others?\b|more\b)/u.test(text.slice(end))
  return words === undefined ? undefined : { values: words, open }
}
