import type { DecisionNode } from "./decision_node.ts"

/** The day on which a decision was started, as far as it says so. */
export function createdDay({ created = "" }: Pick<DecisionNode, "created">): string | undefined {
  return /^\d{4}-\d{2}-\d{2}/u.exec(created)?.[0]
}
