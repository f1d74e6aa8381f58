import { byCodeUnit } from "../../core/code_unit_order.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"
import { evidenceAt } from "./candidate.ts"
import { type IntegrityContext, targetPath } from "./integrity_context.ts"

/** So many supersessions in a row are worth saying that they are in order. */
const longChain = 3

/** What looks bad and is fine whatever the rules say: forms to copy, stubs, parts that were replaced, long chains. */
export function generalNearMisses(context: IntegrityContext): readonly NearMiss[] {
  const near_misses: NearMiss[] = []
  for (const node of context.corpus.decisions) {
    if (node.template) {
      near_misses.push({
        locator: node.path,
        what: "it has the fields of a decision",
        why: "it is a form to copy, not a decision",
      })
    } else if (node.redirect_to !== undefined) {
      near_misses.push({
        locator: node.path,
        what: "it says nothing of its own",
        why: `it redirects to ${node.redirect_to} and counts as that decision`,
      })
    }
  }
  for (const node of context.nodes) {
    for (const reference of node.supersedes) {
      const older = context.byPath.get(targetPath(reference) ?? "")
      if (!reference.partial || older === undefined || context.names("superseded_by", older, node)) continue
      near_misses.push({
        locator: older.path,
        what: `does not name ${node.path}, which amends or deprecates it, or replaces a part of it`,
        why: "that is no whole supersession, which alone is named on both sides",
        evidence: evidenceAt(node, reference.line),
      })
    }
  }
  return [...near_misses, ...chains(context)]
}

/** The longest chain of each family, if it is long. */
function chains(context: IntegrityContext): readonly NearMiss[] {
  const length = new Map<string, number>()
  const next = new Map<string, string>()
  const inward = new Map<string, number>()
  const healthy = context.supersessions.filter((edge) => edge.by_newer !== undefined && edge.by_older !== undefined)
  for (const edge of healthy) inward.set(edge.older.path, (inward.get(edge.older.path) ?? 0) + 1)
  const byNewer = new Map<string, string[]>()
  for (const { newer, older } of healthy) {
    const list = byNewer.get(newer.path)
    if (list === undefined) byNewer.set(newer.path, [older.path])
    else list.push(older.path)
  }
  // From the newest to the oldest: a decision is done when all of its successors are.
  const ready = context.nodes.map((node) => node.path).filter((path) => (inward.get(path) ?? 0) === 0)
  for (let at = ready.pop(); at !== undefined; at = ready.pop()) {
    for (const older of byNewer.get(at) ?? []) {
      const steps = (length.get(at) ?? 0) + 1
      if (steps > (length.get(older) ?? 0)) {
        length.set(older, steps)
        next.set(older, at)
      }
      const left = (inward.get(older) ?? 1) - 1
      inward.set(older, left)
      if (left === 0) ready.push(older)
    }
  }
  const longest = new Map<string, string>()
  for (const path of [...length.keys()].sort(byCodeUnit)) {
    const family = context.byPath.get(path)?.family ?? ""
    const best = longest.get(family)
    if (best === undefined || (length.get(path) ?? 0) > (length.get(best) ?? 0)) longest.set(family, path)
  }
  return [...longest.values()].filter((path) => (length.get(path) ?? 0) >= longChain).map((path) => {
    const chain = [path]
    for (let at = next.get(path); at !== undefined && chain.length < 50; at = next.get(at)) chain.push(at)
    return {
      locator: path,
      what: `is at the start of a long chain: ${chain.join(" → ")}`,
      why: "each names what replaced it and is named by it, without a cycle",
    }
  })
}
