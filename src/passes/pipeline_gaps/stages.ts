import type { Finding } from "../../core/schema/finding.ts"
import type { PipelineStage } from "../../core/schema/settings/pipeline_gaps.ts"
import { artefactName } from "../prose/artefact_path.ts"
import { evidenceOf, shown } from "../outcome/evidence.ts"
import { type ArtefactPlace, meets, type PipelineOrgan, projectPath } from "./organ_texts.ts"

const pass = "pipeline-gaps"

/** The chain that is looked for where the configuration gives none. */
export const defaultStages: readonly PipelineStage[] = [
  { name: "envision", writes: ".claude/visions/*/v*.md" },
  { name: "spec", writes: ".claude/specs/*/v*.md" },
  { name: "draft-plan", writes: ".claude/plans/*/v*.md" },
  { name: "blueprint" },
  { name: "execute" },
  { name: "close-out" },
]

/** What the stages of a pipeline are compared to. */
export interface StageView {
  readonly organs: ReadonlyMap<string, PipelineOrgan>
  readonly places: readonly ArtefactPlace[]
  readonly isInScope: (path: string) => boolean
}

/** Stages without an organ, organs that do not say what their stage writes or reads, and reads that no stage writes. */
export function stageGaps(stages: readonly PipelineStage[], view: StageView): readonly Finding[] {
  return stages.flatMap((stage, index): readonly Finding[] => {
    const organ = organOf(stage, view)
    if (organ === undefined) return missingStage(stages, index, view)
    if (!view.isInScope(organ.path)) return []
    const own = view.places.filter((place) => place.organ === organ)
    return [
      ...unsaidOutput(stage, organ, own),
      ...unsaidReads(stage, organ, own),
      ...danglingReads(stages, index, organ),
    ]
  })
}

function organOf({ name, organ = name }: PipelineStage, { organs }: StageView): PipelineOrgan | undefined {
  return organs.get(organ)
}

/** Told of the nearest stage that is there, before it or else behind it. */
function missingStage(stages: readonly PipelineStage[], index: number, view: StageView): readonly Finding[] {
  const stage = stages[index]
  const before = stages.slice(0, index).reverse()
  const beside = [...before, ...stages.slice(index + 1)].map((other) => organOf(other, view))
  const neighbour = beside.find((organ) => organ !== undefined)
  if (stage === undefined || neighbour === undefined || !view.isInScope(neighbour.path)) return []
  const wanted = shown(stage.organ ?? stage.name)
  const isBefore = before.some((other) => organOf(other, view) === neighbour)
  return [gap(neighbour, {
    what: `the stage "${shown(stage.name)}" ${isBefore ? "after" : "before"} it has no organ: ` +
      `there is no skill, agent or command "${wanted}"`,
    proposed_action: `write the skill "${wanted}", or take the stage out of the pipeline`,
    key: `stage ${shown(stage.name)}`,
  })]
}

function unsaidOutput(
  { name, writes }: PipelineStage,
  organ: PipelineOrgan,
  own: readonly ArtefactPlace[],
): readonly Finding[] {
  if (writes === undefined || own.some(({ path, use }) => use === "writes" && meets(path, patternOf(writes)))) return []
  return [gap(organ, {
    what: `the stage "${shown(name)}" writes ${shown(writes)}, and nothing in it says so`,
    proposed_action: `say in ${organ.path} that it writes ${shown(writes)}`,
    key: `writes ${shown(writes)}`,
  })]
}

function unsaidReads(
  { name, reads = [] }: PipelineStage,
  organ: PipelineOrgan,
  own: readonly ArtefactPlace[],
): readonly Finding[] {
  return reads.filter((read) => !own.some(({ path }) => meets(path, patternOf(read)))).map((read) =>
    gap(organ, {
      what: `the stage "${shown(name)}" reads ${shown(read)}, and nothing in it says so`,
      proposed_action: `say in ${organ.path} that it reads ${shown(read)}`,
      key: `reads ${shown(read)}`,
    })
  )
}

function danglingReads(stages: readonly PipelineStage[], index: number, organ: PipelineOrgan): readonly Finding[] {
  const stage = stages[index]
  const before = stages.slice(0, index)
  return (stage?.reads ?? []).filter((read) =>
    !before.some(({ writes }) => writes !== undefined && meets(patternOf(writes), patternOf(read)))
  ).map((read) => ({
    ...gap(organ, {
      what: `the stage "${shown(stage?.name ?? "")}" reads ${shown(read)}, which no stage before it writes`,
      proposed_action: `name the stage that writes ${shown(read)}, or take it out of what this one reads`,
      key: `dangling ${shown(read)}`,
    }),
    verdict: "DANGLING-READ",
  }))
}

/** A glob of the configuration as a pattern: `**` says no more than `*`. */
function patternOf(glob: string): string {
  return projectPath(artefactName(glob))
}

function gap(organ: PipelineOrgan, said: Pick<Finding, "what" | "proposed_action" | "key">): Finding {
  const document = organ.documents.find(({ path }) => path === organ.path)
  const heading = document?.headings[0]?.line
  const front = document?.front_matter._tag === "mapping" ? document.front_matter.lines["description"] : undefined
  return {
    pass,
    locator: organ.path,
    verdict: "GAP",
    severity: "Medium",
    route: "proposal",
    structural: true,
    evidence: document === undefined ? [] : evidenceOf(document, [heading ?? front ?? 1]),
    ...said,
  }
}
