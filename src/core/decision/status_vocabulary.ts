import { distance } from "fastest-levenshtein"
import { adapterOf } from "./adapters/table.ts"
import type { DecisionNode, DecisionStatus } from "./decision_node.ts"
import { readStatus } from "./status.ts"

/** What statuses most conventions share: what a misspelt one may mean where no list is declared. */
const common = ["accepted", "active", "adopted", "approved", "deferred", "deprecated", "draft", "final", "implemented"]
  .concat(["proposed", "provisional", "rejected", "replaced", "retired", "superseded", "withdrawn"])
/** A value that so many decisions of a family have is a word of theirs. */
const established = 3
/** A misspelling is at most so many letters off. */
const farthest = 2

/** A status that no list knows, and the one legal value that it nearly is. */
export interface InvalidStatus {
  readonly correction?: string
  /** Whether the convention declares its statuses. */
  readonly declared: boolean
}

/** The decisions whose status is not in the vocabulary of their convention or family, by path. */
export function invalidStatuses(nodes: readonly DecisionNode[]): ReadonlyMap<string, InvalidStatus> {
  const counts = new Map<string, number>()
  for (const { adapter, family, status } of nodes) {
    if (status === undefined) continue
    const key = `${adapter}\0${family}\0${status.normal}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const invalid = new Map<string, InvalidStatus>()
  for (const { path, adapter, family, status } of nodes) {
    if (status === undefined || status.normal === "") continue
    const declared = adapterOf(adapter)?.vocabulary
    const isKnown = declared === undefined
      ? status.class !== "unknown" || (counts.get(`${adapter}\0${family}\0${status.normal}`) ?? 0) >= established
      : declared.includes(status.normal)
    if (isKnown) continue
    const correction = nearest(declared ?? common, status.normal)
    invalid.set(path, {
      declared: declared !== undefined,
      ...(correction === undefined ? {} : { correction }),
    })
  }
  return invalid
}

/** The one word that is nearest to a text and near enough. */
function nearest(words: readonly string[], text: string): string | undefined {
  const distances = words.map((word): [string, number] => [word, distance(word, text)])
  const least = Math.min(...distances.map(([, letters]) => letters))
  const [only, ...others] = distances.filter(([, letters]) => letters === least)
  return least <= farthest && others.length === 0 ? only?.[0] : undefined
}

/** A status as it will read once it is spelt right. */
export function correctedStatus(status: DecisionStatus, invalid: InvalidStatus | undefined): DecisionStatus {
  return invalid?.correction === undefined
    ? status
    : { ...readStatus(invalid.correction, status.line), raw: status.raw }
}
