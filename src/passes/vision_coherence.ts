import { type Corpus, isInScope, type UnreadableFile } from "../core/corpus/corpus.ts"
import { nodeKindOf } from "../core/corpus/node_kind.ts"
import type { PassResult } from "../core/schema/pass_result.ts"
import { isClosedFolder } from "./outcome/not_read.ts"
import type { Pass } from "./pass.ts"
import { lookedAt, notRun } from "./outcome/pass_outcome.ts"
import { allSaid } from "./outcome/said.ts"
import { organsOf } from "./vision_coherence/organ.ts"
import { ownCounts } from "./vision_coherence/own_counts.ts"
import { unservedModules } from "./vision_coherence/unserved.ts"
import { untracedClusters } from "./vision_coherence/untraced.ts"
import { visionsOf } from "./vision_coherence/vision.ts"

const id = "vision-coherence"

/** Whether what the vision divides the project into is there, and what is there belongs to it. */
export const visionCoherence: Pass = { id, look }

function look(corpus: Corpus): PassResult {
  const visions = visionsOf(corpus)
  const missed = corpus.unreadable.filter((file) => isClosedFolder(corpus, file) || isPartner(file))
  if (visions.length === 0) {
    return notRun(id, "no vision in force that states modules, such as .claude/visions/default/v1.md")
  }
  const organs = organsOf(corpus)
  const inScope = visions.filter(({ document }) => isInScope(corpus, document.path))
  const outcomes = [
    { findings: inScope.flatMap((vision) => ownCounts(id, vision)), near_misses: [] },
    unservedModules(id, corpus, inScope),
    untracedClusters(id, corpus, visions, organs),
  ]
  const looked = [...visions.map(({ document }) => document.path), ...organs.map(({ path }) => path)]
  return lookedAt(id, {
    scanned: looked.filter((path) => isInScope(corpus, path)),
    ...allSaid(outcomes),
    missed,
  })
}

/** Whatever was not read may have been the organ that serves a module, or what says what it is for. */
function isPartner({ path }: UnreadableFile): boolean {
  const kind = nodeKindOf(path)
  return kind !== undefined && kind !== "doc"
}
