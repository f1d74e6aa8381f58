import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { loadDevLoopConfig } from "../../../src/core/config/dev_loop_config.ts"
import { devLoopConfigPaths } from "../../../src/core/config/dev_loop_files.ts"
import { retrospectiveKey } from "../../../src/core/config/retrospective_key.ts"
import { holds } from "../gate/foreign_json.ts"

const on = "version: 1\nworkflow:\n  requireRetrospective: true\n"
const off = on.replace("true", "false")
const mistaken = on.replace("Retrospective", "Retrospectiv")

/** Files of one word each, and the key that is in doubt with its line. */
const mistakes: readonly (readonly [text: string, line: number, key: string])[] = [
  [mistaken, 3, "workflow.requireRetrospectiv"],
  ["version: 1\nworkflow:\n  RequireRetrospective: true\n", 3, "workflow.RequireRetrospective"],
  ["version: 1\nworkflow:\n  require_retrospective: true\n", 3, "workflow.require_retrospective"],
  ["version: 1\nworkflow:\n  requireRetrospectives: false\n", 3, "workflow.requireRetrospectives"],
  ["version: 1\nworkflow:\n  'requireRetrospective ': true\n", 3, "workflow.requireRetrospective "],
  ["version: 1\nrequireRetrospective: true\n", 2, "requireRetrospective"],
  ["version: 1\nWorkflow:\n  requireRetrospective: true\n", 3, "Workflow.requireRetrospective"],
  ["version: 1\nautonomy: {requireRetrospective: true}\n", 2, "autonomy.requireRetrospective"],
  ["version: 1\nworkflow.requireRetrospective: true\n", 2, "workflow.requireRetrospective"],
  ["version: 1\nworkflow:\n  <<: {requireRetrospective: true}\n", 3, "workflow.<<.requireRetrospective"],
  ["version: 1\n<<: [{workflow: {requireRetrospective: true}}]\n", 2, "<<.0.workflow.requireRetrospective"],
  ['{"version": 1,\n\t"requireRetrospectve": true}', 2, "requireRetrospectve"],
]

Deno.test("retrospectiveKey doubts a file with a key like the one that it does not say", () => {
  for (const [text, line, key] of mistakes) {
    const { said_in, doubts } = retrospectiveKey({ ".devloops": text })
    deepStrictEqual(
      [said_in, doubts.map(({ path, layer }) => [path, layer])],
      [null, [[".devloops", "settings"]]],
      text,
    )
    strictEqual(
      doubts[0]?.message,
      `Cannot tell whether .devloops requires a retrospective: line ${line} says "${key}"; ` +
        'say "requireRetrospective", true or false, in the mapping "workflow"',
    )
    // The loader keeps its word: a key that is not known is a warning.
    deepStrictEqual(loadDevLoopConfig({ ".devloops": text }).errors, [])
  }
})

Deno.test("retrospectiveKey has no doubt where the key is said, and none about keys of others", () => {
  const rows: readonly (readonly [Readonly<Record<string, string>>, string | null, number])[] = [
    [{}, null, 0],
    [{ ".devloops": "version: 1\n" }, null, 0],
    [{ ".devloops": on }, ".devloops", 0],
    [{ ".devloops": off }, ".devloops", 0],
    [{ ".devloops": `${off}  requireRetrospectiv: true\n` }, ".devloops", 0],
    [{ ".devloops": `${on}requireRetrospective: true\n` }, ".devloops", 0],
    [{ ".pi/dev-loop/defaults.yml": on, ".devloops": mistaken }, ".pi/dev-loop/defaults.yml", 0],
    [{ ".pi/dev-loop/defaults.yml": off, ".devloops": mistaken }, ".pi/dev-loop/defaults.yml", 1],
    [{ ".pi/dev-loop/defaults.yml": mistaken, ".devloops": off }, ".devloops", 0],
    [{ ".pi/dev-loop/defaults.yml": mistaken, ".devloops": "version: 1\n" }, null, 1],
    [{ ".devloops": off, ".devloops.yaml": mistaken }, ".devloops", 0],
    [{ ".devloops": "version: 1\nworkflow: {requireRetro: true, requireDraftFirst: true}\n" }, null, 0],
    [{ ".devloops": "version: 1\na: {b: {c: {requireRetrospective: true}}}\n" }, null, 0],
    [{ ".devloops": "requireRetrospective: [\n" }, null, 0],
  ]
  for (const [files, said_in, doubts] of rows) {
    const key = retrospectiveKey(files)
    deepStrictEqual([key.said_in, key.doubts.length], [said_in, doubts], JSON.stringify(files))
  }
})

Deno.test("retrospectiveKey never throws, and doubts nothing where a retrospective is required", async () => {
  const texts = Arbitrary.schema(Schema.Union([Schema.String, Schema.Literals([on, off, mistaken])]))
  await holds(Arbitrary.all([texts, texts, Arbitrary.schema(Schema.Json)]), ([first, second, value]) => {
    for (const path of devLoopConfigPaths) {
      const files = { [path]: first, ".devloops": second, ".pi/dev-loop/defaults.json": JSON.stringify(value) }
      const { doubts } = retrospectiveKey(files)
      const { requireRetrospective, errors } = loadDevLoopConfig(files)
      if (requireRetrospective && errors.length === 0 && doubts.length > 0) return false
    }
    return true
  }, 100)
})
