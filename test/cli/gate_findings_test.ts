import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { strictEqual } from "node:assert/strict"
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { checkpointPath } from "../../src/core/gate/checkpoint_record.ts"
import { RetrospectiveFindings } from "../../src/core/schema/retrospective_findings.ts"
import { retroIn } from "../services/in_process.ts"
import { withFolder } from "../services/program.ts"

const check = ["gate", "check", "--routing", "-"]
/** The other runs that ask or set the gate. */
const others: readonly (readonly string[])[] = [
  ["gate", "status"],
  ["gate", "require"],
  ["gate", "complete", "--notes", "n"],
  ["gate", "skip", "--reason", "r"],
  ["gate", "observe"],
]

const cases = Arbitrary.all([
  Arbitrary.schema(RetrospectiveFindings),
  Arbitrary.schema(Schema.Literals(["required", "complete", "skipped", "odd"])),
  Arbitrary.schema(Schema.Literals(["true", "false", "yes"])),
  Arbitrary.schema(Schema.Literals(["route", "wait", "stop", "inspect", "needs_reconcile"])),
])

Deno.test("generated findings change no exit code of retro gate and no line that it says", async () => {
  const samples = await Effect.runPromise(Arbitrary.sampleEffect(cases, { count: 120, seed: 11, size: 8 }))
  const codes = new Set<number>()
  for (const [index, [findings, state, enforced, routeKind]] of samples.entries()) {
    const command = index % 2 === 0 ? check : others[(index >> 1) % others.length] ?? []
    // Wherever a caller could put some: in the record, in the routing and in the event.
    const noise = { ...findings, retrospectiveFindings: findings, behavioralReview: findings, findings: [findings] }
    const run = async (extra: object): Promise<string> => {
      let said = ""
      await withFolder(
        { ".devloops": `version: 1\nworkflow:\n  requireRetrospective: ${enforced}\n` },
        async (root) => {
          mkdirSync(dirname(join(root, checkpointPath)))
          writeFileSync(join(root, checkpointPath), JSON.stringify({ ...extra, state }))
          const outcome = await retroIn(root, command, { ...extra, routeKind })
          codes.add(outcome.code)
          said = `${outcome.code} ${outcome.stderr.replaceAll(root, "")}`
        },
      )
      return said
    }
    strictEqual(await run(noise), await run({}), JSON.stringify([command, state, enforced, routeKind, findings]))
  }
  strictEqual([0, 1, 3].every((code) => codes.has(code)), true)
})
