import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type * as Path from "effect/Path"
import * as Result from "effect/Result"
import type { Slot } from "../core/proposal/plan_proposal.ts"
import type { TaggedFinding } from "../core/schema/diff_result.ts"
import type { Report } from "../core/schema/report.ts"
import type { Decision } from "../core/selection/selection.ts"
import { dirtyFiles, FileIsDirty } from "../engine/dirty_files.ts"
import { type FindingPreview, previewFinding } from "../engine/edit_preview.ts"
import type { Git } from "../engine/git.ts"
import { makePlanner, type Planner, type PlanOptions } from "../engine/plan_finding.ts"

/** What a person is shown of a finding before deciding. */
export interface Preview {
  /** What applying it would write, or why it would fail; absent: it writes nothing. */
  readonly text?: string
  /** What applying it comes to. */
  readonly does: "write" | "nothing" | "hand off" | "fail"
  /** The fields of a memory that are to be said first. */
  readonly asks: readonly string[]
  /** Why it would be handed off. */
  readonly why?: string
  /** The new file or row that was chosen for it. */
  readonly place?: string
  /** The number that it would take there. */
  readonly slot?: Slot
  /** The new texts of the files that it would write, by their path. */
  readonly texts: ReadonlyMap<string, string>
}

/** The previews of a report's findings, by their id. */
export type Previews = ReadonlyMap<string, Preview>

type Services = FileSystem.FileSystem | Path.Path

/** How previews are made. */
export interface Previewing extends PlanOptions {
  /** Whether files with uncommitted changes are edited, too. */
  readonly allowDirty: boolean
}

/** What applying each finding of a report would write, each as if it were the only one. */
export const previewAll: (
  report: Report,
  previewing: Previewing,
) => Effect.Effect<Previews, never, Services | Git> = Effect.fn("previewAll")(function* (report, previewing) {
  const planner = makePlanner(previewing)
  const previews = new Map<string, Preview>()
  for (const finding of report.findings) previews.set(finding.id, yield* previewOne(finding, previewing.root, planner))
  const dirty = yield* dirtyAmong(previews, previewing)
  return new Map([...previews].map(([id, preview]) => [id, unlessDirty(preview, dirty)]))
})

/** Which of the files that the previews would write have uncommitted changes, that is, are not written. */
export const dirtyAmong: (
  previews: Previews,
  previewing: Previewing,
) => Effect.Effect<ReadonlySet<string>, never, Services | Git> = Effect.fnUntraced(
  function* (previews, { root, allowDirty }) {
    if (allowDirty) return new Set<string>()
    const names = new Set([...previews.values()].flatMap(({ texts }) => [...texts.keys()]))
    // That git fails is said when something is applied.
    return yield* dirtyFiles(names, root).pipe(Effect.catch(() => Effect.succeed(new Set<string>())))
  },
)

/** A preview, which says so when a file of it is not written because it has uncommitted changes. */
export function unlessDirty(preview: Preview, dirty: ReadonlySet<string>): Preview {
  const path = [...preview.texts.keys()].find((name) => dirty.has(name))
  if (path === undefined) return preview
  const { text = "" } = preview
  return { ...preview, does: "fail", text: `${text}\nbut cannot be applied: ${new FileIsDirty({ path }).message}` }
}

/** What applying a finding would write, after what `written` holds was written. */
export const previewOne: (
  finding: TaggedFinding,
  root: string,
  planner: Planner,
  written?: ReadonlyMap<string, string>,
) => Effect.Effect<Preview, never, Services> = Effect.fnUntraced(function* (finding, root, planner, written) {
  const preview = yield* Effect.result(previewFinding(finding, root, planner, written))
  return Result.isSuccess(preview)
    ? shownOf(preview.success)
    : { ...writesNothing, does: "fail", text: `cannot be applied: ${preview.failure.message}` }
})

const writesNothing = { asks: [], texts: new Map<string, string>() }

function shownOf({ plan, files, texts }: FindingPreview): Preview {
  switch (plan._tag) {
    case "refused":
      return { ...writesNothing, does: "fail", text: `cannot be applied: ${plan.message}` }
    case "found":
      return { ...writesNothing, does: "write", text: `is proposed already, in ${plan.path}` }
    case "edits": {
      if (files.length === 0) {
        return { ...writesNothing, does: "write", text: "has nothing to write, it is done already" }
      }
      return {
        text: `would write:\n${files.map(({ diff }) => diff).join("")}`.trimEnd(),
        does: "write",
        asks: [],
        texts,
        ...(plan.place === undefined ? {} : { place: plan.place }),
        ...(plan.slot === undefined ? {} : { slot: plan.slot }),
      }
    }
    case "hand off": {
      const { asks = [] } = plan
      const why = asks.some((field) => field !== "justification") ? unclassified : plan.why
      return {
        ...writesNothing,
        does: "hand off",
        asks,
        ...(why === undefined ? {} : { why, text: `would be handed off: ${why}` }),
      }
    }
    case "nothing":
      return { ...writesNothing, does: "nothing" }
  }
}

const unclassified =
  "nobody has said yet of what kind and scope the memory is, and when it matters; --prompt each asks for that"

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
