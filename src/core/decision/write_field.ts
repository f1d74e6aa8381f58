import type { DecisionAdapter, FieldForm } from "./adapter.ts"
import { adapterOf } from "./adapters/table.ts"
import type { DecisionNode } from "./decision_node.ts"
import { type Field, type FieldBlock, fieldRole } from "./field.ts"
import { type LineChange, replaceOnce } from "./line_change.ts"
import { isStatusAlone, saysSuperseded } from "./status.ts"
import { isSideways } from "./syntax/table_block.ts"

/** A decision's file with its fields found again, to be written to. */
export interface WritableDecision {
  readonly node: DecisionNode
  readonly adapter: DecisionAdapter
  readonly block: FieldBlock
  readonly lines: readonly string[]
}

/** Which of the two fields is written. */
export type Side = "superseded_by" | "supersedes"

const sideRoles = { superseded_by: "superseded-by", supersedes: "supersedes" } as const
const nothing = /^(?:n\/?a|none|null|~|tbd|todo|-+|–|—|\[\])?$/iu

/**
 * The changes that make a decision name others in a field, in the form of its convention: `undefined` where the field
 * holds another decision and takes only one, or where the convention writes prose.
 */
export function writeReferences(
  decision: WritableDecision,
  side: Side,
  references: readonly string[],
): readonly LineChange[] | undefined {
  const { adapter, block } = decision
  if (references.length > 1 && !adapter.several) return undefined
  const form = side === "superseded_by" ? adapter.superseded_by_form : adapter.supersedes_form
  const existing = block.fields.find((field) => fieldRole(field.key) === sideRoles[side])
  return writers[form](decision, side, references, existing)
}

type Writer = (
  decision: WritableDecision,
  side: Side,
  references: readonly string[],
  existing: Field | undefined,
) => readonly LineChange[] | undefined

const writers: { readonly [form in FieldForm]: Writer } = {
  "header": (decision, side, references, existing) => {
    const value = references.join(", ")
    if (existing !== undefined) return appendTo(decision, existing, value)
    const after = lastOf(decision.block, headerOrder[side]) ?? decision.block.insert_after
    const margin = /^\s*/u.exec(decision.lines[(decision.block.fields[0]?.line ?? 1) - 1] ?? "")?.[0] ?? ""
    return [{ _tag: "insert", after, texts: [`${margin}${decision.adapter.keys[side]}: ${value}`] }]
  },
  "front-matter": (decision, side, references, existing) => {
    const { adapter, block, lines } = decision
    const [reference] = references
    if (reference === undefined) return undefined
    if (adapter.keys[side] === "relations") return addRelation(decision, reference)
    if (existing !== undefined) {
      return isEmpty(existing, lines) ? fill(existing, `${adapter.keys[side]}: ${yamlText(reference)}`) : undefined
    }
    return [{ _tag: "insert", after: block.insert_after, texts: [`${adapter.keys[side]}: ${yamlText(reference)}`] }]
  },
  "yaml-list": (decision, side, references, existing) => {
    const { adapter, block, lines } = decision
    const items = references.map((reference) => `  - ${JSON.stringify(reference)}`)
    if (existing === undefined) {
      const after = lastOf(block, ["replaces", "see-also", "status"]) ?? block.insert_after
      return [{ _tag: "insert", after, texts: [`${adapter.keys[side]}:`, ...items] }]
    }
    if (isEmpty(existing, lines)) return fill(existing, [`${adapter.keys[side]}:`, ...items].join("\n"))
    const last = lines[existing.end_line - 1] ?? ""
    const indent = /^(\s*)-\s/u.exec(last)?.[1]
    if (indent === undefined) return undefined
    const texts = references.map((reference) => `${indent}- ${JSON.stringify(reference)}`)
    return [{ _tag: "insert", after: existing.end_line, texts }]
  },
  "status-line": (decision, side, references) => {
    const { node, adapter, block, lines } = decision
    const sentences = references.map((reference) => `${adapter.keys[side]} ${reference}`)
    const separated = sentences.flatMap((sentence) => ["", sentence])
    const status = node.status
    const line = status === undefined ? undefined : lines[status.line - 1]
    if (side === "superseded_by" && status !== undefined && line !== undefined && !saysSuperseded(status.normal)) {
      const [first, ...rest] = sentences
      if (line.trim() === status.raw && isStatusAlone(status) && first !== undefined) {
        const change: LineChange = { _tag: "replace", line: status.line, text: line.replace(line.trim(), () => first) }
        return rest.length === 0
          ? [change]
          : [{ ...change, text: [change.text, ...rest.flatMap((text) => ["", text])].join("\n") }]
      }
      return undefined
    }
    return [{ _tag: "insert", after: block.insert_after, texts: separated }]
  },
  "status": (decision, side, references, existing) => {
    const { node, adapter, lines } = decision
    const status = node.status
    // Front matter may have a key of its own for it, which the form leaves empty.
    const key = existing === undefined ? undefined : /^([\w-]+):/u.exec(lines[existing.line - 1] ?? "")?.[1]
    if (existing !== undefined && key !== undefined && isEmpty(existing, lines)) {
      const word = replaceStatus(decision, adapter.obligation.replaced_status ?? "superseded")
      const filled = fill(existing, `${key}: ${yamlText(references.join(", "))}`)
      return saysSuperseded(status?.normal ?? "") ? filled : word === undefined ? undefined : [...filled, word]
    }
    if (status === undefined || existing !== undefined || saysSuperseded(status.normal)) return undefined
    // What else stands there would go along with the status.
    if (!isStatusAlone(status)) return undefined
    const value = `${adapter.keys[side]} ${references.join(", ")}`
    const line = lines[status.line - 1] ?? ""
    const quote = adapter.id === "madr-front-matter" ? /["']/u.exec(line)?.[0] : undefined
    if (quote !== undefined && /["'\\]/u.test(value)) return undefined
    const quoted = adapter.id === "madr-front-matter" && quote === undefined ? JSON.stringify(value) : value
    const change = replaceOnce(lines, status.line, status.raw, quoted)
    return change === undefined ? undefined : [change]
  },
  "table": (decision, side, references, existing) => {
    const { adapter, block, lines } = decision
    const value = references.join(", ")
    if (isSideways(block)) return undefined
    if (existing !== undefined && !isEmpty(existing, lines)) return appendTo(decision, existing, value)
    if (existing === undefined) {
      const after = lastOf(block, ["supersedes", "status"])
      return after === undefined
        ? undefined
        : [{ _tag: "insert", after, texts: [`| ${adapter.keys[side]} | ${value} |`] }]
    }
    const row = /^(\s*\|?[^|]*\|)(.*?)(\|?\s*)$/u.exec(lines[existing.line - 1] ?? "")
    if (row === null) return undefined
    return [{ _tag: "replace", line: existing.line, text: `${row[1]} ${value} ${row[3]}`.trimEnd() }]
  },
  "prose": () => undefined,
}

/** The headers that come before a field, the nearest last. */
const headerOrder: { readonly [side in Side]: readonly string[] } = {
  supersedes: ["created", "python-version", "post-history", "license", "requires"],
  superseded_by: ["created", "python-version", "post-history", "license", "requires", "replaces"],
}

function lastOf(block: FieldBlock, keys: readonly string[]): number | undefined {
  const ends = block.fields.filter((field) => keys.includes(field.key)).map((field) => field.end_line)
  return ends.length === 0 ? undefined : Math.max(...ends)
}

/** Whether the lines of a field hold its key and nothing that says anything: a comment or a third cell does. */
function isEmpty(field: Field, lines: readonly string[]): boolean {
  if (field.end_line > field.line && field.items.length === 0) return false
  const [first = "", ...rest] = lines.slice(field.line - 1, field.end_line)
  const value = first.replace(/^\s*(?:\|?[^|]*\||[^:|]*:)/u, "").replace(/\|\s*$/u, "")
  return [value, ...rest.map((line) => line.replace(/^\s*-\s/u, ""))].every((text) =>
    nothing.test(text.trim().replace(/^(["'])(.*)\1$/u, "$2").replace(/\s+/gu, ""))
  )
}

/** Writes a field that said nothing; what it said on several lines goes. */
function fill(field: Field, text: string): readonly LineChange[] {
  const changes: LineChange[] = [{ _tag: "replace", line: field.line, text }]
  for (let line = field.line + 1; line <= field.end_line; line++) changes.push({ _tag: "delete", line })
  return changes
}

function appendTo(
  { lines, adapter }: WritableDecision,
  field: Field,
  value: string,
): readonly LineChange[] | undefined {
  const line = lines[field.end_line - 1]
  const last = field.items.at(-1)
  if (line === undefined || !adapter.several) return undefined
  if (last === undefined || nothing.test(last.value)) {
    if (field.items.length > 1 || !isEmpty(field, lines)) return undefined
    const colon = line.indexOf(":")
    if (colon < 0) return undefined
    return [{ _tag: "replace", line: field.line, text: `${line.slice(0, colon)}: ${value}` }]
  }
  const change = replaceOnce(lines, field.end_line, last.value, `${last.value.replace(/,$/u, "")}, ${value}`)
  return change === undefined ? undefined : [change]
}

/** `relations` is a list of mappings: a new one goes on top of it, as deep as those that are there. */
function addRelation({ block, lines, node }: WritableDecision, target: string): readonly LineChange[] | undefined {
  const item = (
    indent: string,
  ): readonly string[] => [`${indent}- type: supersedes`, `${indent}  target: ${yamlText(target)}`]
  const at = lines.findIndex((line, index) => index < block.insert_after && /^relations:/u.test(line))
  if (node.supersedes.length > 0 && at < 0) return undefined
  if (at < 0) return [{ _tag: "insert", after: block.insert_after, texts: ["relations:", ...item("  ")] }]
  if (/^relations:\s*(?:\[\s*\])?\s*$/u.exec(lines[at] ?? "") === null) return undefined
  const indent = /^(\s*)-\s/u.exec(lines[at + 1] ?? "")?.[1]
  if (/\[/u.test(lines[at] ?? "") || indent === undefined) {
    return indent === undefined
      ? [{ _tag: "replace", line: at + 1, text: ["relations:", ...item("  ")].join("\n") }]
      : undefined
  }
  return [{ _tag: "insert", after: at + 1, texts: item(indent) }]
}

/** A YAML scalar: plain where that is unmistakable. */
function yamlText(text: string): string {
  return /^[A-Za-z0-9./_][A-Za-z0-9./_ -]*$/u.test(text) && !/^[\d.]+$|\s$/u.test(text) ? text : JSON.stringify(text)
}

/** Writes another status, in the case of the old one; `undefined` where a note or a date was said of the old one. */
export function replaceStatus(decision: WritableDecision, word: string): LineChange | undefined {
  const status = decision.node.status
  return status === undefined || !isStatusAlone(status) ? undefined : writeStatus(decision, word)
}

/** Spells the words of the status right, in their own case; notes behind them stay. `undefined` for a status that is a link. */
export function writeStatus({ node, lines, adapter, block }: WritableDecision, word: string): LineChange | undefined {
  const status = node.status
  if (status === undefined || /[[\]<>]/u.test(status.raw)) return undefined
  const plain = status.raw.replace(/^[*_`~"']+/u, "")
  if (!plain.toLowerCase().startsWith(status.normal)) return undefined
  const old = plain.slice(0, status.normal.length)
  const field = block.fields.find((candidate) => candidate.key === "status" && candidate.items.length > 0)
  const at = field?.items[0]?.line
  if (at === undefined) return undefined
  const written = old === old.toLowerCase()
    ? word.toLowerCase()
    : old === old.toUpperCase()
    ? word.toUpperCase()
    : word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()
  const text = lines[at - 1] ?? ""
  // The key may hold the same letters ("Status: Status quo"): the value is looked for behind it.
  const start = adapter.id === "adr" && !text.startsWith("#") ? 0 : Math.max(0, text.search(/[:|]/u))
  const found = text.indexOf(old, start)
  return found < 0 ? undefined : {
    _tag: "replace",
    line: at,
    text: text.slice(0, found) + written + text.slice(found + old.length),
  }
}

/** A decision ready to be written to. */
export function writable(node: DecisionNode): WritableDecision | undefined {
  const adapter = adapterOf(node.adapter)
  return adapter === undefined ? undefined : { node, adapter, block: node.block, lines: node.text.split(/\r?\n/u) }
}
