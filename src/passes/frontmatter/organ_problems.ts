import type { Corpus } from "../../core/corpus/corpus.ts"
import { nodesOf } from "../../core/corpus/corpus_node.ts"
import { baseName, folderOf } from "../../core/corpus/folder_path.ts"
import { slugOf } from "../../core/corpus/slug.ts"
import type { NodeKind } from "../../core/corpus/node_kind.ts"
import { stemOf } from "../../core/decision/decision_path.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { evidenceOf, shown } from "../outcome/evidence.ts"
import { placeOnLine, textEdits } from "../outcome/text_edits.ts"
import { isIdentifier } from "./own_name.ts"
import { gap, type Problem, stale } from "./problem.ts"
import { isFilled, mappingOf } from "./scalar.ts"

/** So many files of a folder, and this share of them, make what they do a convention. */
const fewest = 4
const share = 0.8

/** What most files of a folder may do. */
type Habit = "front matter" | "name" | "description" | "one name"

const habits: Readonly<Record<Habit, (document: MarkdownDocument) => boolean>> = {
  "front matter": ({ front_matter }) => front_matter._tag === "mapping",
  name: (document) => isFilled(mappingOf(document)?.values["name"]),
  description: (document) => isFilled(mappingOf(document)?.values["description"]),
  "one name": (document) => mappingOf(document)?.values["name"] === stemOf(document.path),
}

/** Agents and commands of one folder: what nearly all of them do, the others are expected to do. */
interface Siblings {
  readonly kind: NodeKind
  readonly documents: readonly MarkdownDocument[]
  /** How many of them do it. */
  readonly doing: ReadonlyMap<Habit, number>
}

const habitNames: readonly Habit[] = ["front matter", "name", "description", "one name"]

/** What is wrong with the front matter of skills, agents and commands, by path. */
export function organProblems(corpus: Corpus): ReadonlyMap<string, readonly Problem[]> {
  const documents = new Map(corpus.documents.map((document) => [document.path, document]))
  const problems = new Map<string, readonly Problem[]>()
  const siblings = new Map<string, { kind: NodeKind; documents: MarkdownDocument[] }>()
  const skills: MarkdownDocument[] = []
  for (const { path, kind } of nodesOf(corpus)) {
    const document = documents.get(path)
    if (document === undefined) continue
    if (kind === "skill") skills.push(document)
    if (kind !== "agent" && kind !== "command") continue
    const key = `${kind} ${folderOf(path)}`
    const group = siblings.get(key) ?? { kind, documents: [] }
    group.documents.push(document)
    siblings.set(key, group)
  }
  for (const { kind, documents } of siblings.values()) {
    const doing = new Map(
      habitNames.map((habit) => [habit, documents.filter((document) => habits[habit](document)).length] as const),
    )
    const group = { kind, documents, doing }
    for (const document of group.documents) problems.set(document.path, siblingProblems(group, document))
  }
  const bySet = Map.groupBy(skills, ({ path }) => folderOf(folderOf(path)))
  for (const set of bySet.values()) {
    const none = set.length > 1 && set.every(({ front_matter }) => front_matter._tag === "absent")
    for (const document of set) problems.set(document.path, skillProblems(document, none))
  }
  return problems
}

/** A skill is found by its description, and called by a name that is its folder's. */
function skillProblems(document: MarkdownDocument, noneHas: boolean): readonly Problem[] {
  const front = document.front_matter
  if (front._tag === "invalid") return []
  if (front._tag === "absent") {
    return [{
      ...gap,
      severity: "Medium",
      key: "front matter",
      what: "the skill has no front matter: nothing says its name and when to use it",
      proposed_action: 'put "name" and "description" between two lines of "---" at its start',
      evidence: evidenceOf(document, [firstTextLine(document)]),
      ...(noneHas ? { excuse: "another kind: none of the skills beside it has front matter" } : {}),
    }]
  }
  const folder = baseName(folderOf(document.path))
  const name = front.values["name"]
  const problems: Problem[] = []
  for (const [key, severity] of [["name", "Low"], ["description", "Medium"]] as const) {
    if (isFilled(front.values[key])) continue
    problems.push(missing(document, key, `the skill has no "${key}"`, severity))
  }
  if (typeof name === "string" && isFilled(name) && folder !== "" && name !== folder) {
    const line = front.lines["name"] ?? 1
    const place = placeOnLine(document, line, name, "name:".length)
    const edits = place === undefined ? undefined : textEdits(document, [{ ...place, to: folder }])
    problems.push({
      ...stale,
      key: "name",
      what: `the skill is named "${shown(name)}", and its folder "${folder}"`,
      proposed_action: `change "name" to "${folder}", or rename the folder`,
      evidence: evidenceOf(document, [line], name),
      ...(edits === undefined ? {} : { edits }),
      ...(`/${folderOf(document.path)}`.endsWith(`/${name}`)
        ? { excuse: "qualified: its name is the end of its path, with the folder around it" }
        : {}),
    })
  }
  return problems
}

function siblingProblems(siblings: Siblings, document: MarkdownDocument): readonly Problem[] {
  const { kind } = siblings
  const front = document.front_matter
  if (front._tag === "invalid") return []
  if (front._tag === "absent") {
    return !isConvention(siblings, document, "front matter") ? [] : [{
      ...gap,
      key: "front matter",
      what: `the ${kind} has no front matter, and the others of its folder have one`,
      proposed_action: 'give it the keys that the others have, between two lines of "---" at its start',
      evidence: evidenceOf(document, [firstTextLine(document)]),
    }]
  }
  const problems: Problem[] = []
  for (const key of ["name", "description"] as const) {
    if (isFilled(front.values[key]) || !isConvention(siblings, document, key)) continue
    problems.push(missing(document, key, `the ${kind} has no "${key}", and the others of its folder have one`))
  }
  const name = front.values["name"]
  const stem = stemOf(document.path)
  if (typeof name === "string" && isFilled(name) && name !== stem && isExpectedName(siblings, document, name, stem)) {
    const others = siblings.documents.length > 1 ? "; the others of its folder have one name" : ""
    problems.push({
      ...stale,
      key: "name",
      what: `the ${kind} is named "${shown(name)}", and its file "${stem}"${others}`,
      proposed_action: `change "name" to "${stem}", or rename the file`,
      evidence: evidenceOf(document, [front.lines["name"] ?? 1], name),
    })
  }
  return problems
}

/** Whether nearly all the others of a folder do something. */
function isConvention(siblings: Siblings, document: MarkdownDocument, habit: Habit): boolean {
  return othersDoing(siblings, document, habit) >= fewest && isKept(siblings, document, habit)
}

function isKept(siblings: Siblings, document: MarkdownDocument, habit: Habit): boolean {
  return othersDoing(siblings, document, habit) >= share * (siblings.documents.length - 1)
}

function othersDoing({ doing }: Siblings, document: MarkdownDocument, habit: Habit): number {
  return (doing.get(habit) ?? 0) - (habits[habit](document) ? 1 : 0)
}

/** A file has the name of what is in it, unless that is a title, or its neighbours do without. */
function isExpectedName(siblings: Siblings, document: MarkdownDocument, name: string, stem: string): boolean {
  if (isConvention(siblings, document, "one name")) return true
  return isIdentifier(name) && slugOf(name) !== slugOf(stem.replace(/\.[a-z]+$/u, "")) &&
    isKept(siblings, document, "one name")
}

function missing(document: MarkdownDocument, key: string, what: string, severity: "Low" | "Medium" = "Low"): Problem {
  const line = mappingOf(document)?.lines[key]
  return {
    ...gap,
    severity,
    key,
    what: line === undefined ? what : `${what}: it is empty`,
    proposed_action: `give it a "${key}"`,
    evidence: evidenceOf(document, [line ?? 1]),
  }
}

/** Where a front matter would be put. */
export function firstTextLine(document: MarkdownDocument): number {
  return Math.max(0, document.lines.findIndex((line) => line.trim() !== "")) + 1
}
