import { deepStrictEqual, match, strictEqual, throws } from "node:assert/strict"
import * as optionA from "../../examples/gate-callers/option_a.ts"
import * as optionB from "../../examples/gate-callers/option_b.ts"
import { checkpointPath } from "../../src/core/gate/checkpoint_record.ts"
import { evaluatePublicDevLoopRouting } from "../../src/core/routing/evaluate_routing.ts"
import type { RoutingInput } from "../../src/core/schema/routing_input.ts"
import { retroIn } from "../services/in_process.ts"
import { withFolder } from "../services/program.ts"

const on = "version: 1\nworkflow:\n  requireRetrospective: true\n"
const input: RoutingInput = { intent: "start_on_issue", target: { kind: "issue", issue: 64 } }
const routing = evaluatePublicDevLoopRouting(input)

Deno.test("both options let a start go on where retro gate check does, and close where it does", async () => {
  const records = [
    '{"state":"required"}',
    '{"state":"complete"}',
    '{"state":"skipped"}',
    "{",
    "[]",
    '{"state":"odd"}',
    undefined,
  ]
  for (const record of records) {
    for (const config of [on, on.replace("true", "false"), undefined]) {
      const files = {
        ...config === undefined ? {} : { ".devloops": config },
        ...record === undefined ? {} : { [checkpointPath]: record },
      }
      await withFolder(files, async (root) => {
        const { code } = await retroIn(root, ["gate", "check", "--routing", "-"], routing)
        for (const { nextStep } of [optionA, optionB]) {
          const step = nextStep(input, root, root)
          strictEqual(step.routeKind, code === 0 ? "route" : "needs_reconcile")
          if (code === 0) deepStrictEqual(step, routing)
          else match(step.nextAction, /retrospective/iu)
        }
      })
    }
  }
})

Deno.test("both options fail rather than start where the configuration cannot be used", async () => {
  await withFolder({ ".devloops": "version: 2\n" }, (root) => {
    for (const { nextStep } of [optionA, optionB]) throws(() => nextStep(input, root, root), /Cannot use \.devloops/u)
  })
})
