import type { DecisionNode } from "../decision/decision_node.ts"
import type { MarkdownDocument } from "../markdown/markdown_document.ts"
import type { Config } from "../schema/config.ts"
import type { CorpusHome } from "./corpus_home.ts"
import type { FileHistory } from "./file_history.ts"
import type { PathIndex } from "./path_index.ts"

/** What passes look at: read and parsed once per run, whatever the number of passes. */
export interface Corpus {
  /** Every Markdown file of the corpus, path ascending. */
  readonly documents: readonly MarkdownDocument[]
  /** Every decision of the corpus, path ascending. */
  readonly decisions: readonly DecisionNode[]
  /** The text of every file that was read, by path: what evidence is checked against. */
  readonly texts: ReadonlyMap<string, string>
  /** What exists under the root. */
  readonly paths: PathIndex
  /** Files that should have been read and could not be, with the reason: a pass has not looked at them. */
  readonly unreadable: readonly UnreadableFile[]
  /** Paths that narrow the run; empty: everything. Lookups always see the whole corpus. */
  readonly scope: readonly string[]
  /** What `.retro.yaml` says; passes read their own thresholds in it. */
  readonly config: Config
  /** The only clock: `YYYY-MM-DD`. */
  readonly today: string
  /** What git says of the files' past: only where a pass of the run asks for it, and there is a repository with commits. */
  readonly history?: FileHistory
  /** The commits that a pass asked about and the repository does not have; empty or absent where git does not know all. */
  readonly unknown_commits?: ReadonlySet<string>
  /** Where the repository is on GitHub: only where git knows it, and documents link to GitHub. */
  readonly home?: CorpusHome
}

/** A file that could not be read, or a folder that could not be looked into, and why. */
export interface UnreadableFile {
  /** Relative to the root; that of a folder, which may hold anything, ends in `/`. */
  readonly path: string
  /** In words, without the path. */
  readonly why: string
}

/**
 * Whether a path is inside the run's scope: is one of its paths, or lies below one. Everything is inside an empty
 * scope.
 *
 * @example
 * ```ts
 * import { isInScope } from "@retro/cli/core"
 * import { deepStrictEqual } from "node:assert/strict"
 * const paths = ["src/a", "src/a/b.md", "src/ab.md"]
 * deepStrictEqual(paths.map((path) => isInScope({ scope: ["src/a"] }, path)), [true, true, false])
 * ```
 */
export function isInScope(corpus: Pick<Corpus, "scope">, path: string): boolean {
  return corpus.scope.length === 0 || corpus.scope.some((root) => path === root || path.startsWith(`${root}/`))
}
