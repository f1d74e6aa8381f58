import { joinPath } from "../decision/decision_path.ts"
import type { DecisionNode, DecisionReference } from "../decision/decision_node.ts"
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
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/iu.test(target)) return undefined
  const path = decoded(target.replace(/[?#].*$/u, ""))
  if (path === undefined || path === "") return undefined
  const folder = path.startsWith("/") ? "" : from.slice(0, Math.max(0, from.lastIndexOf("/")))
  const whole = joinPath(folder, path)?.normalize("NFC")
  if (whole === undefined) return undefined
  const candidates = paths.lookup(whole) === "directory" ? [whole === "" ? "README.md" : `${whole}/README.md`] : [whole]
  return candidates.find((candidate) => paths.lookup(candidate) === "file")
}

/** A target without percent-escapes; `undefined` when they are none. */
function decoded(target: string): string | undefined {
  try {
    return decodeURIComponent(target)
  } catch {
    return undefined
  }
}
