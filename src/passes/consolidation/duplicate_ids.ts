import { byCodeUnit } from "../../core/code_unit_order.ts"
import type { Corpus } from "../../core/corpus/corpus.ts"
import { baseName, folderOf } from "../../core/corpus/folder_path.ts"
import { createdDay } from "../../core/decision/created_day.ts"
import type { DecisionNode } from "../../core/decision/decision_node.ts"
import { stemOf } from "../../core/decision/decision_path.ts"
import type { Finding } from "../../core/schema/finding.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"
import { excuse, type Guard } from "../guard/guard.ts"
import { shown } from "../outcome/evidence.ts"
import type { Said } from "../outcome/said.ts"
import { titleEvidence } from "./title_evidence.ts"

/** An id that several decisions have: a number of a family, or a version of a subject. */
interface SharedId {
  readonly _tag: "number" | "version"
  /** The number, or slug and version. */
  readonly text: string
}

/** Two decisions of one id: the one that keeps it, and a surplus one. */
interface Duplicate {
  readonly id: SharedId
  readonly keeper: DecisionNode
  readonly surplus: DecisionNode
  /** Words after the number that several of the family's files start with: they tell series apart. */
  readonly series: ReadonlySet<string>
}

/** In how many files of a family a first word must stand to be the name of a series. */
const fewestOfSeries = 3
/** How many of the numbers up to its last one a series has: it counts by itself, and a common word does not. */
const leastOfSeries = 0.75
const repository = /\bgithub\.com\/([\w.-]+\/[\w.-]+)\/(?:pull|issues)\/\d+/gu
const language = /[._-](?:[a-z]{2}(?:[-_][A-Za-z]{2,4})?)$/u

const guards: readonly Guard<Duplicate>[] = [
  {
    why: ({ keeper, surplus }) =>
      `redirection: one of the two only says where the other is, ${target(keeper, surplus)}`,
    fires: ({ keeper, surplus }) => keeper.redirect_to !== undefined || surplus.redirect_to !== undefined,
  },
  {
    why: "template: a form to copy has no number of its own",
    fires: ({ keeper, surplus }) => keeper.template || surplus.template,
  },
  {
    why: "placeholder: 0 stands for a number that is still to be given",
    fires: ({ id, keeper, surplus }) => id._tag === "number" && keeper.number === 0 && surplus.number === 0,
  },
  {
    why: "translation: the names differ in the language only",
    fires: ({ keeper, surplus }) => {
      const [one, two] = [namesOf(keeper), namesOf(surplus)]
      return one.join("/") !== two.join("/") && withoutLanguage(one) === withoutLanguage(two)
    },
  },
  {
    why: ({ keeper }) => `versions: they are versions of one subject, ${keeper.version?.slug ?? ""}`,
    fires: ({ keeper, surplus }) =>
      keeper.version !== undefined && keeper.version.slug === surplus.version?.slug &&
      keeper.version.number !== surplus.version.number,
  },
  {
    why: "two series: their numbers were given by different repositories",
    fires: ({ id, keeper, surplus }) => {
      const [one, two] = [repositoriesOf(keeper), repositoriesOf(surplus)]
      return id._tag === "number" && one.size > 0 && two.size > 0 && ![...one].some((name) => two.has(name))
    },
  },
  {
    why: "two series: the word after the number tells them apart",
    fires: ({ id, keeper, surplus, series }) => {
      const [one, two] = [firstWord(keeper), firstWord(surplus)]
      return id._tag === "number" && one !== two && (series.has(one) || series.has(two))
    },
  },
]

/** Decisions whose id another one of their family has. */
export function duplicateIds(
  pass: string,
  corpus: Corpus,
): Said {
  const findings: Finding[] = []
  const near_misses: NearMiss[] = []
  const series = seriesWords(corpus.decisions)
  for (const { id, nodes } of groups(corpus.decisions)) {
    const [keeper, ...others] = [...nodes].sort(byAge)
    if (keeper === undefined) continue
    for (const surplus of others) {
      const why = excuse(guards, { id, keeper, surplus, series: series.get(surplus.family) ?? new Set() })
      const what = `has the id ${id.text}, as ${keeper.path} has`
      const evidence = [...titleEvidence(surplus), ...titleEvidence(keeper)]
      if (why === undefined) findings.push(findingOf(pass, { id, keeper, surplus }, evidence))
      else near_misses.push({ locator: surplus.path, what, why, evidence })
    }
  }
  return { findings, near_misses }
}

function findingOf(
  pass: string,
  { id, keeper, surplus }: Pick<Duplicate, "id" | "keeper" | "surplus">,
  evidence: NonNullable<Finding["evidence"]>,
): Finding {
  return {
    pass,
    locator: surplus.path,
    verdict: "DUPLICATE-ID",
    severity: "Medium",
    what: `has the id ${id.text}, which is that of ${keeper.path}: a reference to it means either`,
    route: "proposal",
    proposed_action: id._tag === "number"
      ? `give ${surplus.path} the next free number, and correct what names it`
      : `make ${surplus.path} the next version, or take it out`,
    evidence,
    key: shown(`id ${id.text}`),
  }
}

/** The decisions of an id. */
interface Group {
  readonly id: SharedId
  readonly nodes: readonly DecisionNode[]
}

/** Decisions by family, series and number, and by slug and version: more than one of each. */
function groups(decisions: readonly DecisionNode[]): readonly Group[] {
  const byId = new Map<string, { readonly id: SharedId; readonly nodes: DecisionNode[] }>()
  for (const node of decisions) {
    for (const id of idsOf(node)) {
      const key = [node.family, id._tag, id._tag === "number" ? seriesOf(node) : "", id.text].join("\0")
      const group = byId.get(key)
      if (group === undefined) byId.set(key, { id, nodes: [node] })
      else group.nodes.push(node)
    }
  }
  return [...byId.values()].filter(({ nodes }) => nodes.length > 1)
}

function idsOf(node: DecisionNode): readonly SharedId[] {
  const { number, version, path } = node
  return [
    ...(number === undefined || isDated(node) ? [] : [{ _tag: "number", text: String(number) } as const]),
    // A retired version is kept beside the ones in force.
    ...(version === undefined || /(?:^|\/)archive\//u.test(path)
      ? []
      : [{ _tag: "version", text: `${version.slug}@v${version.number}` } as const]),
  ]
}

/** The name that gives the number: that of the file, or of the folder that is the decision. */
function nameOf({ path }: DecisionNode): string {
  return /^(?:readme|index|kep)\.[a-z]+$/iu.test(baseName(path)) ? baseName(folderOf(path)) : baseName(path)
}

/** A date in front is no number. */
function isDated(node: DecisionNode): boolean {
  return /^\d{4}[-_]\d{2}(?:[-_]\d{2})?(?=[-_.])/u.test(nameOf(node))
}

/** What stands in front of the number, but for the words that any convention may put there. */
function seriesOf(node: DecisionNode): string {
  const [, before = ""] = /^(\D*)0*\d/u.exec(nameOf(node)) ?? []
  return before.toLowerCase().split(/[-_ ]+/u).filter((word) => !/^(?:|adr|rfc|pep|bip|eip|erc|kep|madr)$/u.test(word))
    .join("-")
}

/** The first word after the number. */
function firstWord(node: DecisionNode): string {
  return /^\D*\d+[-_ ]+([A-Za-z]+)/u.exec(nameOf(node))?.[1]?.toLowerCase() ?? ""
}

function seriesWords(decisions: readonly DecisionNode[]): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map([...Map.groupBy(decisions, ({ family }) => family)].map(([family, nodes]) => {
    const words = [...Map.groupBy(nodes, firstWord)].filter(([word, ofWord]) => word !== "" && isSeries(ofWord))
    return [family, new Set(words.map(([word]) => word))] as const
  }))
}

function isSeries(nodes: readonly DecisionNode[]): boolean {
  const numbers = new Set(nodes.flatMap(({ number }) => number ?? []))
  return numbers.size >= fewestOfSeries && numbers.size >= leastOfSeries * Math.max(...numbers)
}

/** The repositories whose pull requests or issues the head of a decision links to. */
function repositoriesOf({ block, text }: DecisionNode): ReadonlySet<string> {
  const head = text.split("\n", block.insert_after).join("\n")
  return new Set([...head.matchAll(repository)].map((match) => match[1] ?? ""))
}

/** The names of the folders around a decision, and its own without the extension. */
function namesOf({ path }: DecisionNode): readonly string[] {
  return [...folderOf(path).split("/"), stemOf(path)]
}

function withoutLanguage(names: readonly string[]): string {
  return names.map((name) => name.replace(language, "")).join("/")
}

function target(one: DecisionNode, two: DecisionNode): string {
  return one.redirect_to ?? two.redirect_to ?? ""
}

/** The oldest first; what has no date is the newest. */
function byAge(one: DecisionNode, two: DecisionNode): number {
  return byCodeUnit(createdDay(one) ?? "9", createdDay(two) ?? "9") || byCodeUnit(one.path, two.path)
}
