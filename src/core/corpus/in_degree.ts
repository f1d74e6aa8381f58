import type { DecisionNode, DecisionReference } from "../decision/decision_node.ts"
import { folderOf, seenFrom, under } from "./folder_path.ts"
import { readTarget } from "../markdown/link_target.ts"
import type { Corpus } from "./corpus.ts"
import type { PathIndex } from "./path_index.ts"

/** The fields in which a decision names others. */
export type DecisionLinks = Pick<
  DecisionNode,
  "path" | "supersedes" | "superseded_by" | "requires" | "related" | "contradicts" | "pins"
>

/** How many other files link to each file, or name it in a field of a decision. */
export function inDegrees(
  corpus: Pick<Corpus, "documents" | "paths"> & { readonly decisions: readonly DecisionLinks[] },
): ReadonlyMap<string, number> {
  const sources = new Map<string, Set<string>>()
  const add = (from: string, to: string | undefined): void => {
    if (to === undefined || to === from) return
    const known = sources.get(to)
    if (known === undefined) sources.set(to, new Set([from]))
    else known.add(from)
  }
  for (const document of corpus.documents) {
    for (const link of document.links) add(document.path, linkedFile(corpus.paths, document.path, link.target))
  }
  for (const decision of corpus.decisions) {
    for (const reference of referencesOf(decision)) {
      if (reference.target._tag === "node") add(decision.path, reference.target.path)
    }
  }
  return new Map([...sources].map(([path, from]) => [path, from.size]))
}

function referencesOf(decision: DecisionLinks): readonly DecisionReference[] {
  return [
    ...decision.supersedes,
    ...decision.superseded_by,
    ...decision.requires,
    ...decision.related,
    ...decision.contradicts,
    ...decision.pins,
  ]
}

/** The file that a relative link leads to: seen from its file, or from the root; a folder stands for its README. */
function linkedFile(paths: PathIndex, from: string, target: string): string | undefined {
  const read = readTarget(target)
  if (read === undefined || read.path === "") return undefined
  const { path, above } = seenFrom(folderOf(from), read.path)
  if (above > 0) return undefined
  const file = paths.lookup(path) === "directory" ? under(path, "README.md") : path
  return paths.lookup(file) === "file" ? file : undefined
}
