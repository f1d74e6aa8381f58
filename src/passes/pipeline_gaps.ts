import { type Corpus, isInScope } from "../core/corpus/corpus.ts"
import { nodeKindOf } from "../core/corpus/node_kind.ts"
import { settingsOf } from "../core/schema/pass_settings.ts"
import type { PassResult } from "../core/schema/pass_result.ts"
import type { PipelineStage } from "../core/schema/settings/pipeline_gaps.ts"
import { isClosedFolder } from "./outcome/not_read.ts"
import type { Pass } from "./pass.ts"
import { lookedAt, notRun } from "./outcome/pass_outcome.ts"
import { artefactGaps } from "./pipeline_gaps/artefacts.ts"
import { artefactPlaces, type PipelineOrgan, pipelineOrgans } from "./pipeline_gaps/organ_texts.ts"
import { defaultStages, stageGaps } from "./pipeline_gaps/stages.ts"

const id = "pipeline-gaps"

/**
 * Stages of a pipeline that nothing runs, and files that organs write for nobody, read from nobody, or both write. It
 * reads prose, so it runs only when asked for.
 */
export const pipelineGaps: Pass = { id, opt_in: true, look }

function look(corpus: Corpus): PassResult {
  const organs = pipelineOrgans(corpus)
  const missed = corpus.unreadable.filter((file) => isClosedFolder(corpus, file) || isOrgan(file.path))
  if (organs.length === 0 && missed.length === 0) return notRun(id, "no skills, commands or agents")
  const places = organs.flatMap(artefactPlaces)
  const isHere = (path: string): boolean => isInScope(corpus, path)
  const byName = new Map(organs.map((organ) => [organ.name, organ]))
  const stages = stageGaps(stagesOf(corpus, byName), { organs: byName, places, isInScope: isHere })
  const artefacts = artefactGaps({ places, paths: corpus.paths, texts: corpus.texts, isInScope: isHere })
  return lookedAt(id, {
    scanned: organs.map(({ path }) => path).filter(isHere),
    findings: [...stages, ...artefacts.findings],
    near_misses: artefacts.near_misses,
    missed,
  })
}

/** The default chain is somebody's who has at least half of it. */
function stagesOf(corpus: Corpus, organs: ReadonlyMap<string, PipelineOrgan>): readonly PipelineStage[] {
  const { stages } = settingsOf(corpus.config.passes?.["pipeline-gaps"])
  if (stages !== undefined) return stages
  const there = defaultStages.filter(({ name }) => organs.has(name))
  return there.length * 2 >= defaultStages.length ? defaultStages : []
}

function isOrgan(path: string): boolean {
  return ["skill", "command", "agent"].includes(nodeKindOf(path) ?? "")
}
