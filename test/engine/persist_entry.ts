/**
 * Whole runs as a process of their own: `persist_entry.ts once|forever <report folder> <name of a finding>…`.
 * Prints a line when it starts, and each run as a line.
 */
import process from "node:process"
import * as Effect from "effect/Effect"
import { whileTaken } from "../../src/engine/persist.ts"
import { hostLayer } from "../../src/host/host_layer.ts"
import { run } from "./persist_run.ts"

const [times, reportDir = "", ...names] = process.argv.slice(2)
process.stdout.write("started\n")
do {
  const persisted = await Effect.runPromise(whileTaken(run(reportDir, names)).pipe(Effect.provide(hostLayer)))
  process.stdout.write(JSON.stringify(persisted) + "\n")
} while (times === "forever")
