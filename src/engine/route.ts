import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { type MemoryDimension, memoryDimension } from "../core/capture/memory_dimension.ts"
import type { Config } from "../core/schema/config.ts"
import type { TaggedFinding } from "../core/schema/diff_result.ts"
import { completeReport, type Report, undated } from "../core/schema/report.ts"
import { parseStatus } from "../core/schema/status.ts"
import { revisedFinding, secretInRevision } from "../core/selection/revision.ts"
import type { Decision, Selection } from "../core/selection/selection.ts"
import { applyFinding, type ApplyRun } from "./apply_plan.ts"
import { dirtyFiles } from "./dirty_files.ts"
import type { FileServices } from "./durable_file.ts"
import type { Git } from "./git.ts"
import { makePlanner, type Planner, type PlanOptions } from "./plan_finding.ts"
import { type Routed, unchanged, waived, waiverStatus, withStatus } from "./routed_finding.ts"

/**
 * Routing could not begin; nothing was written. What fails for one finding is that finding's outcome instead.
 *
 * @example
 * ```ts
 * import { RouteFailed } from "@retro/cli"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(
 *   new RouteFailed({ problem: 'no finding of the report has the id "R009"' }).message,
 *   'Cannot route the selected findings, nothing was written: no finding of the report has the id "R009"',
 * )
 * ```
 */
export class RouteFailed extends Data.Error<{ readonly problem: string }> {
  /** Tells the error from others, as for `Effect.catchTag`. */
  readonly _tag = "RouteFailed"
  /** What a log calls the error. */
  override readonly name = "RouteFailed"
  /** What failed, why, and the next step. */
  override get message(): string {
    return `Cannot route the selected findings, nothing was written: ${this.problem}`
  }
}

/** Where and how to route. */
export interface RouteOptions {
  /** The folder that the paths of edits are relative to; nothing outside it is written. */
  readonly root: string
  /** Also edits files with uncommitted changes. */
  readonly allowDirty?: boolean
  /** Writes nothing, leaves every status as it is, and says what would be done. */
  readonly dryRun?: boolean
  /** What `.retro.yaml` says of memories and proposals; absent: nothing. */
  readonly config?: Config
  /** Where the report is kept, relative to the root, for what refers to it; absent: nowhere. */
  readonly reportFile?: string
}

/** How findings of a report are planned. */
export function planOptions(report: Pick<Report, "date">, options: RouteOptions): PlanOptions {
  const { root, config = {}, reportFile } = options
  return { root, config, date: report.date, ...(reportFile === undefined ? {} : { report: reportFile }) }
}

/**
 * The fourth stage: does what the user selected, finding by finding in the order of the report, and gives the report
 * with the new statuses and one outcome a decision. A finding is applied wholly or not at all: by its edits, by a memory
 * that its payload captures, or by the stub of a proposal. What nobody can write mechanically is handed off as text and
 * stays open; what fails stays as it was, says why, and the others go on. What is not selected, and `show`, changes nothing.
 *
 * Fails with {@link RouteFailed} only before it has written anything.
 *
 * @example
 * ```ts
 * import { completeReport, gitLayer, hostLayer, route } from "@retro/cli"
 * import * as Effect from "effect/Effect"
 * import * as FileSystem from "effect/FileSystem"
 * import * as Layer from "effect/Layer"
 * import { deepStrictEqual } from "node:assert/strict"
 * const report = completeReport({
 *   run_mode: "fresh", baseline: null, resolved: [], unverified: [], id_max: 1, warnings: [],
 *   findings: [{
 *     id: "R001", tag: "NEW", pass: "link-integrity", locator: "a.md", verdict: "DEAD", severity: "Low",
 *     what: "links to b.md, which is now c.md", route: "direct-fix", proposed_action: "link to c.md",
 *     edits: [{ path: "a.md", find: "(b.md)", replace: "(c.md)" }],
 *   }],
 * })
 * const program = Effect.gen(function* () {
 *   const fs = yield* FileSystem.FileSystem
 *   const root = yield* fs.makeTempDirectoryScoped()
 *   yield* fs.writeFileString(`${root}/a.md`, "See [b](b.md).\n")
 *   const routed = yield* route(report, [{ _tag: "apply", id: "R001" }], { root })
 *   return [routed.outcomes, yield* fs.readFileString(`${root}/a.md`)]
 * })
 * const machine = gitLayer().pipe(Layer.provideMerge(hostLayer))
 * deepStrictEqual(await Effect.runPromise(program.pipe(Effect.scoped, Effect.provide(machine))), [
 *   [{ id: "R001", files: ["a.md"], result: "applied", message: "Edited a.md" }],
 *   "See [b](c.md).\n",
 * ])
 * ```
 */
export const route: (
  report: Report,
  selection: Selection,
  options: RouteOptions,
) => Effect.Effect<Report, RouteFailed, FileServices | Git> = Effect.fn("route")(
  function* (report, selection, options) {
    const decisions = new Map(
      selection.filter((decision) => decision._tag !== "show").map((decision) => [decision.id, decision]),
    )
    yield* checkSelection(report, decisions)
    const applied = report.findings.flatMap((finding) => {
      const decision = decisions.get(finding.id)
      return decision?._tag === "apply" ? [revisedFinding(finding, decision.revised)] : []
    })
    yield* checkDate(report, applied)
    const plan = makePlanner(planOptions(report, options))
    const { root, dryRun = false } = options
    const dirty = options.allowDirty === true
      ? new Set<string>()
      : yield* dirtyFiles(yield* touchedFiles(applied, plan), root).pipe(
        Effect.mapError((error) => new RouteFailed({ problem: error.message })),
      )
    const run: ApplyRun = { root, dryRun, plan, dirty, written: new Map(), audits: auditsOf(applied) }
    const findings: TaggedFinding[] = []
    const outcomes = (report.outcomes ?? []).filter(({ id }) => !decisions.has(id))
    for (const finding of report.findings) {
      const decision = decisions.get(finding.id)
      const routed = decision === undefined ? undefined : yield* decide(finding, decision, run)
      findings.push(routed === undefined || dryRun ? finding : routed.finding)
      if (routed !== undefined) outcomes.push(routed.outcome)
    }
    return completeReport({ ...report, findings, outcomes })
  },
)

const checkSelection: (
  report: Report,
  decisions: ReadonlyMap<string, Decision>,
) => Effect.Effect<void, RouteFailed> = Effect.fnUntraced(function* (report, decisions) {
  const ids = new Set(report.findings.map(({ id }) => id))
  for (const decision of decisions.values()) {
    if (!ids.has(decision.id)) {
      return yield* new RouteFailed({ problem: `no finding of the report has the id "${decision.id}"` })
    }
    if (decision._tag === "wont_fix" && parseStatus(waiverStatus(decision))?._tag !== "wont_fix") {
      return yield* new RouteFailed({ problem: `the reason for ${decision.id} is not one line: "${decision.reason}"` })
    }
  }
})

/** Stubs and memories are written with the date of the report. */
function checkDate({ date }: Report, applied: readonly TaggedFinding[]): Effect.Effect<void, RouteFailed> {
  const written = applied.find(({ route, edits = [] }) =>
    (route === "proposal" || route === "capture") && edits.length === 0
  )
  return date !== undated || written === undefined ? Effect.void : Effect.fail(
    new RouteFailed({
      problem: `${written.id} is written with the date of the report, which has none; give it a date`,
    }),
  )
}

/** The files that applying the findings would touch, as far as it is known before the first of them is applied. */
const touchedFiles: (
  findings: readonly TaggedFinding[],
  plan: Planner,
) => Effect.Effect<ReadonlySet<string>, never, FileServices> = Effect.fnUntraced(function* (findings, plan) {
  const names = new Set<string>()
  for (const finding of findings) {
    const planned = yield* plan(finding, new Map())
    for (const { path } of planned._tag === "edits" ? planned.edits : []) names.add(path)
  }
  return names
})

/** From how many selected findings of one check of an audit on it is worth running. */
const manyFindings = 3

function auditsOf(findings: readonly TaggedFinding[]): ReadonlySet<MemoryDimension> {
  const dimensions = findings.filter(({ route }) => route === "memory-audit").map(memoryDimension)
  return new Set(
    dimensions.flatMap((dimension) =>
      dimension !== undefined && dimensions.filter((other) => other === dimension).length >= manyFindings
        ? [dimension]
        : []
    ),
  )
}

function decide(finding: TaggedFinding, decision: Decision, run: ApplyRun): Effect.Effect<Routed, never, FileServices> {
  if (decision._tag === "apply") {
    const secret = secretInRevision(decision.revised)
    if (secret !== undefined) {
      const message = `Cannot apply what was written for ${finding.locator}: ${secret}`
      return Effect.succeed(unchanged(finding, { result: "failed", message }))
    }
    return applyFinding(revisedFinding(finding, decision.revised), decision.place, run).pipe(
      // What was not done is not what the finding says.
      Effect.map((routed) => routed.outcome.result === "failed" ? { ...routed, finding } : routed),
    )
  }
  return Effect.succeed(
    decision._tag === "wont_fix"
      ? waived(finding, decision)
      : withStatus(finding, "skipped", { result: "skipped", message: "Skipped for this run" }),
  )
}
