import type { Edit, Finding } from "../../core/schema/finding.ts"
import { sectionsOf } from "../../core/markdown/section.ts"
import { evidenceOf, shown } from "../outcome/evidence.ts"
import { placeOnLine, textEdits } from "../outcome/text_edits.ts"
import type { Vision } from "./vision.ts"

/** Fewer modules divide nothing; more are no modules but files. */
const [fewestModules, mostModules] = [3, 8]

/** What a vision says of itself and does not keep. */
export function ownCounts(pass: string, vision: Vision): readonly Finding[] {
  return [...moduleLists(pass, vision), ...moduleCount(pass, vision), ...nonGoals(pass, vision)]
}

function moduleLists(pass: string, { document, listed, headed }: Vision): readonly Finding[] {
  if (listed === undefined || headed.length === 0) return []
  const [list, headings] = [listed, headed].map((modules) => modules.map(({ slug }) => slug))
  if (list === undefined || headings === undefined || list.join("\n") === headings.join("\n")) return []
  const unheaded = list.filter((slug) => !headings.includes(slug))
  const unlisted = headings.filter((slug) => !list.includes(slug))
  const differences = [
    ...(unheaded.length === 0 ? [] : [`no heading for ${shown(unheaded.join(", "))}`]),
    ...(unlisted.length === 0 ? [] : [`not in the list: ${shown(unlisted.join(", "))}`]),
  ]
  const difference = differences.length === 0 ? "in another order" : differences.join("; ")
  return [{
    pass,
    locator: document.path,
    verdict: "STALE",
    severity: "Low",
    what: `lists modules in its front matter that are not those of its headings: ${difference}`,
    route: "direct-fix",
    proposed_action: "make the list and the headings the same, in the same order",
    evidence: evidenceOf(document, [...listed, ...headed].map(({ line }) => line)).slice(0, 6),
    key: "modules",
  }]
}

function moduleCount(pass: string, { document, modules }: Vision): readonly Finding[] {
  if (modules.length >= fewestModules && modules.length <= mostModules) return []
  const isFew = modules.length < fewestModules
  return [{
    pass,
    locator: document.path,
    verdict: "STALE",
    severity: "Low",
    what: isFew
      ? `divides the project into fewer than ${fewestModules} modules: that divides nothing`
      : `divides the project into more than ${mostModules} modules: that names its parts, not its division`,
    route: "proposal",
    proposed_action: isFew
      ? "divide the project further, or say that it is one module"
      : "join modules, or divide the vision",
    evidence: evidenceOf(document, modules.map(({ line }) => line)).slice(0, mostModules + 1),
    key: "module count",
  }]
}

function nonGoals(pass: string, { document }: Vision): readonly Finding[] {
  const { front_matter: front, blocks } = document
  const section = sectionsOf(document).find(({ heading }) => /^non-?\s?goals\W*$/iu.test(heading.text))
  const said = front._tag === "mapping" ? front.values["non_goals_count"] : undefined
  const line = front._tag === "mapping" ? front.lines["non_goals_count"] : undefined
  if (section === undefined || typeof said !== "number" || line === undefined) return []
  const lists = blocks.lists.filter((list) =>
    list.depth === 1 && list.line > section.line && list.end_line <= section.end_line
  )
  const count = lists.reduce((sum, { items }) => sum + items.length, 0)
  if (count === said) return []
  const number = placeOnLine(document, line, String(said), "non_goals_count:".length)
  const edits: readonly Edit[] | undefined = number === undefined
    ? undefined
    : textEdits(document, [{ ...number, to: String(count) }])
  return [{
    pass,
    locator: document.path,
    verdict: "STALE",
    severity: "Low",
    what: `says in non_goals_count how many non-goals it has, and its section "${
      shown(section.heading.text)
    }" has another number of them`,
    route: "direct-fix",
    proposed_action: `change non_goals_count to ${count}`,
    evidence: evidenceOf(document, [line, section.line]),
    key: "non_goals_count",
    ...(edits === undefined ? {} : { edits }),
  }]
}
