import { type Corpus, isInScope } from "../../core/corpus/corpus.ts"
import type { PathChange } from "../../core/corpus/path_change.ts"
import { addedLines } from "../../core/edit/added_lines.ts"
import { linesOf } from "../../core/text_lines.ts"
import { type ModuleGraph, moduleGraph } from "../source/module_graph.ts"
import type { SourceReader } from "../source/source_module.ts"
import type { Stopping } from "./stopping.ts"

/** What a run knows of a change. */
export interface ChangeFacts {
  /** The corpus that it started with. */
  readonly before: Corpus
  readonly changes: readonly PathChange[]
  readonly read: SourceReader
  readonly stopping: Stopping
}

/** A file that is there after a change and was touched by it. */
export interface ChangedFile {
  readonly path: string
  /** Its path before; absent: it is new. */
  readonly from?: string
  readonly lines: readonly string[]
  /** 1-based. */
  readonly added: ReadonlySet<number>
}

/** A change as the rules look at it. */
export interface Change {
  readonly before: Corpus
  readonly after: Corpus
  readonly changes: readonly PathChange[]
  /** The files in scope whose text was read. */
  readonly files: readonly ChangedFile[]
  readonly modulesBefore: ModuleGraph
  readonly modules: ModuleGraph
  readonly stopping: Stopping
}

/** The change that leads to a corpus. */
export function changeTo(after: Corpus, { before, changes, read, stopping }: ChangeFacts): Change {
  const files = changes.flatMap((change): readonly ChangedFile[] => {
    const text = change.kind === "deleted" ? undefined : after.texts.get(change.path)
    if (text === undefined || !isInScope(after, change.path)) return []
    const from = change.from ?? (change.kind === "added" ? undefined : change.path)
    const old = from === undefined ? undefined : before.texts.get(from)
    const lines = linesOf(text)
    return [{
      path: change.path,
      ...(from === undefined ? {} : { from }),
      lines,
      added: addedLines(old === undefined ? [] : linesOf(old), lines),
    }]
  })
  return {
    before,
    after,
    changes,
    files,
    modulesBefore: moduleGraph(before, read),
    modules: moduleGraph(after, read),
    stopping,
  }
}
