import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { addedLines } from "../../../src/core/edit/added_lines.ts"

Deno.test("addedLines tells which lines are new, however many there are", () => {
  deepStrictEqual([...addedLines(["a", "b", "c"], ["a", "x", "y", "b", "c"])], [2, 3])
  deepStrictEqual([...addedLines([], ["a", "b"])], [1, 2])
  deepStrictEqual([...addedLines(["a", "b", "c", "d"], ["b", "x", "d"])], [2])
  const long = Array.from({ length: 5000 }, (_, index) => `old ${index}`)
  strictEqual(addedLines(long, long.map((line, index) => index === 9 ? line : `new ${line}`)).size, 4999)
})
