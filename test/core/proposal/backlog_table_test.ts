import { strictEqual } from "node:assert/strict"
import { backlogRow, backlogTable } from "../../../src/core/proposal/backlog_table.ts"

function nextOf(...ids: readonly string[]): string {
  const text = ["| ID | Title |", "|---|---|", ...ids.map((id) => `| ${id} | a |`), ""].join("\n")
  const table = backlogTable("BACKLOG.md", text)
  return table === undefined ? "" : backlogRow(table, "b", "draft", "<!-- -->").number
}

Deno.test("backlogRow counts on in the form that all ids of the table have", () => {
  const table: readonly (readonly [readonly string[], string])[] = [
    [["B1", "B12"], "B13"],
    [["FEAT-007", "FEAT-009"], "FEAT-010"],
    [["#7", "#9"], "#10"],
    [["PROJ9-1", "PROJ9-2"], "PROJ9-3"],
    [["[T1](t1.md)", "`T2`", "—"], "T3"],
    [["B8+B9", "B17-v20"], "B18"],
    [["042", "035+051-v72"], "052"],
    [["7", "8"], "9"],
    // Nobody can know which of two it would be.
    [["E1", "B2"], "3"],
    [["B1", "2"], "3"],
    [["—", "later"], "1"],
  ]
  for (const [ids, next] of table) strictEqual(nextOf(...ids), next, ids.join(" "))
})
