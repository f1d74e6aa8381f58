/**
 * Writes records as a process of its own: `retrospective_entry.ts <root> <name> <times>`, by turns required, complete
 * and skipped; `forever` as the number of times never ends. Prints a line when it starts.
 */
import process from "node:process"
import * as Effect from "effect/Effect"
import { hostLayer } from "../../src/host/host_layer.ts"
import { writeTurn } from "./retrospective_turns.ts"

const [root = "", name = "", times = "1"] = process.argv.slice(2)
process.stdout.write("started\n")
for (let turn = 0; times === "forever" || turn < Number(times); turn++) {
  await Effect.runPromise(writeTurn(root, name, turn).pipe(Effect.provide(hostLayer)))
}
