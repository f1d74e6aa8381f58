import { baseName, folderOf } from "../../core/corpus/folder_path.ts"
import type { DecisionNode, DecisionReference } from "../../core/decision/decision_node.ts"
import { replaceOnce } from "../../core/decision/line_change.ts"
import { moveReference } from "../../core/decision/reference_format.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"
import { asLine, type Candidate, evidenceAt, lineOf, type RuleResult } from "./candidate.ts"
import { referenceFields } from "./dangling_links.ts"
import type { IntegrityContext } from "./integrity_context.ts"

/** Every reference of a field points to a decision, a file or something outside. */
export function references(context: IntegrityContext): RuleResult {
  const candidates: Candidate[] = []
  const near_misses: NearMiss[] = []
  for (const node of context.nodes) {
    const placeholders: DecisionReference[] = []
    for (const [field, words] of referenceFields) {
      for (const reference of node[field]) {
        if (reference.target._tag === "none") placeholders.push(reference)
        else if (reference.target._tag === "dangling" && isRetired(context, node, reference)) {
          near_misses.push({
            locator: node.path,
            what: `${words} "${asLine(reference.raw)}", which is not there`,
            why: "a version that is retired moves to the archive, and its links stay as they were",
            evidence: evidenceAt(node, reference.line),
          })
        } else {
          const candidate = unresolved(node, reference, words)
          // Loose words are no reference where a convention does not ask for one.
          const isLoose = field === "related" && reference.target._tag === "label" && node.adapter !== "kep"
          if (candidate !== undefined && !isLoose) candidates.push(candidate)
        }
      }
    }
    const [placeholder] = placeholders
    if (placeholder !== undefined) {
      near_misses.push({
        locator: node.path,
        what: `a field says "${asLine(placeholder.raw)}" instead of naming a decision`,
        why: "that says on purpose that there is none",
        evidence: evidenceAt(node, placeholder.line),
      })
    }
  }
  return { candidates, near_misses }
}

function unresolved(node: DecisionNode, reference: DecisionReference, words: string): Candidate | undefined {
  const { raw, target, line } = reference
  const common = { locator: node.path, subject: asLine(raw), evidence: evidenceAt(node, line) }
  if (target._tag === "ambiguous") {
    return {
      ...common,
      rule: "ambiguous-reference",
      what: `${words} "${asLine(raw)}", which is the number of several decisions: ${target.candidates.join(", ")}`,
      action: `Name the decision that is meant by its path, and give the others numbers of their own.`,
    }
  }
  if (target._tag === "residue") {
    return {
      ...common,
      rule: "template-residue",
      what: `${words} "${asLine(raw)}", which is left over from the template`,
      action: `Remove "${asLine(raw)}".`,
    }
  }
  if (target._tag === "label") {
    return {
      ...common,
      rule: "dangling-reference",
      severity: "Low",
      what: `${words} "${asLine(raw)}", which names no decision`,
      action: `Name the decision by its number or its path.`,
    }
  }
  if (target._tag !== "dangling") return undefined
  const moved = target.moved_to
  if (moved === undefined) {
    return {
      ...common,
      rule: "dangling-reference",
      ...(node.adapter === "contexture-memory" ? { route: "memory-audit" } : {}),
      what: `${words} "${asLine(raw)}", which does not exist`,
      action: `Name the decision that is meant, or take the reference back.`,
    }
  }
  const written = moveReference(reference, node, moved)
  const change = written === undefined ? undefined : replaceOnce([lineOf(node.text, line)], 1, raw, written)
  return {
    ...common,
    rule: "dangling-reference",
    route: "direct-fix",
    what: `${words} "${asLine(raw)}", which moved to ${moved}`,
    action: `Name it as ${moved}.`,
    ...(change?._tag !== "replace"
      ? {}
      : { changes: [{ path: node.path, text: node.text, changes: [{ ...change, line }] }] }),
  }
}

/** Whether a version is kept in an archive, or names one that is. */
function isRetired(context: IntegrityContext, node: DecisionNode, reference: DecisionReference): boolean {
  if (node.version === undefined) return false
  if (/(?:^|\/)archive\//u.test(node.path)) return true
  const slug = node.version.slug
  return context.corpus.paths.named(baseName(reference.raw)).some((path) =>
    /(?:^|\/)archive\//u.test(path) && folderOf(path).includes(slug)
  )
}
