import { type Field, type FieldBlock, fieldKey, fieldRole } from "../field.ts"
import { relationSentence } from "../written_reference.ts"

const bullet = /^\s{0,3}[-*+]\s+(?:\*\*|__)?([A-Za-z][\w /-]{0,40}?)(?:\*\*|__)?\s*:\s*(?:\*\*|__)?\s*(.*)$/u
const plain = /^(?:\*\*|__)?([A-Za-z][\w -]{0,30}?)(?:\*\*|__)?\s*:\s*(?:\*\*|__)?\s*(\S.*)$/u

/**
 * `- Key: value` bullets (and plain `Key: value` lines with a key that we know) before the first heading of level 2, and
 * the sentences "Supersedes …" and their kin among the bullets of a section "Links".
 */
export function readBulletBlock(lines: readonly string[], first: number): FieldBlock | undefined {
  const fields: Field[] = []
  let last = 0
  let line = first
  for (; line <= lines.length; line++) {
    const text = lines[line - 1] ?? ""
    if (/^#{2,}\s/u.test(text)) break
    const found = bullet.exec(text) ?? plainField(text)
    const previous = fields.at(-1)
    if (found !== null) {
      const value = (found[2] ?? "").trim()
      fields.push({ key: fieldKey(found[1] ?? ""), items: value === "" ? [] : [{ value, line }], line, end_line: line })
      last = line
    } else if (namesDecision(text)) {
      fields.push(...relationField(text, line))
      last = line
    } else if (previous !== undefined && last === line - 1 && /^\s{2,}\S/u.test(text)) {
      fields[fields.length - 1] = {
        ...previous,
        items: [...previous.items, { value: text.trim().replace(/^[-*+]\s+/u, ""), line }],
        end_line: line,
      }
      last = line
    }
  }
  if (fields.length === 0) return undefined
  return { fields: [...fields, ...linkSection(lines, line)], insert_after: last }
}

function plainField(text: string): RegExpExecArray | null {
  const found = plain.exec(text)
  return found !== null && fieldRole(fieldKey(found[1] ?? "")) !== undefined ? found : null
}

/** "Supersedes [1. Files](0001-files.md)" as a line of its own; prose that begins so names no decision. */
function namesDecision(text: string): boolean {
  const rest = relationSentence(text)?.rest
  return rest !== undefined && /\]\(|^(?:\w+[-\s])?\d+\b/u.test(rest)
}

function relationField(text: string, line: number): readonly Field[] {
  const sentence = relationSentence(text)
  if (sentence === undefined || sentence.rest === "") return []
  return [{ key: sentenceKeys[sentence.role], items: [{ value: sentence.rest, line }], line, end_line: line }]
}

const linkHeading = /^#{2,3}\s+(?:links|related decisions|relations)\s*#*\s*$/iu

/** The relations among the bullets of the section "Links", as fields. */
function linkSection(lines: readonly string[], first: number): readonly Field[] {
  const fields: Field[] = []
  let inside = false
  for (let line = first; line <= lines.length; line++) {
    const text = lines[line - 1] ?? ""
    if (/^#{1,6}\s/u.test(text)) inside = linkHeading.test(text)
    else if (inside && /^\s*[-*+]\s/u.test(text)) {
      fields.push(...relationField(text, line))
    }
  }
  return fields
}

/** The key that a sentence stands for. */
export const sentenceKeys: { readonly [role in NonNullable<ReturnType<typeof relationSentence>>["role"]]: string } = {
  "supersedes": "supersedes",
  "supersedes-partly": "amends",
  "superseded-by": "superseded-by",
  "superseded-partly-by": "amended-by",
  "related": "related",
}
