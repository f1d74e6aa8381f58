import type { Corpus } from "../core/corpus/corpus.ts"
import type { PassResult } from "../core/schema/pass_result.ts"
import { cycles } from "./integration_fit/cycles.ts"
import { imports } from "./integration_fit/imports.ts"
import { seams } from "./integration_fit/seams.ts"
import { type ModuleFacts, moduleFiles, moduleOf, readsForModules } from "./modules/module_facts.ts"
import type { Pass } from "./pass.ts"
import { lookedAt, notRun } from "./outcome/pass_outcome.ts"
import { allSaid } from "./outcome/said.ts"
import { moduleGraph } from "./source/module_graph.ts"

/** The id of {@link integrationFit}. */
export const integrationFitId = "integration-fit"

/** Whether modules that were just built fit each other: imports, exports, cycles. Made for one run. */
export function integrationFit(facts: ModuleFacts): Pass {
  return { id: integrationFitId, reads: readsForModules, look: (corpus) => look(corpus, facts) }
}

function look(corpus: Corpus, facts: ModuleFacts): PassResult {
  const files = moduleFiles(corpus, facts.modules)
  const missed = corpus.unreadable.filter(({ path }) => moduleOf(facts.modules, path) !== undefined)
  if (files.length === 0 && missed.length === 0) {
    return notRun(integrationFitId, "no TypeScript or JavaScript in these modules")
  }
  const graph = moduleGraph(corpus, facts.read)
  const unread = files.filter(({ path }) => graph.module(path) === undefined)
    .map(({ path }) => ({ path, why: "it is not in the language that its name says" }))
  const said = [
    imports(graph, files),
    seams(corpus, graph, files, facts),
    cycles(graph, files),
  ]
  return lookedAt(integrationFitId, {
    scanned: files.map(({ path }) => path),
    ...allSaid(said),
    missed: [...missed, ...unread],
  })
}
