import { deepStrictEqual, ok } from "node:assert/strict"
import { analyzeTranscript } from "../../../src/core/transcript/analyze_transcript.ts"
import { bashCases, holds, sampleChoices } from "./choices.ts"
import { completeCommand, garbage, wrappedMention, wrappedUse } from "./generated_shell.ts"
import { callsInBash, runInBash } from "./real_bash.ts"

const levels = 6
const tools = ["gh", "python", "python3", "node"]

function parses(text: string): boolean {
  return !analyzeTranscript(text).undecided.some(({ reason }) => reason === "does not parse")
}

Deno.test("analyzeTranscript finds a use once, however it is wrapped and quoted", async () => {
  await holds(1, (choices) => {
    const text = wrappedUse(choices, levels)
    const { violations, undecided } = analyzeTranscript(text)
    deepStrictEqual([violations.length, undecided], [1, []], text)
  })
})

Deno.test("analyzeTranscript finds what bash runs of wrapped uses", async () => {
  const texts = (await sampleChoices(2, bashCases)).map((choices) => wrappedUse(choices, levels))
  const run = runInBash(texts, tools)
  for (const index of run) deepStrictEqual(analyzeTranscript(texts[index]).violations.length, 1, texts[index])
  const idle = texts.filter((_, index) => !run.has(index))
  ok(idle.length <= texts.length / 50, `bash ran nothing in ${idle.length}, such as ${idle[0]}`)
})

Deno.test("analyzeTranscript never finds a mention", async () => {
  await holds(3, (choices) => {
    const text = wrappedMention(choices, levels)
    const { violations, undecided } = analyzeTranscript(text)
    deepStrictEqual([violations, undecided], [[], []], text)
  })
})

Deno.test("bash runs nothing in what analyzeTranscript takes for a mention", async () => {
  const texts = (await sampleChoices(4, bashCases)).map((choices) => wrappedMention(choices, levels))
  deepStrictEqual([...runInBash(texts, tools)].map((index) => texts[index]), [])
})

Deno.test("analyzeTranscript finds the same in complete commands of any order", async () => {
  await holds(5, (choices) => {
    const commands = Array.from({ length: 2 + choices.below(3) }, () => completeCommand(choices)).filter(parses)
    const first = choices.below(Math.max(1, commands.length))
    const turned = [...commands.slice(first), ...commands.slice(0, first).toReversed()]
    const alone = turned.flatMap((command) => analyzeTranscript(command).violations)
    deepStrictEqual(analyzeTranscript(turned.join("\n")).violations, alone, turned.join("\n"))
  })
})

Deno.test("analyzeTranscript finds what bash runs of complete commands in any order", async () => {
  const texts = (await sampleChoices(9, bashCases)).map((choices) =>
    Array.from({ length: 2 + choices.below(3) }, () => completeCommand(choices)).filter(parses).join("\n")
  )
  for (const [index, calls] of callsInBash(texts, tools).entries()) {
    ok(calls.length <= analyzeTranscript(texts[index]).violations.length, texts[index])
  }
})

Deno.test("analyzeTranscript finds in a text and another after it what it finds in each", async () => {
  await holds(6, (choices) => {
    const [before, after] = [garbage(choices), garbage(choices)]
    if (!parses(before) || /\\+$/u.test(before)) return
    const each = [before, after].flatMap((text) => analyzeTranscript(text).violations)
    deepStrictEqual(analyzeTranscript(`${before}\n${after}`).violations, each, `${before}\n${after}`)
  })
})

Deno.test("analyzeTranscript finds a use after any text", async () => {
  await holds(7, (choices) => {
    const text = garbage(choices)
    if (/\\+$/u.test(text)) return
    const { violations } = analyzeTranscript(`${text}\npython3 sentinel`)
    ok(violations.some((violation) => violation.includes("python3 sentinel")), text)
  })
})

Deno.test("analyzeTranscript leaves nothing out that bash runs of any text", async () => {
  const texts = (await sampleChoices(10, bashCases)).map((choices) => `${garbage(choices)}\n${garbage(choices)}`)
  for (const [index, calls] of callsInBash(texts, tools).entries()) {
    const { violations, undecided } = analyzeTranscript(texts[index])
    ok(calls.length <= violations.length || undecided.length > 0, texts[index])
  }
})

Deno.test("analyzeTranscript reports nothing twice", async () => {
  await holds(8, (choices) => {
    const text = garbage(choices)
    const numbers = analyzeTranscript(text).violations.flatMap((found) =>
      /^gh: (?:[^$`<]*\s)?gh n(\d+)/u.exec(found)?.[1] ?? []
    )
    deepStrictEqual(numbers.length, new Set(numbers).size, text)
  })
})
