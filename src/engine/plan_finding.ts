import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type CapturePayload, readCapturePayload } from "../core/capture/capture_payload.ts"
import { heldSecret } from "../core/capture/capture_secret.ts"
import { isRule, memoryFolders } from "../core/capture/memory_place.ts"
import type { MemoryTree } from "../core/capture/memory_tree.ts"
import { planCapture } from "../core/capture/plan_capture.ts"
import { planProposal, type Slot } from "../core/proposal/plan_proposal.ts"
import type { ProposalGround } from "../core/proposal/proposal_ground.ts"
import { redactValue } from "../core/redact/redact.ts"
import type { Config } from "../core/schema/config.ts"
import type { TaggedFinding } from "../core/schema/diff_result.ts"
import type { Edit, Route } from "../core/schema/finding.ts"
import type { FileServices } from "./durable_file.ts"
import { withWritten } from "./files_below.ts"
import { memoryHome, readMemories } from "./memory_files.ts"
import { readProposals } from "./proposal_files.ts"

/** What applying a finding would do. */
export type FindingPlan =
  /**
   * `edits` may be done already; `place` is the new file or row that was chosen for it, and `slot` a number that nobody
   * else may have taken.
   */
  | { readonly _tag: "edits"; readonly edits: readonly Edit[]; readonly place?: string; readonly slot?: Slot }
  | { readonly _tag: "found"; readonly path: string }
  /** Somebody else has to do it, or to say more: `asks` are the fields of a memory that are still to be said. */
  | { readonly _tag: "hand off"; readonly why?: string; readonly asks?: readonly string[] }
  | { readonly _tag: "refused"; readonly message: string }
  /** There is nothing to apply. */
  | { readonly _tag: "nothing" }

/** Where and how plans are made. */
export interface PlanOptions {
  /** The folder that paths are relative to. */
  readonly root: string
  /** What `.retro.yaml` says of memories and proposals. */
  readonly config: Config
  /** `YYYY-MM-DD`, for what is written. */
  readonly date: string
  /** Where the report is kept, relative to the root; absent: nowhere. */
  readonly report?: string
}

/**
 * Makes plans for findings one after the other. What lies on the disk is read once; `written` is what was written, or
 * would have been, since then.
 */
export type Planner = (
  finding: TaggedFinding,
  written: ReadonlyMap<string, string>,
) => Effect.Effect<FindingPlan, never, FileServices>

/** A planner that has read nothing yet. */
export function makePlanner(options: PlanOptions): Planner {
  const readings: Readings = { memories: new Map() }
  return (finding, written) => {
    if (finding.route === "none") return Effect.succeed({ _tag: "nothing" })
    const secret = finding.route === "capture" ? secretIn(finding) : undefined
    if (secret !== undefined) return Effect.succeed(secret)
    const { edits = [] } = finding
    return edits.length > 0
      ? Effect.succeed({ _tag: "edits", edits })
      : planners[finding.route](finding, written, options, readings)
  }
}

/** What was read from the disk. */
interface Readings {
  proposals?: ProposalGround
  readonly memories: Map<string, MemoryTree>
}

type RoutePlanner = (
  finding: TaggedFinding,
  written: ReadonlyMap<string, string>,
  options: PlanOptions,
  readings: Readings,
) => Effect.Effect<FindingPlan, never, FileServices>

const handsOff: RoutePlanner = () => Effect.succeed({ _tag: "hand off" })

/** What becomes of a finding without edits, by its route. */
const planners: { readonly [route in Route]: RoutePlanner } = {
  "capture": capture,
  "memory-audit": handsOff,
  "proposal": proposal,
  "direct-fix": handsOff,
  "none": handsOff,
}

/** What is captured is kept: a secret in it would be, too. */
function secretIn({ locator, capture, edits }: TaggedFinding): FindingPlan | undefined {
  const secret = heldSecret({ ...capture, ...(edits === undefined ? {} : { edits }) })
  if (secret === undefined) return undefined
  const { field, pattern } = secret
  return {
    _tag: "refused",
    message: `Cannot capture ${locator}: there is a secret in its ${field} (${pattern}); take it out, and run again`,
  }
}

function capture(
  finding: TaggedFinding,
  written: ReadonlyMap<string, string>,
  { root, config, date }: PlanOptions,
  { memories }: Readings,
): Effect.Effect<FindingPlan, never, FileServices> {
  const payload = readCapturePayload(finding.capture)
  if (Result.isFailure(payload)) {
    const problem = payload.failure
    return Effect.succeed(
      problem._tag === "wrong" ? refusedCapture(finding, problem.problem) : {
        _tag: "hand off",
        ...(finding.capture === undefined ? {} : { why: `The payload lacks: ${problem.missing.join(", ")}` }),
        asks: problem.missing,
      },
    )
  }
  return Effect.map(memoriesFor(root, config, payload.success, memories), (tree): FindingPlan => {
    const among = [...written].filter(([path]) => /\.md$/iu.test(path) && isAmong(tree, path))
    const plan = planCapture(payload.success, { ...tree, texts: new Map([...tree.texts, ...among]) }, date)
    if (Result.isSuccess(plan)) return { _tag: "edits", edits: plan.success.edits, place: plan.success.path }
    const { problem, asks } = plan.failure
    return asks === undefined
      ? refusedCapture(finding, problem)
      : { _tag: "hand off", why: `Not captured: ${problem}`, asks: [asks] }
  })
}

function isAmong({ root }: MemoryTree, path: string): boolean {
  if (path.startsWith(".claude/rules/")) return true
  return root === "" ? isBesideMemories(path) : path.startsWith(`${root}/`)
}

/** The root of a repository holds much that is no memory. */
function isBesideMemories(path: string): boolean {
  return !path.includes("/") || memoryFolders.some((folder) => path.startsWith(`${folder}/`))
}

function refusedCapture({ locator }: TaggedFinding, problem: string): FindingPlan {
  return { _tag: "refused", message: `Cannot capture ${locator}: ${problem}` }
}

const memoriesFor: (
  root: string,
  config: Config,
  payload: CapturePayload,
  known: Map<string, MemoryTree>,
) => Effect.Effect<MemoryTree, never, FileServices> = Effect.fnUntraced(function* (root, config, payload, known) {
  const home = yield* memoryHome(root, config, payload)
  const key = `${home}\0${isRule(payload)}`
  const tree = known.get(key) ?? (yield* readMemories(root, home, config, isRule(payload)))
  known.set(key, tree)
  return tree
})

function proposal(
  finding: TaggedFinding,
  written: ReadonlyMap<string, string>,
  { root, config, date, report }: PlanOptions,
  readings: Readings,
): Effect.Effect<FindingPlan, never, FileServices> {
  const read = readings.proposals === undefined
    ? Effect.tap(readProposals(root, config), (ground) => Effect.sync(() => void (readings.proposals = ground)))
    : Effect.succeed(readings.proposals)
  return Effect.map(read, (ground): FindingPlan => {
    const options = {
      date,
      ...(config.proposals === undefined ? {} : { configured: config.proposals }),
      ...(report === undefined ? {} : { report }),
    }
    const plan = planProposal(redactValue(finding), { ...ground, ...withWritten(ground, written) }, options)
    switch (plan._tag) {
      case "found":
        return plan
      case "none":
        return { _tag: "hand off", why: `No stub was written: ${plan.why}` }
      case "stub":
        return {
          _tag: "edits",
          edits: plan.edits,
          place: plan.place,
          ...(plan.slot === undefined ? {} : { slot: plan.slot }),
        }
    }
  })
}
