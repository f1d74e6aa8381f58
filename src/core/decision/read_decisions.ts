import type { PathIndex } from "../corpus/path_index.ts"
import type { DecisionFile } from "./decision_file.ts"
import type { DecisionNode } from "./decision_node.ts"

/** Whether a file that is not Markdown may hold a decision, by its name alone. */
export function isDecisionCandidate(path: string): boolean {
  return /\.(?:rst|mediawiki|txt)$/u.test(path) || /(?:^|\/)kep\.yaml$/u.test(path)
}

/** Every decision among the files, path ascending, with its references resolved. */
export function readDecisions(_files: readonly DecisionFile[], _paths: PathIndex): readonly DecisionNode[] {
  return []
}
