import { deepStrictEqual, match, strictEqual, throws } from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
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

/** What stands in the files besides texts, and what `retro gate check` answers. */
const odd: readonly (readonly [name: string, make: (root: string) => void, code: number])[] = [
  ["bytes that are no UTF-8", (root) => writeRecord(root, '{"state":"complete","notes":"', 0xe9, '"}'), 1],
  ["a byte order mark", (root) => writeRecord(root, 0xef, 0xbb, 0xbf, '{"state":"complete"}'), 0],
  ["a link to nowhere", (root) => symlinkSync("/nowhere", join(root, checkpointPath)), 1],
  ["a link to a record", (root) => {
    writeFileSync(join(root, "record"), '{"state":"complete"}')
    symlinkSync("../record", join(root, checkpointPath))
  }, 0],
  ["a pipe", (root) => void execFileSync("mkfifo", [join(root, checkpointPath)]), 1],
  ["a folder", (root) => mkdirSync(join(root, checkpointPath)), 1],
  ["a large file", (root) => {
    writeRecord(root, `{"state":"complete"}${" ".repeat(17 * 1024 * 1024)}`)
  }, 1],
  ["a link to nowhere as configuration", (root) => {
    rmSync(join(root, ".devloops"))
    symlinkSync("/nowhere", join(root, ".devloops"))
  }, 3],
  ["a file as the folder of the record", (root) => {
    rmSync(join(root, ".pi"), { recursive: true })
    writeFileSync(join(root, ".pi"), "")
  }, 3],
  ["a mistyped key", (root) => writeFileSync(join(root, ".devloops"), on.replace("Retrospective", "Retrospectiv")), 3],
  ["a folder beside a configuration", (root) => {
    rmSync(join(root, ".devloops"))
    mkdirSync(join(root, ".devloops"))
    writeFileSync(join(root, ".devloops.yaml"), on)
  }, 0],
]

function writeRecord(root: string, ...parts: readonly (string | number)[]): void {
  const encoder = new TextEncoder()
  const bytes = parts.flatMap((part) => typeof part === "number" ? [part] : [...encoder.encode(part)])
  writeFileSync(join(root, checkpointPath), new Uint8Array(bytes))
}

for (const [name, make, code] of odd) {
  Deno.test({
    name: `both options are not more open than retro gate check: ${name}`,
    ignore: process.platform === "win32",
    fn: async () => {
      await withFolder({ ".devloops": on, ".pi/x": "" }, async (root) => {
        make(root)
        strictEqual((await retroIn(root, ["gate", "check", "--routing", "-"], routing)).code, code)
        for (const { nextStep } of [optionA, optionB]) {
          let kind = "it throws"
          try {
            kind = nextStep(input, root, root).routeKind
          } catch {
            // A caller without an answer does not start.
          }
          // Of a folder that the program passes over, they make an error.
          const expected = code === 0 && !name.startsWith("a folder")
            ? "route"
            : code === 1
            ? "needs_reconcile"
            : "it throws"
          strictEqual(kind, expected)
        }
      })
    },
  })
}

Deno.test("both options fail rather than start where the configuration cannot be used", async () => {
  await withFolder({ ".devloops": "version: 2\n" }, (root) => {
    for (const { nextStep } of [optionA, optionB]) throws(() => nextStep(input, root, root), /Cannot use \.devloops/u)
  })
})
