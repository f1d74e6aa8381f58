import { deepStrictEqual, match, strictEqual } from "node:assert/strict"
import { checkpointPath } from "../../src/core/gate/checkpoint_record.ts"
import { inBash, type Journey } from "./visit.ts"

const completion = {
  type: "agent_end",
  runId: "run-8",
  messages: [{ role: "user", content: "Background task completed: dev-loop" }],
}

/** A loop ends, its retrospective is due, and nothing starts before it is recorded. */
export const closedCompletedOpen: Journey = {
  name: "gate: closed by a loop that ended, completed, open",
  ...inBash,
  files: { "README.md": "# Loop\n", ".devloops": "version: 1\r\nworkflow:\r\n  requireRetrospective: true\r\n" },
  make: async (visit) => {
    const check = async (routing?: unknown): Promise<readonly [code: number, kind: unknown]> => {
      const given = routing === undefined ? {} : { stdin: JSON.stringify(routing) }
      const args = ["gate", "check", ...(routing === undefined ? [] : ["--routing", "-"])]
      const { code, stdout } = await visit.retro(args, given)
      return [code, JSON.parse(stdout).routeKind]
    }
    deepStrictEqual(await check(), [0, "route"])
    const observed = await visit.retro(["gate", "observe"], { stdin: JSON.stringify(completion) })
    strictEqual(observed.code, 0)
    match(observed.stdout, /retro gate complete --notes/u)
    deepStrictEqual(await check(), [1, "needs_reconcile"])
    deepStrictEqual(await check({ routeKind: "stop" }), [0, "stop"])
    const notes = "Kein Abweichen; zwei rohe Aufrufe ✓"
    strictEqual((await visit.retro(["gate", "complete", "--notes", notes])).code, 0)
    deepStrictEqual(await check(), [0, "route"])
    const record = JSON.parse(visit.read(checkpointPath))
    deepStrictEqual([record.state, record.notes], ["complete", notes])
    const armed = "retro gate require && ! retro gate check && retro gate skip --reason 'documentation only'"
    strictEqual((await visit.shell(`${armed} && retro gate status`)).code, 0)
    visit.write(".devloops", "version: 2\n")
    deepStrictEqual(await check(), [3, "needs_reconcile"])
    const routed = await visit.retro(["loop", "route"], { stdin: '{"intent":"begin"}' })
    match(routed.stdout, /"routeKind": "needs_reconcile"/u)
  },
}
