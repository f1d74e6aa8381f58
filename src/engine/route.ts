import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { applyEdits, type EditConflict } from "../core/edit/apply_edits.ts"
import type { TaggedFinding } from "../core/schema/diff_result.ts"
import type { Edit, Route } from "../core/schema/finding.ts"
import { completeReport, type Report } from "../core/schema/report.ts"
import type { RouteOutcome } from "../core/schema/route_outcome.ts"
import { formatStatus, parseStatus } from "../core/schema/status.ts"
import type { Decision, Selection } from "../core/selection/selection.ts"
import type { FileServices } from "./durable_file.ts"
import { type EditFile, type EditRefused, readEditFile, readEditFiles } from "./edit_file.ts"
import { type FileChange, writeFiles } from "./edit_writer.ts"
import { Git, type GitFailed } from "./git.ts"
import { handOffText } from "./hand_off.ts"
import { refuseCapture } from "./refuse_capture.ts"

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
}

/** What a decision did to one finding. */
interface Routed {
  readonly finding: TaggedFinding
  readonly outcome: RouteOutcome
}

interface RouteRun extends RouteOptions {
  /** Files with uncommitted changes when the routing began. */
  readonly dirty: ReadonlySet<string>
  /** What a dry run would have written so far. */
  readonly planned: Map<string, string>
}

type Target = (finding: TaggedFinding, run: RouteRun) => Effect.Effect<Routed, never, FileServices>

/** What applying a finding does, by its route. */
const targets: { readonly [route in Route]: Target } = {
  "capture": editOrHandOff,
  "memory-audit": editOrHandOff,
  "proposal": editOrHandOff,
  "direct-fix": editOrHandOff,
  "none": inform,
}

/**
 * The fourth stage: does what the user selected, finding by finding in the order of the report, and gives the report
 * with the new statuses and one outcome a decision. A finding with edits is applied wholly or not at all; one without
 * is handed off as text and stays open; one that fails stays as it was, says why, and the others go on. What is not
 * selected, and `show`, changes nothing.
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
    const dirty = options.allowDirty === true
      ? new Set<string>()
      : yield* dirtyFiles(report.findings.filter(({ id }) => decisions.get(id)?._tag === "apply"), options.root)
    const run: RouteRun = { ...options, dirty, planned: new Map() }
    const findings: TaggedFinding[] = []
    const outcomes = (report.outcomes ?? []).filter(({ id }) => !decisions.has(id))
    for (const finding of report.findings) {
      const decision = decisions.get(finding.id)
      const routed = decision === undefined ? undefined : yield* decide(finding, decision, run)
      findings.push(routed === undefined || options.dryRun === true ? finding : routed.finding)
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
    if (decision._tag === "wont_fix" && parseStatus(statusOf(decision))?._tag !== "wont_fix") {
      return yield* new RouteFailed({ problem: `the reason for ${decision.id} is not one line: "${decision.reason}"` })
    }
  }
})

/** The files that applying the findings may edit and that have uncommitted changes. Without a repository: none. */
const dirtyFiles: (
  findings: readonly TaggedFinding[],
  root: string,
) => Effect.Effect<ReadonlySet<string>, RouteFailed, FileServices | Git> = Effect.fnUntraced(
  function* (findings, root) {
    const names = new Set(findings.flatMap(({ edits = [] }) => edits.map(({ path }) => path)))
    const files = new Map<string, EditFile>()
    for (const name of names) {
      // What may not be edited is said when its finding is applied.
      const located = yield* Effect.result(readEditFile(root, name))
      if (Result.isSuccess(located)) files.set(located.success.path, located.success)
    }
    if (files.size === 0) return new Set<string>()
    return yield* changedByUser(files, root).pipe(
      Effect.mapError((error) => new RouteFailed({ problem: error.message })),
    )
  },
)

const changedByUser: (
  files: ReadonlyMap<string, EditFile>,
  root: string,
) => Effect.Effect<ReadonlySet<string>, GitFailed, Git> = Effect.fnUntraced(function* (files, root) {
  const git = yield* Git
  if ((yield* git.repository(root)) === undefined) return new Set<string>()
  const changed = new Set<string>()
  for (const path of yield* git.dirty(root, [...files.keys()])) {
    // A file to create in an ignored folder is no one's change; one that the user has deleted is.
    const isNew = files.get(path)?.present === undefined && (yield* git.ignores(root, path))
    if (!isNew) changed.add(path)
  }
  return changed
})

function decide(finding: TaggedFinding, decision: Decision, run: RouteRun): Effect.Effect<Routed, never, FileServices> {
  const refused = decision._tag === "apply" ? refuseCapture(finding) : undefined
  if (refused !== undefined) return Effect.succeed({ finding, outcome: refused })
  if (decision._tag === "apply") return targets[finding.route](finding, run)
  if (decision._tag !== "wont_fix") {
    return Effect.succeed(withStatus(finding, "skipped", { result: "skipped", message: "Skipped for this run" }))
  }
  const until = decision.until === undefined ? "" : `, until ${decision.until}`
  return Effect.succeed({
    finding: { ...finding, tag: "WONT_FIX", status: statusOf(decision) },
    outcome: {
      id: finding.id,
      result: "wont_fix",
      message: `Won't fix${until}: ${decision.reason}`,
      files: [],
    },
  })
}

function statusOf({ reason, until }: { readonly reason: string; readonly until?: string }): string {
  return formatStatus({ _tag: "wont_fix", reason, ...(until === undefined ? {} : { until }) })
}

type Said = Pick<RouteOutcome, "result" | "message"> & Partial<RouteOutcome>

/** A finding with a new status; a won't-fix is thereby cleared, and the finding counts as carried again. */
function withStatus(finding: TaggedFinding, status: "open" | "applied" | "skipped", said: Said): Routed {
  const tag = finding.tag === "WONT_FIX" ? "CARRIED" : finding.tag
  return { finding: { ...finding, tag, status }, outcome: { id: finding.id, files: [], ...said } }
}

/** A finding that stays as it is. */
function unchanged(finding: TaggedFinding, said: Said): Routed {
  return { finding, outcome: { id: finding.id, files: [], ...said } }
}

function inform(finding: TaggedFinding): Effect.Effect<Routed> {
  return Effect.succeed(
    unchanged(finding, { result: "informational", message: "For information, there is nothing to apply" }),
  )
}

function editOrHandOff(finding: TaggedFinding, run: RouteRun): Effect.Effect<Routed, never, FileServices> {
  const { edits } = finding
  return edits === undefined || edits.length === 0 ? Effect.succeed(handOff(finding)) : edit(finding, edits, run)
}

function handOff(finding: TaggedFinding): Routed {
  return withStatus(finding, "open", {
    result: "handed_off",
    message: `Left to ${finding.route}, stays open: ${finding.proposed_action.trim().split(/[\r\n]/u)[0] ?? ""}`,
    hand_off: { to: finding.route, text: handOffText(finding) },
  })
}

function edit(
  finding: TaggedFinding,
  edits: readonly Edit[],
  run: RouteRun,
): Effect.Effect<Routed, never, FileServices> {
  return changesOf(edits, run).pipe(
    Effect.tap((changes) => run.dryRun === true ? Effect.void : writeFiles(changes)),
    Effect.map((changes) => edited(finding, changes, run)),
    Effect.catch((error) => Effect.succeed(unchanged(finding, { result: "failed", message: error.message }))),
  )
}

/** The files that the edits change, all checks done; empty when they are done already. */
const changesOf: (
  edits: readonly Edit[],
  run: RouteRun,
) => Effect.Effect<
  readonly FileChange[],
  EditRefused | EditConflict | FileIsDirty,
  FileServices
> = Effect.fnUntraced(function* (edits, run) {
  const { files, named } = yield* readEditFiles(run.root, edits)
  const texts = new Map([...files].map(([path, file]) => [path, run.planned.get(path) ?? file.present?.text]))
  const after = yield* Effect.fromResult(applyEdits(texts, named))
  const changes: FileChange[] = []
  for (const [path, text] of after) {
    const target = files.get(path)
    if (target === undefined) continue
    if (run.dirty.has(path)) return yield* new FileIsDirty({ path })
    changes.push({ target, text })
  }
  if (run.dryRun === true) { for (const { target, text } of changes) run.planned.set(target.path, text) }
  return changes
})

/** A file that the user has changed and not committed: an edit could not be told from those changes. */
class FileIsDirty extends Data.Error<{ readonly path: string }> {
  readonly _tag = "FileIsDirty"
  override readonly name = "FileIsDirty"
  override get message(): string {
    return `Cannot edit ${this.path}: it has uncommitted changes or is not tracked; commit it, or use --allow-dirty`
  }
}

function edited(finding: TaggedFinding, changes: readonly FileChange[], run: RouteRun): Routed {
  if (changes.length === 0) {
    return withStatus(finding, "applied", { result: "unchanged", message: "Nothing to write, it is done already" })
  }
  const [edit, create] = run.dryRun === true ? ["would edit", "would create"] : ["edited", "created"]
  const done = changes.map(({ target }) => `${target.present === undefined ? create : edit} ${target.path}`).join(", ")
  return withStatus(finding, "applied", {
    result: "applied",
    message: done.charAt(0).toUpperCase() + done.slice(1),
    files: run.dryRun === true ? [] : changes.map(({ target }) => target.path),
  })
}
