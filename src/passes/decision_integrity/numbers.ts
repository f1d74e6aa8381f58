import { baseName, folderOf } from "../../core/corpus/folder_path.ts"
import { replaceOnce } from "../../core/decision/line_change.ts"
import type { DecisionNode } from "../../core/decision/decision_node.ts"
import { numberInName } from "../../core/decision/decision_path.ts"
import { fieldValue } from "../../core/decision/field.ts"
import { type Candidate, evidenceAt, lineOf, type RuleResult } from "./candidate.ts"
import type { IntegrityContext } from "./integrity_context.ts"

/** A number that a file has in its text. */
interface InnerNumber {
  readonly written: string
  readonly number: number
  readonly line: number
}

/** The fields of conventions that hold a decision's own number. */
const numberFields: ReadonlySet<string> = new Set(["pep", "bip", "eip", "kep-number"])
/** How a heading starts with its decision's number: `12. Title`, `ADR-012: Title`, `RFC 12 — Title`. */
const numberedHeading = /^(#\s+(?:(?:ADR|RFC|DR)[-_ ]?#?)?)(0*\d{1,6})(?=\s*[.:)]\s|\s+[—–-]\s|\s*$)/u

/** A decision has the number of its file; what another number leads to, nobody finds. */
export function numbers(context: IntegrityContext): RuleResult {
  const candidates = context.nodes.flatMap((node): readonly Candidate[] => {
    const inner = node.number === undefined || isDated(node) ? undefined : innerNumber(node)
    if (inner === undefined || node.number === undefined || inner.number === node.number) return []
    const written = String(node.number).padStart(/^0/u.test(inner.written) ? inner.written.length : 1, "0")
    const at = lineOf(node.text, inner.line)
    const change = replaceOnce([at], 1, inner.written, written)
    return [{
      rule: "number-differs",
      locator: node.path,
      what: `its file has the number ${node.number}, and its text says ${inner.written}`,
      action: `Change the number to ${written}, or rename the file.`,
      evidence: evidenceAt(node, inner.line),
      ...(change?._tag !== "replace"
        ? {}
        : { changes: [{ path: node.path, text: node.text, changes: [{ ...change, line: inner.line }] }] }),
    }]
  })
  return { candidates, near_misses: [] }
}

function innerNumber(node: DecisionNode): InnerNumber | undefined {
  const field = node.block.fields.find(({ key }) => numberFields.has(key))
  const value = fieldValue(field)
  if (field !== undefined && /^\d{1,6}$/u.test(value)) {
    return { written: value, number: Number(value), line: field.items[0]?.line ?? field.line }
  }
  const headings = node.text.split(/\r?\n/u).flatMap((text, index) =>
    /^#\s/u.test(text) ? [{ written: numberedHeading.exec(text)?.[2], line: index + 1 }] : []
  )
  // Where several headings are numbered, they are chapters; a year is none of a row of numbers.
  const [first, ...others] = headings.filter(({ written }) => written !== undefined)
  if (
    first?.written === undefined || first !== headings[0] || others.length > 0 || /^(?:19|20)\d\d$/u.test(first.written)
  ) {
    return undefined
  }
  return { written: first.written, number: Number(first.written), line: first.line }
}

/** A date in front of a name is no number; a number that only the text has differs from nothing. */
function isDated({ path }: DecisionNode): boolean {
  const name = numberInName(baseName(path)) === undefined ? baseName(folderOf(path)) : baseName(path)
  return numberInName(name) === undefined || /^\d{4}[-_]\d{2}(?=[-_.])/u.test(name)
}
