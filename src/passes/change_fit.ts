import { isInScope } from "../core/corpus/corpus.ts"
import type { Corpus } from "../core/corpus/corpus.ts"
import type { PassResult } from "../core/schema/pass_result.ts"
import { type Change, type ChangeFacts, changeTo } from "./change_fit/change.ts"
import { creep } from "./change_fit/creep.ts"
import { crossings } from "./change_fit/crossings.ts"
import { dangling } from "./change_fit/dangling.ts"
import { duplicates } from "./change_fit/duplicates.ts"
import { goldPlating } from "./change_fit/gold_plating.ts"
import { openEnds, renamesWithoutRedirect, size } from "./change_fit/leftovers.ts"
import type { Pass } from "./pass.ts"
import { lookedAt, notRun } from "./outcome/pass_outcome.ts"
import { allSaid, type Said } from "./outcome/said.ts"
import { isForeign, isSetting, isSource } from "./source/source_file.ts"

/** The id of {@link changeFit}. */
export const changeFitId = "change-fit"

const rules: readonly ((change: Change) => Said)[] = [
  crossings,
  dangling,
  creep,
  goldPlating,
  duplicates,
  openEnds,
  renamesWithoutRedirect,
  size,
]

/** The same where there is no change: it says what the pass reads. */
export const unchanged: Pass = {
  id: changeFitId,
  reads: readsForChanges,
  look: () => notRun(changeFitId, "nothing changed"),
}

/**
 * Whether a change fits what is there: it crosses no boundary, leaves nothing dangling that it took away, keeps to its
 * plan, copies nothing. It is made for one run, of what only that run knows.
 */
export function changeFit(facts: ChangeFacts): Pass {
  return { ...unchanged, look: (corpus) => look(corpus, facts) }
}

/** The files that a change is compared in, besides Markdown. */
function readsForChanges(path: string): boolean {
  return (isSource(path) || isSetting(path)) && !isForeign(path)
}

function look(corpus: Corpus, facts: ChangeFacts): PassResult {
  const inScope = facts.changes.filter(({ path }) => isInScope(corpus, path))
  if (inScope.length === 0) return notRun(changeFitId, "nothing changed")
  const change = changeTo(corpus, facts)
  const touched = new Set(inScope.map(({ path }) => path))
  return lookedAt(changeFitId, {
    scanned: [...corpus.texts.keys()].filter((path) => touched.has(path)),
    ...allSaid(rules.map((rule) => rule(change))),
    missed: corpus.unreadable.filter(({ path }) => touched.has(path)),
  })
}
