import type { Heading } from "../../markdown/markdown_document.ts"
import type { Field, FieldBlock, FieldItem } from "../field.ts"
import { readStatus, saysSuperseded } from "../status.ts"
import { relationSentence } from "../written_reference.ts"
import { sentenceKeys } from "./bullet_block.ts"

/** A line of the section that says something. */
interface Statement {
  readonly text: string
  readonly line: number
  /** Whether it is an entry of a list, or has a date: then the section is a history. */
  readonly dated: boolean
}

/** `## Status`, or `## Status: Accepted`. */
const statusHeading = /^status(?::?$|:\s)/iu

/**
 * The section "Status": its status, and the sentences "Superseded by …", "Supersedes …", "Amends …" below it, also when
 * the words and the link stand on two lines. A list or dated lines are a history, and its last entry is the status.
 */
export function readStatusSection(headings: readonly Heading[], lines: readonly string[]): FieldBlock | undefined {
  const at = headings.findIndex((heading) => heading.level <= 3 && statusHeading.test(heading.text.trim()))
  const heading = headings[at]
  if (heading === undefined) return undefined
  const end = (headings[at + 1]?.line ?? lines.length + 1) - 1
  const inHeading = /^#{1,3}\s+status:\s+(.*?)(?:\s+#+)?\s*$/iu.exec(lines[heading.line - 1] ?? "")?.[1]
  const statements = [
    ...(inHeading === undefined ? [] : [{ text: inHeading, line: heading.line, dated: false }]),
    ...statementsBetween(heading.line + 1, end, lines),
  ]
  const fields: Field[] = []
  const entries: (FieldItem & { readonly dated: boolean })[] = []
  let partly: FieldItem | undefined
  for (let index = 0; index < statements.length; index++) {
    const statement = statements[index]
    if (statement === undefined) continue
    const sentence = relationSentence(statement.text) ?? continuation(statement.text, entries.at(-1)?.value)
    const { dated } = statement
    if (sentence === undefined) {
      const link = /^(?:\p{L}+\s+){1,4}(\[.*\]\([^)]*\))$/u.exec(statement.text)?.[1]
      if (link !== undefined && readStatus(statement.text, statement.line).class === "unknown") {
        fields.push(field("related", link, statement.line, statement.line))
      } else if (entries.length === 0 || readStatus(statement.text, statement.line).class !== "unknown") {
        entries.push({ value: statement.text, line: statement.line, dated })
      }
      continue
    }
    const isDeprecated = readStatus(statement.text, statement.line).normal === "deprecated"
    if (sentence.role === "superseded-by" || sentence.follows_status || isDeprecated) {
      entries.push({ value: statement.text, line: statement.line, dated })
    }
    if (sentence.role === "superseded-partly-by") partly ??= { value: statement.text, line: statement.line }
    const next = statements[index + 1]
    if (sentence.rest === "" && next !== undefined && relationSentence(next.text) === undefined) {
      fields.push(field(sentenceKeys[sentence.role], next.text, statement.line, next.line))
      index++
    } else if (sentence.rest !== "") {
      fields.push(field(sentenceKeys[sentence.role], sentence.rest, statement.line, statement.line))
    }
  }
  const status = entries.length > 1 && entries.every((entry) => entry.dated) ? entries.at(-1) : entries[0] ?? partly
  return {
    fields: status === undefined ? fields : [field("status", status.value, status.line, status.line), ...fields],
    insert_after: endOfParagraph(
      Math.max(heading.line, status?.line ?? 0, ...fields.map((each) => each.end_line)),
      lines,
    ),
  }
}

/** "by [ADR-9](…)" below "Superseded": the link of a status that stands on two lines. */
function continuation(text: string, status: string | undefined): ReturnType<typeof relationSentence> {
  const rest = /^by\b:?\s*(.+)$/iu.exec(text)?.[1]
  if (rest === undefined || status === undefined || !saysSuperseded(readStatus(status, 1).normal)) return undefined
  return { role: "superseded-by", rest, follows_status: false }
}

function endOfParagraph(line: number, lines: readonly string[]): number {
  let end = line
  while ((lines[end] ?? "").trim() !== "" && !/^#/u.test(lines[end] ?? "")) end++
  return end
}

function statementsBetween(first: number, last: number, lines: readonly string[]): readonly Statement[] {
  const statements: Statement[] = []
  let comment = false
  for (let line = first; line <= last; line++) {
    const raw = lines[line - 1] ?? ""
    const opens = raw.includes("<!--")
    const text = comment ? "" : raw.replace(/<!--.*?(?:-->|$)/gu, "").trim()
    if (opens || comment) comment = !raw.includes("-->")
    const listed = /^[-*+]\s|^\d+[.)]\s/u.test(text)
    const words = text.replace(/^(?:[-*+]|\d+[.)])\s+/u, "").replace(/^>\s*/u, "").trim()
    const day = /^(?:19|20)\d\d-\d\d-\d\d[\s:,–—-]*/u
    if (words !== "" && !/^[-=*_]{3,}$/u.test(words)) {
      statements.push({ text: words.replace(day, ""), line, dated: listed || /\b(?:19|20)\d\d\b/u.test(words) })
    }
  }
  return statements
}

function field(key: string, value: string, line: number, valueLine: number): Field {
  return { key, items: [{ value, line: valueLine }], line, end_line: Math.max(line, valueLine) }
}
