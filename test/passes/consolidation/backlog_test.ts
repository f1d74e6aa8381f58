import { deepStrictEqual } from "node:assert/strict"
import { consolidation } from "../../../src/passes/consolidation.ts"
import { lookWith } from "../look_with.ts"

const look = lookWith(consolidation)

Deno.test("consolidation tells the ids of a ship line from what it counts", () => {
  const shipped = (line: string, id: string): boolean => {
    const table = `| id | What |\n|---|---|\n| ${id} | x |\n`
    return look({ "BACKLOG.md": table, "CHANGELOG.md": `- ✓ ${line}\n` }).findings.length > 0
  }
  const ids: readonly (readonly [string, string])[] = [
    ["8+9 both", "8+9"],
    ["8 + 9 both", "8+9"],
    ["8+9 fixes of the ledger", "8+9"],
    ["12 Ledger shows readings", "12"],
    ["8, 9 and 10 at once", "8+9+10"],
    ["1234 big", "1234"],
    ["1234 big — 12 tests added", "1234"],
    ["42 ledger is done", "42"],
    ["42 Ledger", "042"],
    ["042 tests of the ledger", "42"],
    ["#42 tests of the ledger", "42"],
    ["42", "42"],
    ["ledger-v2x big", "ledger-v2x"],
  ]
  for (const [line, id] of ids) deepStrictEqual(shipped(line, id), true, line)
  const counts: readonly (readonly [string, string])[] = [
    ["12 tests added", "12"],
    ["12 tests added — in all", "12"],
    ["3 new pages", "3"],
    ["1,234 lines less", "1"],
    ["3/5 checks pass", "3"],
    ["2 of 5 done", "2"],
    ["100 % covered", "100"],
    ["17 → 20 moved", "17"],
    ["17-v2 the second part", "17"],
    ["2026-01-02 released", "2026"],
    ["1.2 released", "1"],
  ]
  for (const [line, id] of counts) deepStrictEqual(shipped(line, id), false, line)
})

Deno.test("consolidation mentions the rows that no file stands for, where there are such files", () => {
  const table = (...rows: readonly string[]): string =>
    `| id | What | Status |\n|---|---|---|\n${rows.map((row) => `| ${row} |\n`).join("")}`
  const unit = "---\nslug: export\nversion: 1\nstatus: draft\n---\n\n# Export\n"
  const backlog = table(
    "041 | Export | open",
    "export | Export | open",
    "[Page](docs/page.md) | x | open",
    "043 | Import | open",
    "044+041 | Both | open",
    "045 | Old | done",
    "046 | Shipped-v2 | open",
    "import | x | open",
  )
  const files = {
    "BACKLOG.md": backlog,
    "CHANGELOG.md": "- ✓ 046 — shipped\n",
    "docs/page.md": "# Page\n",
    "proposals/041-export.md": unit,
  }
  const { near_misses = [] } = look(files)
  deepStrictEqual(near_misses.filter(({ why }) => why.startsWith("not begun")), [{
    locator: "BACKLOG.md",
    what: "lists 43 and 1 more as work to be done, and no decision, proposal, spec or plan stands for it",
    why: "not begun: a row may come before the file that it is about",
    evidence: [
      { path: "BACKLOG.md", line: 6, quote: "| 043 | Import | open |" },
      { path: "BACKLOG.md", line: 10, quote: "| import | x | open |" },
    ],
  }])
  const { "proposals/041-export.md": _, ...without } = files
  deepStrictEqual(look(without).near_misses?.some(({ why }) => why.startsWith("not begun")), false)
})
