import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { retroIn } from "../services/in_process.ts"
import { evaluatePublicDevLoopRouting } from "../../src/core/routing/evaluate_routing.ts"
import { resolveAuthoritativeDevLoopStatus } from "../../src/core/routing/loop_status.ts"
import { resolveAuthoritativeStartupResumeBundle } from "../../src/core/routing/startup_bundle.ts"

const input = { intent: "start_on_issue", target: { kind: "issue", issue: 64 }, issue: 64, loopState: "start" }

Deno.test("retro loop route, resume and status print what the functions answer, an unresolved answer included", async () => {
  const helpers = [
    ["route", evaluatePublicDevLoopRouting],
    ["resume", resolveAuthoritativeStartupResumeBundle],
    ["status", resolveAuthoritativeDevLoopStatus],
  ] as const
  for (const [name, decide] of helpers) {
    for (const given of [input, { ...input, retrospectiveCheckpointState: "missing" }, {}, [], 7, null]) {
      const json = await retroIn("/", ["loop", name, "--json"], given === null ? "null" : given)
      const expected: unknown = JSON.parse(JSON.stringify(decide(given)))
      deepStrictEqual([json.code, json.stderr, JSON.parse(json.stdout)], [0, "", expected])
      strictEqual(json.stdout.split("\n").length, 2)
      deepStrictEqual(
        JSON.parse((await retroIn("/", ["loop", name], given === null ? "null" : given)).stdout),
        expected,
      )
    }
  }
})

Deno.test("retro loop refuses what is no JSON", async () => {
  for (const name of ["route", "resume", "status"]) {
    const run = await retroIn("/", ["loop", name], "start")
    deepStrictEqual([run.code, run.stdout], [2, ""])
  }
})
