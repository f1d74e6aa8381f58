import { baseName, folderOf } from "../../core/corpus/folder_path.ts"
import type { DecisionNode } from "../../core/decision/decision_node.ts"
import { numberInName } from "../../core/decision/decision_path.ts"
import { fieldValue } from "../../core/decision/field.ts"
import { replaceOnce } from "../../core/decision/line_change.ts"
import { lineEdits } from "../../core/edit/line_edits.ts"
import type { Finding } from "../../core/schema/finding.ts"
import { evidenceAt, lineOf } from "../decision_integrity/candidate.ts"

/** A number that a file has in its text. */
interface InnerNumber {
  readonly written: string
  readonly line: number
}

/** A number that a heading starts with, and the name in front of it, as in `Aries RFC 0011: Title`. */
interface HeadingNumber extends InnerNumber {
  /** The name of the project and what it calls a decision; absent: the number, or that word alone, comes first. */
  readonly name?: string
}

/** The fields of conventions that hold a decision's own number. */
const numberFields: ReadonlySet<string> = new Set(["pep", "bip", "eip", "kep-number"])
/** How a heading starts with its decision's number: `12. Title`, `ADR-012: Title`, `Aries RFC 0012: Title`. */
const numberedHeading =
  /^#\s+(?:((?:[A-Z][\w.-]{0,39}\s+){0,3})(ADR|RFC|DR)[-_ ]?#?)?(0*\d{1,6})(?=\s*[.:)]\s|\s+[—–-]\s|\s*$)/u

/** A decision has the number of its file; what another number leads to, nobody finds. */
export function ownNumbers(pass: string, decisions: readonly DecisionNode[]): readonly Finding[] {
  const nodes = decisions.filter((node) => !node.template && node.redirect_to === undefined)
  const fields = new Map(nodes.map((node) => [node, fieldNumber(node)]))
  const headings = new Map(
    nodes.filter((node) => fields.get(node) === undefined).map((node) => [node, headingNumber(node)]),
  )
  const families = Map.groupBy(nodes, ({ family }) => family)
  const named = Map.groupBy(nodes, (node) => `${node.family}\0${headings.get(node)?.name ?? ""}`)
  /** Whether most of the decisions beside one are headed by that name: then it is not of somebody else's document. */
  const isOwnName = (node: DecisionNode, name: string): boolean => {
    const beside = families.get(node.family)?.length ?? 0
    const same = named.get(`${node.family}\0${name}`)?.length ?? 0
    return same * 2 > beside && (same > 1 || node.adapter === "rfc-bullets")
  }
  return nodes.flatMap((node): readonly Finding[] => {
    if (node.number === undefined || isDated(node)) return []
    const heading = headings.get(node)
    const inner = fields.get(node) ??
      (heading?.name === undefined || isOwnName(node, heading.name) ? heading : undefined)
    return inner === undefined || Number(inner.written) === node.number
      ? []
      : [findingOf(pass, node, node.number, inner)]
  })
}

function findingOf(pass: string, node: DecisionNode, number: number, { written, line }: InnerNumber): Finding {
  const right = String(number).padStart(/^0/u.test(written) ? written.length : 1, "0")
  const change = replaceOnce([lineOf(node.text, line)], 1, written, right)
  const edits = change?._tag === "replace" ? lineEdits(node.path, node.text, [{ ...change, line }])?.edits : undefined
  return {
    pass,
    locator: node.path,
    verdict: "STALE",
    severity: "Low",
    what: `its file has the number ${number}, and its text says ${written}`,
    route: "direct-fix",
    proposed_action: `Change the number to ${right}, or rename the file.`,
    evidence: evidenceAt(node, line),
    key: "number-differs",
    ...(edits === undefined ? {} : { edits }),
  }
}

function fieldNumber(node: DecisionNode): InnerNumber | undefined {
  const field = node.block.fields.find(({ key }) => numberFields.has(key))
  const written = fieldValue(field)
  return field !== undefined && /^\d{1,6}$/u.test(written)
    ? { written, line: field.items[0]?.line ?? field.line }
    : undefined
}

function headingNumber({ text }: DecisionNode): HeadingNumber | undefined {
  const headings = text.split(/\r?\n/u).flatMap((line, index) =>
    /^#\s/u.test(line) ? [{ match: numberedHeading.exec(line), line: index + 1 }] : []
  )
  // Where several headings are numbered, they are chapters; a year is none of a row of numbers.
  const [first, ...others] = headings.filter(({ match }) => match !== null)
  const [, words = "", label = "", written] = first?.match ?? []
  if (first === undefined || first !== headings[0] || others.length > 0) return undefined
  if (written === undefined || /^(?:19|20)\d\d$/u.test(written)) return undefined
  return { written, line: first.line, ...(words === "" ? {} : { name: `${words.replace(/\s+/gu, " ")}${label}` }) }
}

/** A date in front of a name is no number; a number that only the text has differs from nothing. */
function isDated({ path }: DecisionNode): boolean {
  const name = numberInName(baseName(path)) === undefined ? baseName(folderOf(path)) : baseName(path)
  return numberInName(name) === undefined || /^\d{4}[-_]\d{2}(?=[-_.])/u.test(name)
}
