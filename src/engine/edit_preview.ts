import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type * as Path from "effect/Path"
import { type FilePreview, previewOf } from "../core/edit/preview.ts"
import type { EditConflict } from "../core/edit/apply_edits.ts"
import type { Finding } from "../core/schema/finding.ts"
import { type EditRefused, readEditFiles } from "./edit_file.ts"

/** What applying a finding would write now, read from the files under the root; it writes nothing. */
export const previewFinding: (
  finding: Pick<Finding, "edits">,
  root: string,
) => Effect.Effect<readonly FilePreview[], EditRefused | EditConflict, FileSystem.FileSystem | Path.Path> = Effect.fn(
  "previewFinding",
)(function* (finding, root) {
  const { files, named } = yield* readEditFiles(root, finding.edits ?? [])
  const texts = new Map([...files].map(([path, file]) => [path, file.present?.text]))
  return yield* Effect.fromResult(previewOf({ edits: named }, texts))
})
