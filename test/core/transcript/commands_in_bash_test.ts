import { deepStrictEqual, ok } from "node:assert/strict"
import { readFileSync } from "node:fs"
import { readTooling } from "../../../src/core/transcript/analyze_transcript.ts"
import { callsInBash } from "./real_bash.ts"

const tools = ["gh", "python", "python2", "python3", "node"]
const stubs: { readonly [label: string]: string } = { "node -e": "node" }

/** Commands, each of which calls all its tools when it runs; a line of hyphens ends each. */
function commandsOf(file: string): readonly string[] {
  const text = readFileSync(new URL(`../../../fixtures/commands/${file}`, import.meta.url), "utf8")
  return text.split("\n----\n").filter((command) => command !== "")
}

Deno.test("readTooling finds the tools that bash runs, each as often, in commands of every kind", () => {
  const commands = commandsOf("decided.txt")
  for (const [index, calls] of callsInBash(commands, tools).entries()) {
    const { uses, undecided } = readTooling(commands[index])
    const found = uses.map(({ label }) => stubs[label] ?? label)
    deepStrictEqual([found.sort(), undecided], [calls.toSorted(), []], commands[index])
  }
})

Deno.test("readTooling says that it cannot decide where only a run of bash tells what is called", () => {
  const commands = commandsOf("undecided.txt")
  for (const [index, calls] of callsInBash(commands, tools).entries()) {
    const { uses, undecided } = readTooling(commands[index])
    ok(calls.length > uses.length && undecided.length > 0, commands[index])
  }
})
