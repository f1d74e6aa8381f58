import { memoryKinds, memoryTypes, relationTypes } from "../../core/capture/capture_payload.ts"
import type { Corpus } from "../../core/corpus/corpus.ts"
import { slugOf } from "../../core/corpus/slug.ts"
import { stemOf } from "../../core/decision/decision_path.ts"
import { fieldOf, itemsOf } from "../../core/foreign/foreign_value.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { evidenceOf, shown } from "../outcome/evidence.ts"
import { isRecap, type MemoryGroup, memoryGroups } from "./memory_group.ts"
import { isIdentifier } from "./own_name.ts"
import { firstTextLine } from "./organ_problems.ts"
import { gap, type Problem, stale } from "./problem.ts"
import { isFilled, mappingOf, scalarsOf } from "./scalar.ts"

const required = ["name", "description", "type", "scope", "relevance"] as const
/** So many memories, all without a field, are of another kind. */
const fewest = 3
/** This share of the others makes what they do a convention. */
const share = 0.8

/** The words that a field may be; a map of code is delivered among memories. */
const words: { readonly [field: string]: readonly string[] } = {
  type: [...memoryTypes, "codemap"],
  kind: [...memoryKinds, "codemap"],
}
const relevance = /^(?:always|on-demand|(?:when|during)-[^\s,]+)$/iu
const audit = { route: "memory-audit" } as const

/** What is wrong with the front matter of memories, by path. */
export function memoryProblems(corpus: Corpus): ReadonlyMap<string, readonly Problem[]> {
  return new Map(
    memoryGroups(corpus).flatMap((group) => [
      ...group.memories.map((memory) => [memory.path, problemsOf(group, memory)] as const),
      ...bareProblems(group),
    ]),
  )
}

function problemsOf(group: MemoryGroup, memory: MarkdownDocument): readonly Problem[] {
  return [
    ...missingFields(group, memory),
    ...wrongWords(memory),
    ...wrongRelevance(memory),
    ...wrongRelations(memory),
    ...wrongName(group, memory),
  ]
}

function missingFields({ memories }: MemoryGroup, memory: MarkdownDocument): readonly Problem[] {
  const front = mappingOf(memory)
  return required.filter((field) => !isFilled(front?.values[field]) && !(field === "relevance" && isRecap(memory)))
    .map((field) => {
      const line = front?.lines[field]
      const isNowhere = memories.length >= fewest &&
        memories.every((other) => !isFilled(mappingOf(other)?.values[field]))
      return {
        ...gap,
        ...audit,
        key: field,
        what: `the memory has no "${field}"${line === undefined ? "" : ": it is empty"}`,
        proposed_action: `give it a "${field}"`,
        evidence: evidenceOf(memory, [line ?? 1]),
        ...(isNowhere ? { excuse: `another kind: none of the memories beside it has a "${field}"` } : {}),
      }
    })
}

function wrongWords(memory: MarkdownDocument): readonly Problem[] {
  const front = mappingOf(memory)
  return Object.entries(words).flatMap(([field, known]) =>
    scalarsOf(front?.values[field]).filter((word) => word.trim() !== "" && !known.includes(word.trim())).slice(0, 1)
      .map((word) => ({
        ...stale,
        ...audit,
        key: field,
        what: `"${field}" is "${shown(word)}"; that of a memory is one of ${known.join(", ")}`,
        proposed_action: `change "${field}" to one of ${known.join(", ")}`,
        evidence: evidenceOf(memory, [front?.lines[field] ?? 1], word),
      }))
  )
}

function wrongRelevance(memory: MarkdownDocument): readonly Problem[] {
  const front = mappingOf(memory)
  const wrong = itemsOf(front?.values["relevance"]).flatMap((item) => typeof item === "string" ? [item.trim()] : [])
    .find((item) => item !== "" && !relevance.test(item))
  return wrong === undefined ? [] : [{
    ...stale,
    ...audit,
    key: "relevance",
    what: `"relevance" is "${shown(wrong)}"; that of a memory is always, on-demand, when-… or during-…`,
    proposed_action: 'say when it matters: change "relevance" to always, on-demand, when-… or during-…',
    evidence: evidenceOf(memory, [front?.lines["relevance"] ?? 1], wrong),
  }]
}

function wrongRelations(memory: MarkdownDocument): readonly Problem[] {
  const front = mappingOf(memory)
  const relations = front?.values["relations"]
  if (!isFilled(relations)) return []
  const from = front?.lines["relations"] ?? 1
  const problem = (key: string, what: string, line: number): Problem => ({
    ...stale,
    ...audit,
    key,
    what,
    proposed_action: `write each relation as a "type" (${relationTypes.join(", ")}) and a "target"`,
    evidence: evidenceOf(memory, [line]),
  })
  if (!Array.isArray(relations)) return [problem("relations", '"relations" is no list', from)]
  return relations.flatMap((relation) => {
    const type = fieldOf(relation, "type")
    const word = typeof type === "string" ? type.trim() : ""
    if (word === "") return [problem("relations", 'a relation has no "type"', from)]
    if (relationTypes.some((known) => known === word.replaceAll("-", "_"))) return []
    const line = memory.lines.findIndex((text, index) => index >= from && text.includes(word)) + 1
    return [
      problem(
        `relations ${shown(word)}`,
        `a relation is "${shown(word)}"; that of a memory is one of ${relationTypes.join(", ")}`,
        line === 0 ? from : line,
      ),
    ]
  })
}

/** A memory's file is named after it where the others' are; a title need not be the whole name of its file. */
function wrongName({ memories }: MemoryGroup, memory: MarkdownDocument): readonly Problem[] {
  const front = mappingOf(memory)
  const [name = ""] = scalarsOf(front?.values["name"])
  const stem = stemOf(memory.path)
  if (name.trim() === "" || isRecap(memory) || hasItsName(memory)) return []
  const others = memories.filter((other) => other !== memory && !isRecap(other))
  const isNamed = others.filter(hasItsName).length >= share * others.length
  const wordsOf = (text: string): readonly string[] => slugOf(text).split("-")
  const isFar = isIdentifier(name) || others.length > 0 && !wordsOf(name).some((word) => wordsOf(stem).includes(word))
  return !isNamed || !isFar ? [] : [{
    ...stale,
    ...audit,
    key: "name",
    what: `the memory is named "${shown(name)}", and its file "${shown(stem)}"`,
    proposed_action: `change "name" to "${shown(stem)}", or rename the file`,
    evidence: evidenceOf(memory, [front?.lines["name"] ?? 1], name),
  }]
}

/** Whether the file of a memory is named after it; the second one of a name has a number behind it. */
function hasItsName(memory: MarkdownDocument): boolean {
  const [name = ""] = scalarsOf(mappingOf(memory)?.values["name"])
  const stem = slugOf(stemOf(memory.path))
  return [stem, stem.replace(/-\d+$/u, "")].includes(slugOf(name))
}

function bareProblems({ memories, bare }: MemoryGroup): readonly (readonly [string, readonly Problem[]])[] {
  const others = memories.length + bare.length - 1
  if (memories.length < fewest || memories.length < share * others) return []
  return bare.map((document) => [document.path, [{
    ...gap,
    ...audit,
    key: "front matter",
    what: "there is no front matter, and the memories beside it have one",
    proposed_action: `give it the fields of a memory: ${required.join(", ")}`,
    evidence: evidenceOf(document, [firstTextLine(document)]),
  }]])
}
