import { deepStrictEqual, ok } from "node:assert/strict"
import * as Completions from "effect/cli/Completions"
import * as Effect from "effect/Effect"
import { mainFor } from "../../src/cli/main.ts"
import { pathTypes } from "../../src/cli/completions.ts"
import { retro } from "../services/program.ts"

function leavesOf({ subcommands, ...command }: Completions.CommandDescriptor, above: readonly string[]): readonly {
  readonly words: readonly string[]
  readonly taken: readonly string[]
}[] {
  const taken = [...command.flags, ...command.arguments].map(({ name }) => name)
  return subcommands.length === 0
    ? [{ words: above, taken }]
    : subcommands.flatMap((subcommand) => leavesOf(subcommand, [...above, subcommand.name]))
}

const leaves = leavesOf(Completions.fromCommand(await Effect.runPromise(mainFor([]))), [])

Deno.test("every flag whose help says FILE or DIR is completed as a path, and no other", () => {
  ok(leaves.length > 15)
  for (const { words } of leaves) {
    const { stdout } = retro([...words, "--help"])
    for (const [, flag = "", metavar = ""] of stdout.matchAll(/^ {2}--([a-z-]+) ([A-Z|a-z]+) /gmu)) {
      deepStrictEqual([words, flag, pathTypes.has(flag)], [words, flag, /\b(?:FILE|DIR)$/u.test(metavar)])
    }
  }
})

Deno.test("every name that is completed as a path is one of a flag or an argument", () => {
  const taken = new Set(leaves.flatMap((leaf) => leaf.taken))
  deepStrictEqual([...pathTypes.keys()].filter((name) => !taken.has(name)), [])
})
