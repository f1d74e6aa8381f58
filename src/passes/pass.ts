import type { Corpus } from "../core/corpus/corpus.ts"
import type { Config } from "../core/schema/config.ts"
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
  /** `true`: it runs only where the configuration has settings for it, be they `{}`, or where `--pass` names it. */
  readonly opt_in?: boolean
  /**
   * Which files it reads besides Markdown, decisions and agents' hooks and settings. They are in the corpus' `texts` when
   * they could be read, else in its `unreadable`.
   */
  readonly reads?: (path: string, config: Config) => boolean
  /**
   * Asks for the corpus' `history`, which only git knows, and gives the files whose lines it must date (none: `[]`);
   * `undefined`: it needs none this time. It is called with a corpus that has no history yet.
   */
  readonly history?: (corpus: Corpus) => readonly string[] | undefined
  /** Asks which of these commits the repository does not have: the corpus' `unknown_commits`. */
  readonly commits?: (corpus: Corpus) => readonly string[]
  /** What the configuration asks of it and nobody can do, each with the next step: warnings of the run. */
  readonly misconfigured?: (corpus: Corpus) => readonly string[]
  /** What the pass says about a corpus; it neither throws nor keeps anything between calls. */
  readonly look: (corpus: Corpus) => PassResult
}
