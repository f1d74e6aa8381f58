import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { memoriesOf } from "../../../src/passes/uncaptured_lessons/memories.ts"
import { singularWords } from "../../../src/passes/prose/words.ts"
import { corpusOf } from "../corpus_of.ts"

const memory = (description: string): string =>
  `---\nname: note\ndescription: ${description}\ntype: user\nscope: [global]\n---\n\nMore.\n`

Deno.test("memoriesOf finds the memory that says the most of some words, time after time, of equals the first by path", () => {
  const memories = memoriesOf(corpusOf(
    new Map([
      ["memory/c.md", memory("sorting readings halves archives")],
      ["memory/b.md", memory("sorting readings by sensor")],
      ["memory/a.md", memory("rotating garden gates")],
    ]),
  ))
  const ask = (text: string): unknown => memories.best(singularWords(text))
  for (let time = 0; time < 3; time++) {
    deepStrictEqual(ask("sorting readings"), { path: "memory/b.md", score: 1 })
    deepStrictEqual(ask("sorting readings halves gates"), { path: "memory/c.md", score: 0.75 })
    strictEqual(ask("nothing known"), undefined)
  }
})
