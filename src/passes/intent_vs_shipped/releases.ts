import { createdDay } from "../../core/decision/created_day.ts"
import type { DecisionNode } from "../../core/decision/decision_node.ts"
import type { YamlValue } from "../../core/markdown/front_matter.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import type { Finding } from "../../core/schema/finding.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"
import { evidenceOf } from "../outcome/evidence.ts"
import { excuse, type Guard } from "../guard/guard.ts"
import { saysShipped } from "./shipped_status.ts"
import type { RuleOutcome } from "./rule_outcome.ts"

/** The fields that say when something was released, and in what. */
const releaseFields = ["release-date", "release-versions"] as const

/** A released decision that does not say when. */
interface Unreleased {
  readonly node: DecisionNode
  /** When the first decision was started that says in which release it is; `undefined`: none does. */
  readonly since: string | undefined
}

const guards: readonly Guard<Unreleased>[] = [
  { why: "convention: none of its neighbours fills these fields", fires: ({ since }) => since === undefined },
  {
    why: ({ since }) => `before the process: it was started before ${since ?? ""}, and the fields came later`,
    fires: ({ node, since }) => since !== undefined && startOf(node) < since,
  },
]

/** Released decisions of a convention that has fields for the release, and that leave them empty. */
export function releases(
  pass: string,
  decisions: readonly DecisionNode[],
  documents: ReadonlyMap<string, MarkdownDocument>,
): RuleOutcome {
  const findings: Finding[] = []
  const near_misses: NearMiss[] = []
  const released = decisions.filter((node) =>
    node.adapter === "frontmatter-rfc" && !node.template && node.redirect_to === undefined && saysShipped(node)
  )
  for (const family of Map.groupBy(released, (node) => node.family).values()) {
    const judged = family.flatMap((node) => {
      const document = documents.get(node.path)
      return document === undefined ? [] : [{ node, document, missing: missingFields(document) }]
    })
    const complete = judged.filter(({ missing }) => missing.length === 0).map(({ node }) => startOf(node)).sort()
    for (const { node, document, missing } of judged) {
      if (missing.length === 0) continue
      const status = node.status?.normal ?? "released"
      const what = `is ${status}, and its ${missing.join(" and ")} ${missing.length === 1 ? "is" : "are"} empty`
      const front = document.front_matter
      const evidence = evidenceOf(document, [
        node.status?.line ?? 1,
        ...missing.flatMap((field) => front._tag === "mapping" ? front.lines[field] ?? [] : []),
      ])
      const why = excuse(guards, { node, since: complete[0] })
      if (why !== undefined) near_misses.push({ locator: node.path, what, why, evidence })
      else {
        findings.push({
          pass,
          locator: node.path,
          verdict: "DRIFTED",
          severity: "Low",
          what,
          route: "proposal",
          proposed_action: `amendment: say in ${missing.join(" and ")} what shipped it`,
          evidence,
          key: "release",
        })
      }
    }
  }
  return { scanned: released.map(({ path }) => path), findings, near_misses }
}

function missingFields({ front_matter: front }: MarkdownDocument): readonly string[] {
  return front._tag !== "mapping" ? [] : releaseFields.filter((field) => !isFilled(front.values[field]))
}

function isFilled(value: YamlValue | undefined): boolean {
  if (value === undefined || value === null || value === "") return false
  if (Array.isArray(value)) return value.some(isFilled)
  return typeof value !== "object" || Object.values(value).some(isFilled)
}

/** The day on which it was started, as far as it says so; what has no date is older than all. */
function startOf(node: DecisionNode): string {
  return createdDay(node) ?? ""
}
