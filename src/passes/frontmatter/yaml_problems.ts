import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { evidenceOf, shown } from "../outcome/evidence.ts"
import { mappingOf, quotingEdits, type WrittenValue, writtenValues } from "./scalar.ts"
import { type Problem, stale } from "./problem.ts"

/** Texts that YAML does not read as text unless they are quoted: a colon before a space, or a sign that opens something and is no anchor, alias or tag. */
const needsQuotes = /^(?!["'[{|>]).*(?::(?:\s|$)|\s#)|^[@`%]|^[*&!](?![\w-]+(?:\s|$))/u
/** A number sign that means a number or a tag, not a comment. */
const lostAfter = /^(?!["'[{|>]).*?\s(#[^\s#].*)$/u

/** What YAML itself makes of the front matter of a file. */
export function yamlProblems(document: MarkdownDocument): readonly Problem[] {
  const front = document.front_matter
  if (front._tag === "absent") return []
  const written = writtenValues(document)
  if (front._tag === "mapping") return lostTexts(document, written)
  const edits = quotingEdits(document, written.filter(({ value }) => needsQuotes.test(value)))
  const evidence = evidenceOf(document, [front.line])
  return [{
    key: "yaml",
    verdict: "DEAD",
    severity: "Medium",
    what: `the front matter cannot be read: ${shown(front.problem)}`,
    evidence: evidence.length > 0 ? evidence : evidenceOf(document, [1]),
    ...(edits === undefined || edits.length === 0
      ? { route: "proposal", proposed_action: "write the front matter as a YAML mapping" }
      : { route: "direct-fix", proposed_action: "quote the text that YAML does not read as text", edits }),
  }]
}

function lostTexts(document: MarkdownDocument, written: readonly WrittenValue[]): readonly Problem[] {
  const values = mappingOf(document)?.values ?? {}
  return written.flatMap((one): readonly Problem[] => {
    const lost = lostAfter.exec(one.value)?.[1]
    const read = values[one.key]
    if (lost === undefined || typeof read !== "string" || !one.value.startsWith(read)) return []
    const edits = quotingEdits(document, [one])
    return [{
      ...stale,
      key: one.key,
      what: `"${one.key}" ends before "${shown(lost)}": to YAML, the rest of the line is a comment`,
      proposed_action: `quote the text of "${one.key}"`,
      evidence: evidenceOf(document, [one.line], lost),
      ...(edits === undefined ? {} : { edits }),
    }]
  })
}
