import * as Effect from "effect/Effect"
import { applyEdits, type EditConflict } from "../core/edit/apply_edits.ts"
import { type MemoryDimension, memoryDimension } from "../core/capture/memory_dimension.ts"
import { numberingOf } from "../core/proposal/numbering.ts"
import type { Slot } from "../core/proposal/plan_proposal.ts"
import type { TaggedFinding } from "../core/schema/diff_result.ts"
import type { Edit } from "../core/schema/finding.ts"
import { FileIsDirty } from "./dirty_files.ts"
import type { FileServices } from "./durable_file.ts"
import { type EditRefused, readEditFiles } from "./edit_file.ts"
import { type FileChange, type StepFailed, writeFiles } from "./edit_writer.ts"
import { listFilesBelow } from "./files_below.ts"
import { handOffText } from "./hand_off.ts"
import type { FindingPlan, Planner } from "./plan_finding.ts"
import { type Routed, unchanged, withStatus } from "./routed_finding.ts"

/** What the decisions of one selection share. */
export interface ApplyRun {
  readonly root: string
  readonly dryRun: boolean
  readonly plan: Planner
  /** Files with uncommitted changes when the routing began. */
  readonly dirty: ReadonlySet<string>
  /** What was written so far, or would have been. */
  readonly written: Map<string, string>
  /** The checks of an audit of memories that several of the selected findings belong to. */
  readonly audits: ReadonlySet<MemoryDimension>
}

/** Applies a finding: wholly, or not at all. `confirmed` is the place that the user was shown for it. */
export const applyFinding: (
  finding: TaggedFinding,
  confirmed: string | undefined,
  run: ApplyRun,
) => Effect.Effect<Routed, never, FileServices> = Effect.fnUntraced(function* (finding, confirmed, run) {
  if (confirmed !== undefined) {
    // What this selection wrote itself was shown along with it.
    const alone = yield* run.plan(finding, new Map())
    if (alone._tag === "edits" && alone.place !== undefined && alone.place !== confirmed) {
      return unchanged(finding, {
        result: "failed",
        message: `Cannot take ${confirmed}, which was shown: by now ${alone.place} is next; run again`,
      })
    }
  }
  const plan = yield* run.plan(finding, run.written)
  switch (plan._tag) {
    case "edits":
      return yield* write(finding, plan, run)
    case "found":
      return withStatus(finding, "applied", { result: "unchanged", message: `Proposed already in ${plan.path}` })
    case "hand off":
      return handOff(finding, plan.why, run)
    case "refused":
      return unchanged(finding, { result: "failed", message: plan.message })
    case "nothing":
      return unchanged(finding, { result: "informational", message: "For information, there is nothing to apply" })
  }
})

function handOff(finding: TaggedFinding, why: string | undefined, { audits }: ApplyRun): Routed {
  const dimension = finding.route === "memory-audit" ? memoryDimension(finding) : undefined
  const audit = dimension === undefined || !audits.has(dimension)
    ? []
    : [`All of this kind: memory-audit --check ${dimension.number} (${dimension.about})`]
  return withStatus(finding, "open", {
    result: "handed_off",
    message: `Left to ${finding.route}, stays open: ${finding.proposed_action.trim().split(/[\r\n]/u)[0] ?? ""}`,
    hand_off: { to: finding.route, text: handOffText(finding, [...(why === undefined ? [] : [why]), ...audit]) },
  })
}

function write(
  finding: TaggedFinding,
  { edits, slot }: Extract<FindingPlan, { readonly _tag: "edits" }>,
  run: ApplyRun,
): Effect.Effect<Routed, never, FileServices> {
  return changesOf(edits, run).pipe(
    Effect.tap((changes) => run.dryRun ? Effect.void : writeFiles(changes, checkSlot(slot, changes, run))),
    Effect.map((changes) => {
      for (const { target, text } of changes) run.written.set(target.path, text)
      return written(finding, changes, run)
    }),
    Effect.catch((error) => Effect.succeed(unchanged(finding, { result: "failed", message: error.message }))),
  )
}

/** The files that the edits change, all checks done; empty when they are done already. */
const changesOf: (
  edits: readonly Edit[],
  run: ApplyRun,
) => Effect.Effect<readonly FileChange[], EditRefused | EditConflict | FileIsDirty, FileServices> = Effect.fnUntraced(
  function* (edits, run) {
    const { files, named } = yield* readEditFiles(run.root, edits)
    const textOf = (path: string): string | undefined => run.dryRun ? run.written.get(path) : undefined
    const texts = new Map([...files].map(([path, file]) => [path, textOf(path) ?? file.present?.text]))
    const after = yield* Effect.fromResult(applyEdits(texts, named))
    const changes: FileChange[] = []
    for (const [path, text] of after) {
      const target = files.get(path)
      if (target === undefined) continue
      if (run.dirty.has(path)) return yield* new FileIsDirty({ path })
      changes.push({ target, text })
    }
    return changes
  },
)

/**
 * Two programs may each choose the same number and different names. Whoever sees another file of its number once its own
 * is in place gives it back.
 */
const checkSlot: (
  slot: Slot | undefined,
  changes: readonly FileChange[],
  run: ApplyRun,
) => Effect.Effect<void, StepFailed, FileServices> = Effect.fnUntraced(function* (slot, changes, run) {
  const path = changes.find(({ target }) => target.present === undefined)?.target.path
  if (slot === undefined || path === undefined) return
  const files = yield* listFilesBelow(run.root, slot.folder)
  const others = numberingOf(slot.folder, files.filter((file) => file !== path && !run.written.has(file)))
  if (others === undefined || others.highest < slot.number) return
  return yield* Effect.fail({
    path,
    problem: `the number ${slot.number} was taken meanwhile (${others.latest}), run again`,
  })
})

function written(finding: TaggedFinding, changes: readonly FileChange[], { dryRun }: ApplyRun): Routed {
  if (changes.length === 0) {
    return withStatus(finding, "applied", { result: "unchanged", message: "Nothing to write, it is done already" })
  }
  const [edit, create] = dryRun ? ["would edit", "would create"] : ["edited", "created"]
  const done = changes.map(({ target }) => `${target.present === undefined ? create : edit} ${target.path}`).join(", ")
  return withStatus(finding, "applied", {
    result: "applied",
    message: done.charAt(0).toUpperCase() + done.slice(1),
    files: dryRun ? [] : changes.map(({ target }) => target.path),
  })
}
