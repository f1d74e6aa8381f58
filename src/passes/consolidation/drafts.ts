import type { Corpus } from "../../core/corpus/corpus.ts"
import { dayNumber } from "../../core/day_number.ts"
import type { DecisionNode } from "../../core/decision/decision_node.ts"
import { settingsOf } from "../../core/schema/pass_settings.ts"
import type { Finding } from "../../core/schema/finding.ts"
import { nothing, type Said } from "../outcome/said.ts"
import { titleEvidence } from "./title_evidence.ts"

/** For how many days a draft may stay as it is; `undefined`: for ever. */
export function draftDays({ config }: Pick<Corpus, "config">): number | undefined {
  return settingsOf(config.passes?.consolidation).draft_days
}

/** Drafts that nobody touched for longer than the configuration allows. */
export function oldDrafts(
  pass: string,
  { history, today }: Pick<Corpus, "history" | "today">,
  drafts: readonly DecisionNode[],
  days: number,
): Said {
  if (history === undefined) {
    const [first] = drafts
    if (first === undefined) return nothing
    const what = `is ${first.status?.normal ?? "open"}, and may be old`
    const why = "no history: without commits, nobody knows when a draft was touched"
    return { findings: [], near_misses: [{ locator: first.path, what, why }] }
  }
  const findings = drafts.flatMap((draft): readonly Finding[] => {
    const last = history.last_change.get(draft.path)
    if (last === undefined || dayNumber(today) - dayNumber(last) <= days) return []
    return [{
      pass,
      locator: draft.path,
      verdict: "STALE",
      severity: "Low",
      what: `is ${draft.status?.normal ?? "open"}, and no commit touched it since ${last}`,
      route: "none",
      proposed_action: "",
      evidence: titleEvidence(draft),
      key: "old draft",
    }]
  })
  return { findings, near_misses: [] }
}
