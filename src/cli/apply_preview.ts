import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type * as Path from "effect/Path"
import * as Result from "effect/Result"
import type { Slot } from "../core/proposal/plan_proposal.ts"
import type { TaggedFinding } from "../core/schema/diff_result.ts"
import type { Report } from "../core/schema/report.ts"
import type { Decision } from "../core/selection/selection.ts"
import { previewFinding } from "../engine/edit_preview.ts"
import { makePlanner, type Planner, type PlanOptions } from "../engine/plan_finding.ts"

/** What a person is shown of a finding before deciding. */
export interface Preview {
  /** What applying it would write, or why it would fail; absent: it writes nothing. */
  readonly text?: string
  /** The new file or row that was chosen for it. */
  readonly place?: string
  /** The number that it would take there. */
  readonly slot?: Slot
}

/** The previews of a report's findings, by their id. */
export type Previews = ReadonlyMap<string, Preview>

type Services = FileSystem.FileSystem | Path.Path

/** What applying each finding of a report would write, each as if it were the only one. */
export const previewAll: (
  report: Report,
  planning: PlanOptions,
) => Effect.Effect<Previews, never, Services> = Effect.fn("previewAll")(function* (report, planning) {
  const planner = makePlanner(planning)
  const previews = new Map<string, Preview>()
  for (const finding of report.findings) previews.set(finding.id, yield* previewOne(finding, planning.root, planner))
  return previews
})

const previewOne: (
  finding: TaggedFinding,
  root: string,
  planner: Planner,
) => Effect.Effect<Preview, never, Services> = Effect.fnUntraced(function* (finding, root, planner) {
  const preview = yield* Effect.result(previewFinding(finding, root, planner))
  if (Result.isFailure(preview)) return { text: `cannot be applied: ${preview.failure.message}` }
  const { plan, files } = preview.success
  switch (plan._tag) {
    case "refused":
      return { text: `cannot be applied: ${plan.message}` }
    case "found":
      return { text: `is proposed already, in ${plan.path}` }
    case "edits": {
      if (files.length === 0) return { text: "has nothing to write, it is done already" }
      const text = `would write:\n${files.map(({ diff }) => diff).join("")}`.trimEnd()
      return {
        text,
        ...(plan.place === undefined ? {} : { place: plan.place }),
        ...(plan.slot === undefined ? {} : { slot: plan.slot }),
      }
    }
    case "hand off":
      return plan.why === undefined ? {} : { text: `would be handed off: ${plan.why}` }
    case "nothing":
      return {}
  }
})

/** What is to be known when several findings would take the next place of one folder. */
export const takeTurns =
  "Several of these would take the same new place: what is selected together takes the next ones, in the order of the ids."

/** Whether two findings would take the same number or name: each preview stands alone. */
export function sharesPlace(previews: Previews): boolean {
  const places = [...previews.values()].flatMap(({ place, slot }) =>
    place === undefined ? [] : [slot === undefined ? place : `${slot.folder}/${slot.number}`]
  )
  return new Set(places).size < places.length
}

/** A decision with what was shown of it. */
export function confirmed(decision: Decision, previews: Previews): Decision {
  const place = previews.get(decision.id)?.place
  return decision._tag === "apply" && place !== undefined ? { ...decision, place } : decision
}
