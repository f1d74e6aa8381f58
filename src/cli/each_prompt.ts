import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type * as Path from "effect/Path"
import type { Report } from "../core/schema/report.ts"
import type { Decision, Selection } from "../core/selection/selection.ts"
import type { Git } from "../engine/git.ts"
import { makePlanner } from "../engine/plan_finding.ts"
import type { Prompter } from "../engine/prompter.ts"
import { dirtyAmong, previewAll, type Previewing } from "./apply_preview.ts"
import { openAsker } from "./asker.ts"
import { decidedBefore, isOpen } from "./decided_before.ts"
import { askAboutOne, type Asking } from "./one_finding.ts"

type Services = Prompter | Git | FileSystem.FileSystem | Path.Path

/** What was decided, one finding after the other. */
export interface EachDecided {
  readonly selection: Selection
  /** Whether Ctrl-C stopped the asking. */
  readonly isInterrupted: boolean
}

/**
 * Asks about each open finding, in the order of the report, after that was shown: first shows what apply would write,
 * after all that was decided before, then takes a choice. Nothing is written here. The end of the input, `quit` and
 * Ctrl-C stop the asking; what was decided by then holds. It writes only to the standard error.
 */
export const eachPrompt: (
  report: Report,
  options: { readonly previewing: Previewing; readonly today: string },
) => Effect.Effect<EachDecided, never, Services> = Effect.fn("eachPrompt")(
  function* (report, { previewing, today }) {
    const decisions: Decision[] = []
    if (report.findings.length === 0) return { selection: decisions, isInterrupted: false }
    const asker = yield* openAsker
    const open = report.findings.filter(isOpen)
    const dirty = yield* dirtyAmong(yield* previewAll(report, { ...previewing, allowDirty: true }), previewing)
    const known = new Set([...report.findings, ...report.resolved, ...report.unverified].map(({ id }) => id))
    const planner = makePlanner(previewing)
    const asking: Asking = { asker, previewing, planner, today, known, dirty, written: new Map() }
    yield* asker.show(opening(report, open.length))
    const stopped = yield* Effect.gen(function* () {
      for (const [index, finding] of open.entries()) {
        const place = `${finding.id}, ${index + 1} of ${open.length}`
        const warnings = report.warnings.filter((warning) => warning.startsWith(`${finding.id}: `))
        decisions.push(yield* askAboutOne(asking, finding, { place, warnings }))
      }
    }).pipe(
      Effect.as(undefined),
      Effect.catchTag("AskingStopped", Effect.succeed),
    )
    const rest = open.length - decisions.length
    if (stopped !== undefined) {
      yield* asker.show(`\nStopped: ${rest === 1 ? "1 finding stays" : `${rest} findings stay`} open.`)
    }
    return { selection: decisions, isInterrupted: stopped?.by === "interrupt" }
  },
  Effect.scoped,
)

function opening({ findings }: Report, open: number): string {
  const decided = decidedBefore(findings)
  return [
    ...(decided === "" ? [] : [`Decided in an earlier run, not asked again: ${decided}.`]),
    ...(open === 0 ? ["Nothing is left to decide."] : [
      `${open === 1 ? "1 finding" : `${open} findings`} to decide. What you choose is done after the last one.`,
      "q, Ctrl-D and Ctrl-C stop the asking: what was decided by then is done and kept.",
      "? explains the choices.",
    ]),
  ].join("\n")
}
