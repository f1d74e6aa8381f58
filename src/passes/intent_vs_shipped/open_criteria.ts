import { plainText } from "../../core/decision/status.ts"
import type { Finding } from "../../core/schema/finding.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"
import { evidenceAt } from "../decision_integrity/candidate.ts"
import { evidenceOf, shown } from "../outcome/evidence.ts"
import { excuse, type Guard, wherever } from "../guard/guard.ts"
import { setApart } from "../guard/set_apart.ts"
import type { Judged } from "./criteria.ts"
import type { RuleOutcome } from "./rule_outcome.ts"
import { isShipped } from "./shipped_status.ts"

/** A criterion whose box is not checked. */
interface OpenCriterion {
  readonly judged: Judged
  readonly text: string
  /** Families whose criteria have a checked box somewhere. */
  readonly checking: ReadonlySet<string>
}

const later =
  /\(v\d+\)|~~|\b(?:optional(?:ly)?|nice[- ]to[- ]have|stretch(?: goal)?|deferred|descoped|dropped|follow-?up|out of scope|future|n\/a|won['’]t (?:do|fix)|v\d+ only|in v\d+|for v\d+)\b/iu
const mostNamed = 3

const guards: readonly Guard<OpenCriterion>[] = [
  wherever(({ judged }) => setApart(judged.node.path)),
  {
    why: ({ judged }) =>
      `in force: "${shown(judged.node.status?.raw ?? "")}" says that it is decided, not that it is built`,
    fires: ({ judged }) => !isShipped(judged),
  },
  { why: "later: the criterion itself says that it may be left out", fires: ({ text }) => later.test(text) },
  {
    why: "unused boxes: none is checked here or in its neighbours",
    fires: ({ judged, checking }) => !checking.has(judged.node.family),
  },
]

/** Decisions that say that they shipped, and have criteria whose box is open. */
export function openCriteria(pass: string, judged: readonly Judged[]): RuleOutcome {
  const checking = new Set(
    judged.filter(({ boxes }) => boxes.some(({ task }) => task === "done")).map(({ node }) => node.family),
  )
  const findings: Finding[] = []
  const near_misses: NearMiss[] = []
  for (const one of judged) {
    const open = one.boxes.filter(({ task }) => task === "open").map(({ line, text }) => ({
      line,
      text: plainText(text).replace(/\s+/gu, " ").trim(),
      why: excuse(guards, { judged: one, text, checking }),
    }))
    for (const [why, criteria] of Map.groupBy(open, (criterion) => criterion.why)) {
      const evidence = evidenceOf(one.document, criteria.map(({ line }) => line))
      const texts = criteria.map(({ text }) => text)
      if (why === undefined) findings.push(findingOf(pass, one, texts, evidence))
      else {
        near_misses.push({
          locator: one.node.path,
          what: `has criteria that are not checked: "${shown(texts[0] ?? "")}"`,
          why,
          evidence,
        })
      }
    }
  }
  return { scanned: judged.map(({ node }) => node.path), findings, near_misses }
}

function findingOf(
  pass: string,
  { node }: Judged,
  criteria: readonly string[],
  evidence: NonNullable<Finding["evidence"]>,
): Finding {
  const more = criteria.length > mostNamed ? "; and the others that are open" : ""
  return {
    pass,
    locator: node.path,
    verdict: "DRIFTED",
    severity: "Medium",
    what: `is ${node.status?.normal ?? "in force"}, and has criteria that are not checked: "${
      shown(criteria[0] ?? "")
    }"`,
    route: "proposal",
    proposed_action: `amendment: ${criteria.slice(0, mostNamed).join("; ")}${more}`,
    evidence: [...evidence, ...evidenceAt(node, node.status?.line)],
    key: "open criteria",
  }
}
