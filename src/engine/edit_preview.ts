import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type * as Path from "effect/Path"
import { type FilePreview, previewOf } from "../core/edit/preview.ts"
import type { EditConflict } from "../core/edit/apply_edits.ts"
import type { TaggedFinding } from "../core/schema/diff_result.ts"
import { type EditRefused, readEditFiles } from "./edit_file.ts"
import type { FindingPlan, Planner } from "./plan_finding.ts"

/** What applying a finding would do now, if nothing else were applied before it. */
export interface FindingPreview {
  readonly plan: FindingPlan
  /** What would be written; empty: nothing, it is done already or somebody else's. */
  readonly files: readonly FilePreview[]
}

/** What applying a finding would do, read from the files under the root; it writes nothing. */
export const previewFinding: (
  finding: TaggedFinding,
  root: string,
  planner: Planner,
) => Effect.Effect<FindingPreview, EditRefused | EditConflict, FileSystem.FileSystem | Path.Path> = Effect.fn(
  "previewFinding",
)(function* (finding, root, planner) {
  const plan = yield* planner(finding, new Map())
  if (plan._tag !== "edits") return { plan, files: [] }
  const { files, named } = yield* readEditFiles(root, plan.edits)
  const texts = new Map([...files].map(([path, file]) => [path, file.present?.text]))
  return { plan, files: yield* Effect.fromResult(previewOf({ edits: named }, texts)) }
})
