import type { Corpus } from "../core/corpus/corpus.ts"
import type { PassResult } from "../core/schema/pass_result.ts"

/**
 * One way of looking at a corpus. `look` is pure and deterministic: it reads nothing but its argument, and its findings
 * and near misses are sorted by locator, then by what they are about.
 */
export interface Pass {
  /** What `--pass`, `.retro.yaml` and the reports call it. */
  readonly id: string
  /** Former ids: a baseline row under one of them is this pass's. */
  readonly aliases?: readonly string[]
  /** What the pass says about a corpus; it neither throws nor keeps anything between calls. */
  readonly look: (corpus: Corpus) => PassResult
}
