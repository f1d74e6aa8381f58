import { byCodeUnit } from "../../core/code_unit_order.ts"
import type { DecisionNode } from "../../core/decision/decision_node.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"
import { subjectWords } from "../prose/words.ts"
import { shown } from "../outcome/evidence.ts"
import { titleEvidence } from "./title_evidence.ts"

/** From which share of common words on two titles are alike, and how many words a title needs to say anything. */
const [alike, fewestWords] = [0.6, 3]
/** A word of so many titles tells none of them apart. */
const mostHolders = 100

/** Open decisions whose title a live one nearly has: whether it overtook them, only a reader can say. */
export function similarTitles(
  open: readonly DecisionNode[],
  live: readonly DecisionNode[],
  isRelated: (open: DecisionNode, live: DecisionNode) => boolean,
): readonly NearMiss[] {
  const titles = new Map([...open, ...live].map((node) => [node, subjectWords(node.title.replace(/\d+/gu, " "))]))
  const holders = new Map<string, DecisionNode[]>()
  for (const node of live) {
    for (const word of titles.get(node) ?? []) {
      const known = holders.get(word)
      if (known === undefined) holders.set(word, [node])
      else known.push(node)
    }
  }
  return open.flatMap((node): readonly NearMiss[] => {
    const words = titles.get(node) ?? new Set()
    if (words.size < fewestWords) return []
    const shared = new Map<DecisionNode, number>()
    for (const word of words) {
      const known = holders.get(word) ?? []
      if (known.length > mostHolders) continue
      for (const other of known) shared.set(other, (shared.get(other) ?? 0) + 1)
    }
    const [best] = [...shared].map(([other, count]) => {
      const size = titles.get(other)?.size ?? 0
      return { other, size, score: count / (words.size + size - count) }
    }).filter(({ other, size, score }) =>
      size >= fewestWords && score >= alike && other.family === node.family && !isRelated(node, other)
    ).sort((left, right) => right.score - left.score || byCodeUnit(left.other.path, right.other.path))
    if (best === undefined) return []
    return [{
      locator: node.path,
      what: `is open, and ${best.other.path}, which is in force, has nearly its title: "${shown(best.other.title)}"`,
      why: "titles alone: whether that one overtook it, only a reader can say",
      evidence: [...titleEvidence(node), ...titleEvidence(best.other)],
    }]
  })
}
