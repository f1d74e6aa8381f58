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

/** Two decisions of one id: the one that keeps it, and a surplus one. */
interface Duplicate {
  /** As it is written, or slug and version. */
  readonly id: string
  readonly keeper: DecisionNode
  readonly surplus: DecisionNode
  /** Words after the number that several of the family's files start with: they tell series apart. */
  readonly series: ReadonlySet<string>
}

/** In how many files of a family a first word must stand to be the name of a series. */
const fewestOfSeries = 3
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
    fires: ({ keeper, surplus }) => keeper.number === 0 && surplus.number === 0,
  },
  {
    why: "translation: the names differ in the language only",
    fires: ({ keeper, surplus }) => {
      const [one, two] = [stemOf(keeper.path), stemOf(surplus.path)]
      return one.replace(language, "") === two || two.replace(language, "") === one ||
        language.test(one) && one.replace(language, "") === two.replace(language, "")
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
    fires: ({ keeper, surplus }) => {
      const [one, two] = [repositoriesOf(keeper), repositoriesOf(surplus)]
      return one.size > 0 && two.size > 0 && ![...one].some((name) => two.has(name))
    },
  },
  {
    why: "two series: the word after the number tells them apart",
    fires: ({ keeper, surplus, series }) => {
      const [one, two] = [firstWord(keeper), firstWord(surplus)]
      return one !== two && (series.has(one) || series.has(two))
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
  for (const nodes of groups(corpus.decisions)) {
    const [keeper, ...others] = [...nodes].sort(byAge)
    if (keeper === undefined) continue
    for (const surplus of others) {
      const id = idOf(surplus)
      const why = excuse(guards, { id, keeper, surplus, series: series.get(surplus.family) ?? new Set() })
      const evidence = [...titleEvidence(surplus), ...titleEvidence(keeper)]
      if (why === undefined) findings.push(findingOf(pass, { id, keeper, surplus }, evidence))
      else near_misses.push({ locator: surplus.path, what: `has the id ${id}, as ${keeper.path} has`, why, evidence })
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
    what: `has the id ${id}, which is that of ${keeper.path}: a reference to it means either`,
    route: "proposal",
    proposed_action: surplus.version === undefined
      ? `give ${surplus.path} the next free number, and correct what names it`
      : `make ${surplus.path} the next version, or take it out`,
    evidence,
    key: shown(`id ${id}`),
  }
}

/** Decisions by family, series and number, and by slug and version: more than one of each. */
function groups(decisions: readonly DecisionNode[]): readonly (readonly DecisionNode[])[] {
  const byId = new Map<string, DecisionNode[]>()
  for (const node of decisions) {
    const keys = [
      ...(node.number === undefined || isDated(node) ? [] : [`${seriesOf(node)}\0${node.number}`]),
      // A retired version is kept beside the ones in force.
      ...(node.version === undefined || /(?:^|\/)archive\//u.test(node.path)
        ? []
        : [`${node.version.slug}@v${node.version.number}`]),
    ]
    for (const key of keys) {
      const group = byId.get(`${node.family}\0${key}`)
      if (group === undefined) byId.set(`${node.family}\0${key}`, [node])
      else if (!group.includes(node)) group.push(node)
    }
  }
  return [...byId.values()].filter((group) => group.length > 1)
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
    const counts = Map.groupBy(nodes, firstWord)
    const words = [...counts].filter(([word, { length }]) => word !== "" && length >= fewestOfSeries).map(([word]) =>
      word
    )
    return [family, new Set(words)] as const
  }))
}

/** The repositories whose pull requests or issues the head of a decision links to. */
function repositoriesOf({ block, text }: DecisionNode): ReadonlySet<string> {
  const head = text.split("\n", block.insert_after).join("\n")
  return new Set([...head.matchAll(repository)].map((match) => match[1] ?? ""))
}

function idOf(node: DecisionNode): string {
  if (node.version !== undefined && node.number === undefined) return `${node.version.slug}@v${node.version.number}`
  return String(node.number ?? "")
}

function target(one: DecisionNode, two: DecisionNode): string {
  return one.redirect_to ?? two.redirect_to ?? ""
}

/** The oldest first; what has no date is the newest. */
function byAge(one: DecisionNode, two: DecisionNode): number {
  return byCodeUnit(createdDay(one) ?? "9", createdDay(two) ?? "9") || byCodeUnit(one.path, two.path)
}
