import { byCodeUnit } from "../code_unit_order.ts"
import type { PathIndex } from "../corpus/path_index.ts"
import type { DecisionAdapter } from "./adapter.ts"
import { adapters } from "./adapters/table.ts"
import type { DecisionFile } from "./decision_file.ts"
import type { DecisionNode, DecisionReference } from "./decision_node.ts"
import { baseName, folderOf, joinPath } from "../corpus/folder_path.ts"
import { isFolderPage, isTemplatePath, numberInName } from "./decision_path.ts"
import { type FieldBlock, type FieldRole, fieldRole, fieldValue } from "./field.ts"
import { redirectTarget } from "./redirect.ts"
import { type IndexedDecision, type ReferenceIndex, referenceIndex } from "./reference_index.ts"
import { resolveReference } from "./resolve_reference.ts"
import { plainText, readStatus } from "./status.ts"
import { relationSentence, writtenReferences } from "./written_reference.ts"

/**
 * Whether a file that is not Markdown may hold a decision, by its name alone.
 *
 * @example
 * ```ts
 * import { isDecisionCandidate } from "@retro/cli/core"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(isDecisionCandidate("peps/pep-0008.rst"), true)
 * strictEqual(isDecisionCandidate("docs/index.rst"), false)
 * ```
 */
export function isDecisionCandidate(path: string): boolean {
  return /^(?:pep-.*\.(?:rst|txt)|.*\.mediawiki|kep\.ya?ml)$/u.test(baseName(path))
}

/** A decision whose references are not resolved yet. */
interface Draft extends IndexedDecision {
  readonly file: DecisionFile
  readonly adapter: DecisionAdapter
  readonly block: FieldBlock
}

/**
 * Every decision among the files, path ascending, with its references resolved. Markdown files come parsed.
 *
 * @example
 * ```ts
 * import { parseMarkdown, pathIndex, readDecisions } from "@retro/cli/core"
 * import { deepStrictEqual } from "node:assert/strict"
 * const path = "doc/adr/0001-use-files.md"
 * const text = "# 1. Use files\n\n## Status\n\nSuperseded by [2. Use rows](0002-use-rows.md)\n"
 * const [node] = readDecisions([{ path, text, document: parseMarkdown(path, text) }], pathIndex([path], []))
 * deepStrictEqual([node?.number, node?.status?.class], [1, "dead"])
 * deepStrictEqual(node?.superseded_by.map((reference) => reference.target._tag), ["dangling"])
 * ```
 */
export function readDecisions(files: readonly DecisionFile[], paths: PathIndex): readonly DecisionNode[] {
  const drafts: Draft[] = []
  const redirects = new Map<string, string>()
  const stubs: DecisionFile[] = []
  for (const file of files) {
    const draft = draftOf(file, paths)
    if (draft !== undefined) drafts.push(draft)
    const to = redirectTarget(file.text)
    const target = to === undefined
      ? undefined
      : joinPath(to.startsWith("/") ? "" : folderOf(file.path), to.replace(/[#?].*$/u, ""))
    if (target === undefined || target === file.path || draft !== undefined && hasOwnStatus(draft)) continue
    redirects.set(file.path, target)
    if (draft === undefined) stubs.push(file)
  }
  drafts.sort((left, right) => byCodeUnit(left.path, right.path))
  const originals = drafts.filter((draft) => !redirects.has(draft.path) && !isTemplate(draft))
  const index = referenceIndex(originals, redirects, paths)
  const byPath = new Map(drafts.map((draft) => [draft.path, draft]))
  const nodes = drafts.map((draft) => nodeOf(draft, index, redirects))
  for (const stub of stubs) {
    const target = byPath.get(index.decisionAt(stub.path) ?? "")
    if (target !== undefined) nodes.push(stubNode(stub, target))
  }
  return nodes.sort((left, right) => byCodeUnit(left.path, right.path))
}

/** A decision that says more than that it moved is no stub. */
function hasOwnStatus({ block }: Draft): boolean {
  const status = fieldValue(block.fields.find((field) => field.key === "status"))
  return status !== "" && readStatus(status, 1).class !== "moved"
}

function draftOf(file: DecisionFile, paths: PathIndex): Draft | undefined {
  const lines = file.document?.lines ?? file.text.split(/\r?\n/u)
  for (const adapter of adapters) {
    const block = adapter.read(file, lines)
    if (block === undefined) continue
    const ownsFolder = adapter.id === "kep" ||
      isFolderPage(file.path) && numberInName(baseName(folderOf(file.path))) !== undefined
    const number = numberOf(file.path, ownsFolder, block, adapter)
    const family = familyOf(file.path, ownsFolder, adapter, paths)
    const version = versionOf({ adapter, block }).version
    return {
      ...(version === undefined ? {} : { alias: `${version.slug}@v${version.number}` }),
      path: file.path,
      family,
      owns_folder: ownsFolder,
      file,
      adapter,
      block,
      ...(number === undefined ? {} : { number }),
    }
  }
  return undefined
}

const innerNumber: ReadonlyMap<string, string> = new Map([["pep", "pep"], ["bip", "bip"], ["eip", "eip"]])
const withoutNumber: ReadonlySet<string> = new Set(["contexture-memory"])

/** The number of the file's name; the one inside only when the name has none. */
function numberOf(path: string, ownsFolder: boolean, block: FieldBlock, adapter: DecisionAdapter): number | undefined {
  if (withoutNumber.has(adapter.id)) return undefined
  const named = numberInName(ownsFolder ? baseName(folderOf(path)) : baseName(path))
  if (named !== undefined) return named
  const inner = fieldValue(block.fields.find((field) => field.key === innerNumber.get(adapter.id)))
  return /^\d{1,6}$/u.test(inner) ? Number(inner) : undefined
}

/** The folder in which numbers are unique. */
function familyOf(path: string, ownsFolder: boolean, adapter: DecisionAdapter, paths: PathIndex): string {
  const folder = folderOf(path)
  if (adapter.id === "contexture-memory") return memoryRoot(folder, paths)
  if (adapter.id !== "kep") return ownsFolder ? folderOf(folder) : folder
  const segments = folder.split("/")
  const root = segments.lastIndexOf("keps")
  return root >= 0 ? segments.slice(0, root + 1).join("/") : folderOf(folderOf(folder))
}

/** Memories belong to the nearest folder above them that has an index. */
function memoryRoot(folder: string, paths: PathIndex): string {
  for (let at = folder; at !== ""; at = folderOf(at)) if (paths.lookup(`${at}/MEMORY.md`) === "file") return at
  return ""
}

function isTemplate(draft: Draft): boolean {
  if (isTemplatePath(draft.path)) return true
  const status = fieldValue(draft.block.fields.find((field) => field.key === "status"))
  // "{proposed | rejected | …}", "[proposed | accepted]", "Proposed | Accepted | Deprecated": the choice is not made.
  return /^[{<].*[}>]$/u.test(status) || /^[^()]*\w\s*\|\s*\w+\s*\|/u.test(plainText(status))
}

function nodeOf(draft: Draft, index: ReferenceIndex, redirects: ReadonlyMap<string, string>): DecisionNode {
  const { path, family, block, file, adapter } = draft
  const statusField = block.fields.find((field) => field.key === "status" && field.items.length > 0)
  const status = statusField === undefined
    ? undefined
    : readStatus(fieldValue(statusField), statusField.items[0]?.line ?? statusField.line)
  const resolve = (value: string, line: number, partly: boolean): readonly DecisionReference[] =>
    writtenReferences(value, line, partly).map((written) => ({
      raw: written.raw,
      line: written.line,
      partial: written.partial,
      target: resolveReference(written, { path, family, adapter: adapter.id }, index),
    }))
  const references = (...[role, partly]: readonly [FieldRole, FieldRole?]): readonly DecisionReference[] =>
    block.fields.flatMap((field) => {
      const own = fieldRole(field.key)
      if (own === undefined) return []
      if (own === role || own === partly) {
        return field.items.flatMap((item) => resolve(item.value, item.line, own === partly))
      }
      // A section "Status" gives its sentences as fields of their own; elsewhere the sentence is the status.
      const sentence = own === "status" && adapter.id !== "adr" ? relationSentence(fieldValue(field)) : undefined
      if (sentence === undefined || sentence.role !== role && sentence.role !== partly) return []
      return resolve(sentence.rest, field.items[0]?.line ?? field.line, sentence.role === partly)
    })
  const value = (role: FieldRole): string => fieldValue(block.fields.find((field) => fieldRole(field.key) === role))
  const redirect = redirects.get(path)
  const target = redirect === undefined ? undefined : index.decisionAt(redirect) ?? redirect
  return {
    path,
    text: file.text,
    block,
    adapter: adapter.id,
    family,
    title: block.title ?? file.document?.headings.find((heading) => heading.level === 1)?.text ?? baseName(path),
    supersedes: references("supersedes", "supersedes-partly"),
    superseded_by: references("superseded-by", "superseded-partly-by"),
    requires: references("requires"),
    related: references("related"),
    contradicts: references("contradicts"),
    pins: adapter.id === "versioned" ? references("pins") : [],
    template: isTemplate(draft),
    ...(draft.number === undefined ? {} : { number: draft.number }),
    ...(status === undefined ? {} : { status }),
    ...versionOf(draft),
    ...(value("created") === "" ? {} : { created: value("created") }),
    ...(value("updated") === "" ? {} : { updated: value("updated") }),
    ...(target === undefined ? {} : { redirect_to: target }),
  }
}

function versionOf({ adapter, block }: Pick<Draft, "adapter" | "block">): Pick<DecisionNode, "version"> {
  if (adapter.id !== "versioned") return {}
  const number = /^v?(\d+)/u.exec(fieldValue(block.fields.find((field) => field.key === "version")))?.[1]
  const slug = fieldValue(block.fields.find((field) => field.key === "slug"))
  return number === undefined || slug === "" ? {} : { version: { slug, number: Number(number) } }
}

function stubNode(file: DecisionFile, target: Draft): DecisionNode {
  const number = numberInName(baseName(file.path))
  return {
    path: file.path,
    text: file.text,
    block: { fields: [], insert_after: 0 },
    adapter: target.adapter.id,
    family: target.family,
    title: baseName(file.path),
    supersedes: [],
    superseded_by: [],
    requires: [],
    related: [],
    contradicts: [],
    pins: [],
    template: false,
    redirect_to: target.path,
    ...(number === undefined ? {} : { number }),
  }
}
