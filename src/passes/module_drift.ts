import type { Corpus, UnreadableFile } from "../core/corpus/corpus.ts"
import type { PassResult } from "../core/schema/pass_result.ts"
import { activePlans, featureFiles } from "./feature/feature_chain.ts"
import { planSteps } from "./feature/plan_step.ts"
import { boundaries } from "./module_drift/boundaries.ts"
import { plans } from "./module_drift/plans.ts"
import { type ModuleFacts, moduleOf, readsForModules } from "./modules/module_facts.ts"
import type { Pass } from "./pass.ts"
import { lookedAt } from "./outcome/pass_outcome.ts"
import { allSaid } from "./outcome/said.ts"

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
    ...allSaid(said),
    missed: [
      ...corpus.unreadable.filter(({ path }) => moduleOf(facts.modules, path) !== undefined),
      ...missedOfPlans(corpus, facts),
    ],
  })
}

/** What is not known of the plans that name a file of the modules: what they say, and what was done for them. */
function missedOfPlans(corpus: Corpus, { modules, commits_unknown: why }: ModuleFacts): readonly UnreadableFile[] {
  const plans = featureFiles(corpus).filter(({ kind, document }) =>
    kind === "plan" && planSteps(document).some(({ files }) => files.some((path) => moduleOf(modules, path)))
  )
  return [
    ...plans.flatMap(({ path, document: { front_matter: block } }) =>
      block._tag === "invalid" ? [{ path, why: `its front matter, line ${block.line}: ${block.problem}` }] : []
    ),
    ...(why !== undefined && activePlans(plans).length > 0
      ? [{ path: "the commits since the plan was made", why }]
      : []),
  ]
}
