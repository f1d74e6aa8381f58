import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type * as Path from "effect/Path"
import { type FilePreview, previewOf } from "../core/edit/preview.ts"
import { applyEdits, type EditConflict } from "../core/edit/apply_edits.ts"
import type { TaggedFinding } from "../core/schema/diff_result.ts"
import { type EditRefused, readEditFiles } from "./edit_file.ts"
import type { FindingPlan, Planner } from "./plan_finding.ts"

/** What applying a finding would do now. */
export interface FindingPreview {
  readonly plan: FindingPlan
  /** What would be written; empty: nothing, it is done already or somebody else's. */
  readonly files: readonly FilePreview[]
  /** The new texts of these files, by their path. */
  readonly texts: ReadonlyMap<string, string>
}

/**
 * What applying a finding would do, read from the files under the root; it writes nothing. `written` holds the new texts
 * of what is going to be written before it.
 */
export const previewFinding: (
  finding: TaggedFinding,
  root: string,
  planner: Planner,
  written?: ReadonlyMap<string, string>,
) => Effect.Effect<FindingPreview, EditRefused | EditConflict, FileSystem.FileSystem | Path.Path> = Effect.fn(
  "previewFinding",
)(function* (finding, root, planner, written = new Map()) {
  const plan = yield* planner(finding, written)
  if (plan._tag !== "edits") return { plan, files: [], texts: new Map() }
  const { files, named } = yield* readEditFiles(root, plan.edits)
  const texts = new Map([...files].map(([path, file]) => [path, written.get(path) ?? file.present?.text]))
  const changed = yield* Effect.fromResult(applyEdits(texts, named))
  return { plan, files: yield* Effect.fromResult(previewOf({ edits: named }, texts)), texts: changed }
})
