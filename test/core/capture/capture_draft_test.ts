import { deepStrictEqual, strictEqual } from "node:assert/strict"
import * as Result from "effect/Result"
import { captureDraft, withBody } from "../../../src/core/capture/capture_draft.ts"
import { chosenValues } from "../../../src/core/capture/chosen_values.ts"
import { memoryValues } from "../../../src/core/capture/memory_values.ts"
import { finding } from "../selection/rows.ts"

function memory(fields: string): string {
  return `---\n${fields}\n---\n\nText.\n`
}

Deno.test("memoryValues counts each memory once, the most frequent value first, and reads lists and commas", () => {
  const texts = new Map([
    ["m/MEMORY.md", "# Memory\n"],
    ["m/a.md", memory("scope: [belt, hall, belt]\nrelevance: during-review")],
    ["m/b.md", memory("scope: hall, dock\nrelevance: [when-touching-a, during-review]")],
    ["m/c.md", memory("scope: 7\nkind: lesson")],
    ["m/d.md", memory("scope: [")],
  ])
  const tree = { root: "m", index: "m/MEMORY.md", texts }
  deepStrictEqual(memoryValues(tree, "scope"), ["hall", "belt", "dock"])
  deepStrictEqual(memoryValues(tree, "relevance"), ["during-review", "when-touching-a"])
  deepStrictEqual(memoryValues(tree, "kind"), ["lesson"])
})

Deno.test("captureDraft fills in what a payload lacks from what is to be done, and nothing that a person decides", () => {
  deepStrictEqual(captureDraft(finding("R001", { proposed_action: "Stop the belt, then clean it.\nAnd the rest." })), {
    name: "Stop the belt, then clean it",
    description: "Stop the belt, then clean it. And the rest.",
    type: "user",
    body: "Stop the belt, then clean it.\nAnd the rest.",
  })
  const payload = { name: "N", description: "D", type: "feedback", body: "B", scope: ["a"], path: "m/a.md", own: 1 }
  deepStrictEqual(captureDraft(finding("R001", { capture: payload })), payload)
  strictEqual(
    captureDraft(finding("R001", { proposed_action: "x ".repeat(100) }))["description"],
    `${"x ".repeat(75).trim()}…`,
  )
})

Deno.test("captureDraft names a memory by its first words, and does not break off after one that goes on", () => {
  const nameOf = (proposed_action: string): unknown => captureDraft(finding("R001", { proposed_action }))["name"]
  strictEqual(nameOf("Write down which one holds where, or let one go."), "Write down which one holds where")
  strictEqual(nameOf("One two three four five six on"), "One two three four five six on")
  strictEqual(nameOf("a an the of to in on at by"), "a an the")
})

Deno.test("withBody renames a memory only when its name and description were made of its text", () => {
  const made = captureDraft(finding("R001", { proposed_action: "Stop the belt." }))
  deepStrictEqual(withBody(made, "Start it."), {
    ...made,
    name: "Start it",
    description: "Start it.",
    body: "Start it.",
  })
  deepStrictEqual(withBody({ ...made, name: "Belt" }, "Start it.")["name"], "Belt")
})

Deno.test("chosenValues takes numbers, words in any case and words of one's own, each once", () => {
  const question = { offered: ["belt", "Hall"], others: /^[a-z-]+$/u, form: "words" }
  const cases = {
    "1": ["belt"],
    "2 1": ["Hall", "belt"],
    "1, hall, 2": ["belt", "Hall"],
    "Big Dock,, ": ["big-dock"],
    "": [],
  }
  for (const [answer, values] of Object.entries(cases)) {
    deepStrictEqual(Result.getOrThrow(chosenValues(answer, question)), values, answer)
  }
  const problem = (answer: string, offered = question.offered): string => {
    const chosen = chosenValues(answer, { ...question, offered })
    return Result.isFailure(chosen) ? chosen.failure : ""
  }
  strictEqual(problem("1, 3"), '"3" cannot be taken; write a number from 1 to 2, or words')
  strictEqual(problem("0"), '"0" cannot be taken; write a number from 1 to 2, or words')
  strictEqual(problem("a_b", ["belt"]), '"a_b" cannot be taken; write 1, or words')
  strictEqual(problem("7", []), '"7" cannot be taken; write words')
})
