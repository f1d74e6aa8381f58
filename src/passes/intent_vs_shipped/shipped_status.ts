import type { DecisionNode } from "../../core/decision/decision_node.ts"
import type { Judged } from "./criteria.ts"
import { shipNotes } from "./ship_notes.ts"

/** Statuses that say that the work is done; the other live ones say that it is decided. */
const shippedWords: ReadonlySet<string> = new Set(
  ("implemented deployed adopted complete completed released recommended done shipped merged final living").split(" "),
)

/** Whether a decision says that what it decides was built: by its status, by a note on its shipping, by its archive. */
export function isShipped({ node, document }: Judged): boolean {
  return saysShipped(node) || node.status?.class === "live" &&
      (/(?:^|\/)archive\//u.test(node.path) || shipNotes(document).length > 0)
}

/** Whether the status alone says it. */
export function saysShipped({ status }: Pick<DecisionNode, "status">): boolean {
  return status?.class === "live" && shippedWords.has(status.normal)
}
