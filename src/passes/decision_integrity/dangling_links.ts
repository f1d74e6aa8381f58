import type { Corpus } from "../../core/corpus/corpus.ts"
import type { DecisionNode, DecisionReference } from "../../core/decision/decision_node.ts"

/** The fields whose references must resolve, and how a sentence calls them. */
export const referenceFields = [
  ["supersedes", "it supersedes"],
  ["superseded_by", "it is superseded by"],
  ["requires", "it requires"],
  ["related", "it relates to"],
  ["contradicts", "it contradicts"],
] as const

/**
 * Whether a link, by its file, line and destination, is a field of a decision and leads nowhere: `decision-integrity`
 * tells that, knows what the field means and where its decision may have moved; a second finding would say it again.
 * Where that pass is switched off, it tells nothing.
 */
export function danglingLinks(
  { config, decisions }: Pick<Corpus, "config" | "decisions">,
): (path: string, line: number, destination: string) => boolean {
  if (config.passes?.["decision-integrity"] === false) return () => false
  const byPath = new Map(decisions.flatMap((node) => {
    const dangling = danglingReferences(node)
    return dangling.length === 0 ? [] : [[node.path, dangling] as const]
  }))
  return (path, line, destination) =>
    byPath.get(path)?.some((reference) => reference.line === line && names(reference.raw, destination)) === true
}

function danglingReferences(node: DecisionNode): readonly DecisionReference[] {
  if (node.template || node.redirect_to !== undefined) return []
  return referenceFields.flatMap(([field]) => node[field].filter(({ target }) => target._tag === "dangling"))
}

/** A reference is written as a link, or it is the destination alone. */
function names(raw: string, destination: string): boolean {
  return raw === destination || raw.includes(`(${destination}`) || raw.includes(`<${destination}>`)
}
