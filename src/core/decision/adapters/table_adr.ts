import type { DecisionAdapter } from "../adapter.ts"
import { isFolderPage, isInDecisionFolder } from "../decision_path.ts"
import { readTableBlock } from "../syntax/table_block.ts"

/** Records with a table of two columns on top: "Status", "Supersedes", "Superseded by". */
export const tableAdr: DecisionAdapter = {
  id: "table-adr",
  read: ({ path, document }, lines) => {
    if (document === undefined || isFolderPage(path)) return undefined
    const start = document.front_matter._tag === "mapping" ? document.front_matter.end_line : 0
    const block = readTableBlock(lines.slice(0, start + 40), start)
    const keys = new Set(block?.fields.map((field) => field.key))
    if (block === undefined || !keys.has("status")) return undefined
    return keys.has("supersedes") || keys.has("superseded-by") || isInDecisionFolder(path) ? block : undefined
  },
  obligation: {
    sides: ["superseded_by", "supersedes"],
    old_side: "High",
    new_side: "Low",
    every_pair: false,
    replaced_status: "Superseded",
  },
  reference_form: "link",
  superseded_by_form: "table",
  supersedes_form: "table",
  keys: { superseded_by: "Superseded by", supersedes: "Supersedes" },
  several: true,
}
