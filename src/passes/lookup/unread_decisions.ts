import type { Corpus, UnreadableFile } from "../../core/corpus/corpus.ts"
import { baseName, folderOf } from "../../core/corpus/folder_path.ts"
import { isInDecisionFolder, numberInName } from "../../core/decision/decision_path.ts"
import { isDecisionCandidate } from "../../core/decision/read_decisions.ts"

/**
 * What could not be read and may have been a decision that another one names, or is named by: a folder, and files that are
 * named or lie as decisions are. Any other page that cannot be read says nothing about decisions.
 */
export function unreadDecisions(corpus: Pick<Corpus, "decisions" | "unreadable">): readonly UnreadableFile[] {
  const homes = new Set<string>()
  for (const { path } of corpus.decisions) {
    const folder = folderOf(path)
    homes.add(folder)
    // Siblings often have folders of their own: `specs/search/v1.md`, `specs/sync/v1.md`.
    if (folder !== "" && folderOf(folder) !== "") homes.add(folderOf(folder))
  }
  return corpus.unreadable.filter(({ path }) =>
    path.endsWith("/") || isDecisionCandidate(path) ||
    /\.(?:md|markdown)$/iu.test(path) &&
      (isInDecisionFolder(path) || numberInName(baseName(path)) !== undefined || homes.has(folderOf(path)) ||
        folderOf(path) !== "" && homes.has(folderOf(folderOf(path))))
  )
}
