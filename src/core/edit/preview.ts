import * as Result from "effect/Result"
import type { Finding } from "../schema/finding.ts"
import { applyEdits, type EditConflict, type Texts } from "./apply_edits.ts"
import { unifiedDiff } from "./unified_diff.ts"

/** What applying would write to one file. */
export interface FilePreview {
  /** The file, as the edits name it. */
  readonly path: string
  /** The change as a unified diff. */
  readonly diff: string
}

/**
 * What applying a finding would write, given the texts of the files that it edits. Empty: there is nothing to write,
 * because the finding has no edits or they are done already.
 *
 * @example
 * ```ts
 * import { previewOf } from "@retro/cli/core"
 * import * as Result from "effect/Result"
 * import { deepStrictEqual } from "node:assert/strict"
 * const finding = { edits: [{ path: "a.md", find: "one", replace: "two" }] }
 * deepStrictEqual(Result.getOrThrow(previewOf(finding, new Map([["a.md", "one\n"]]))), [
 *   { path: "a.md", diff: "--- a/a.md\n+++ b/a.md\n@@ -1 +1 @@\n-one\n+two\n" },
 * ])
 * ```
 */
export function previewOf(
  finding: Pick<Finding, "edits">,
  texts: Texts,
): Result.Result<readonly FilePreview[], EditConflict> {
  return Result.map(
    applyEdits(texts, finding.edits ?? []),
    (changed) => [...changed].map(([path, text]) => ({ path, diff: unifiedDiff(path, texts.get(path), text) })),
  )
}
