/** The stage `diff` as a process of its own: `deno run -A bench/diff_entry.ts CURRENT PREVIOUS` prints the result as JSON. */
import * as Effect from "effect/Effect"
import { readBaseline } from "../src/core/diff/read_baseline.ts"
import { diff } from "../src/engine/diff.ts"

const [current = "", previous = ""] = Deno.args
const program = Effect.flatMap(
  Effect.fromResult(readBaseline(JSON.parse(Deno.readTextFileSync(previous)), previous)),
  (baseline) => diff({ findings: JSON.parse(Deno.readTextFileSync(current)), baseline, today: "2027-03-01" }),
)
const result = new TextEncoder().encode(JSON.stringify(await Effect.runPromise(program)) + "\n")
for (let written = 0; written < result.length;) written += Deno.stdout.writeSync(result.subarray(written))
