import type { Corpus } from "../core/corpus/corpus.ts"
import type { PassResult } from "../core/schema/pass_result.ts"
import { boundaries } from "./module_drift/boundaries.ts"
import { plans } from "./module_drift/plans.ts"
import { type ModuleFacts, moduleOf, readsForModules } from "./module_facts.ts"
import type { Pass } from "./pass.ts"
import { lookedAt } from "./pass_outcome.ts"

/** The id of {@link moduleDrift}. */
export const moduleDriftId = "module-drift"

/** Whether modules are what their plan says, and keep to the boundaries of the architecture. Made for one run. */
export function moduleDrift(facts: ModuleFacts): Pass {
  return { id: moduleDriftId, reads: readsForModules, look: (corpus) => look(corpus, facts) }
}

function look(corpus: Corpus, facts: ModuleFacts): PassResult {
  const said = [plans(corpus, facts), boundaries(corpus, facts)]
  return lookedAt(moduleDriftId, {
    scanned: [...corpus.texts.keys()].filter((path) => moduleOf(facts.modules, path) !== undefined),
    findings: said.flatMap(({ findings }) => findings),
    near_misses: said.flatMap(({ near_misses }) => near_misses),
    missed: corpus.unreadable.filter(({ path }) => moduleOf(facts.modules, path) !== undefined),
  })
}
