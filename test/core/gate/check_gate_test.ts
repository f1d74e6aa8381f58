import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { deepStrictEqual, match, strictEqual } from "node:assert/strict"
import { loadDevLoopConfig } from "../../../src/core/config/dev_loop_config.ts"
import { retrospectiveKey } from "../../../src/core/config/retrospective_key.ts"
import { checkRetrospectiveGate, type GateVerdict, uncheckedGate } from "../../../src/core/gate/check_gate.ts"
import { type CheckpointReading, readCheckpointArtifact } from "../../../src/core/gate/checkpoint_artifact.ts"
import { fieldOf } from "../../../src/core/foreign/foreign_value.ts"
import { gateStatus } from "../../../src/core/gate/gate_status.ts"
import { RetrospectiveFindings } from "../../../src/core/schema/retrospective_findings.ts"
import { foreignJson, holds, proposals } from "./foreign_json.ts"

const configs = {
  on: loadDevLoopConfig({ ".devloops": "version: 1\nworkflow:\n  requireRetrospective: true\n" }),
  off: loadDevLoopConfig({}),
  near: loadDevLoopConfig({ ".devloops": "version: 1\nworkflow:\n  requireRetrospect: true\n" }),
  other: loadDevLoopConfig({ ".devloops": "version: 1\nworkflow:\n  requireDraftFrist: true\n" }),
  broken: loadDevLoopConfig({ ".devloops": "version: 1\nworkflow:\n  requireRetrospective: yes\n" }),
}
const fileOf = (record: unknown): CheckpointReading =>
  readCheckpointArtifact(record === undefined ? { _tag: "absent" } : { _tag: "text", text: JSON.stringify(record) })
const route = { routeKind: "route", selectedGate: "issue_intake" }

Deno.test("checkRetrospectiveGate answers by configuration, then by checkpoint and proposal", () => {
  const required = { state: "required", triggeredAt: "2027-03-04T16:30:00.000Z" }
  const cases: readonly (readonly [keyof typeof configs, unknown, unknown, GateVerdict, RegExp])[] = [
    ["on", undefined, route, "open", /no completed run requires/u],
    ["on", { state: "complete" }, route, "open", /is recorded/u],
    ["on", { state: "skipped" }, route, "open", /was skipped/u],
    ["on", required, { routeKind: "inspect" }, "open", /kind "inspect" starts nothing/u],
    ["on", required, { routeKind: "stop" }, "open", /kind "stop" starts nothing/u],
    ["on", required, route, "closed", /retro gate complete --notes .* retro gate skip --reason/u],
    ["on", required, { routeKind: "wait" }, "closed", /whoever ran that loop, or its operator/u],
    ["on", [], route, "closed", /cannot be understood \(the file holds an array/u],
    ["on", { state: "complete" }, 7, "closed", /is 7, no object/u],
    ["on", undefined, [], "closed", /is an array, no object/u],
    ["off", required, route, "not enforced", /pending all the same/u],
    ["off", undefined, route, "not enforced", /is not true/u],
    [
      "near",
      undefined,
      route,
      "not enforced",
      /; \.devloops, line 3: .*; did you mean "workflow\.requireRetrospective"\?$/u,
    ],
    ["other", undefined, route, "not enforced", /is not true in this work tree$/u],
    ["broken", undefined, route, "cannot evaluate", /\.devloops, line 3: .*; until then the gate is closed/u],
    ["broken", { state: "complete" }, { routeKind: "stop" }, "cannot evaluate", /"yes"; write true or false/u],
  ]
  for (const [config, record, proposedRouting, verdict, text] of cases) {
    const checkpoint = fileOf(record)
    const check = checkRetrospectiveGate({ checkpoint, config: configs[config], proposedRouting })
    deepStrictEqual([check.verdict, check.checkpointState], [verdict, checkpoint.checkpointState])
    match(check.text, text)
    const passes = verdict === "open" || verdict === "not enforced"
    strictEqual(check.routing === proposedRouting, passes)
    if (!passes) strictEqual(fieldOf(check.routing, "routeKind"), "needs_reconcile")
  }
})

Deno.test("checkRetrospectiveGate does not let a typing mistake in the configuration open it", () => {
  const files = { ".devloops": "version: 1\nworkflow:\n  requireRetrospectiv: true\n" }
  const config = { ...loadDevLoopConfig(files), ...retrospectiveKey(files) }
  const { verdict, routing, text } = checkRetrospectiveGate({
    checkpoint: fileOf(undefined),
    config,
    proposedRouting: route,
  })
  deepStrictEqual([verdict, fieldOf(routing, "routeKind")], ["cannot evaluate", "needs_reconcile"])
  match(text, /^Cannot tell whether \.devloops requires a retrospective: line 3 .*; until then the gate is closed$/u)
  const status = gateStatus(fileOf({ state: "required" }), { ...config, file: ".devloops" })
  deepStrictEqual([status.enforced, status.nextAction], [null, config.doubts[0]?.message])
  // Where the key is true all the same, there is nothing to doubt.
  const enforced = { ...config, requireRetrospective: true }
  strictEqual(
    checkRetrospectiveGate({ checkpoint: fileOf(undefined), config: enforced, proposedRouting: route }).verdict,
    "open",
  )
})

Deno.test("checkRetrospectiveGate closes, and does not throw, on what is no configuration and no state", () => {
  const check = (input: object): ReturnType<typeof checkRetrospectiveGate> =>
    Reflect.apply(checkRetrospectiveGate, undefined, [{
      checkpoint: fileOf(undefined),
      proposedRouting: route,
      ...input,
    }])
  for (
    const config of [{}, { errors: [] }, { requireRetrospective: false }, { errors: [], requireRetrospective: "no" }]
  ) {
    const { verdict, text } = check({ config })
    strictEqual(verdict, "cannot evaluate")
    match(text, /does not say whether the gate is enforced; pass what loadDevLoopConfig gave/u)
  }
  const config = configs.on
  const stop = { routeKind: "stop" }
  const odd = check({ config, checkpoint: { checkpointState: "toString" }, proposedRouting: stop })
  deepStrictEqual([odd.verdict, odd.text], [
    "open",
    'the state of the checkpoint is "toString", and a routing of the kind "stop" starts nothing',
  ])
  const bare = check({ config, checkpoint: { checkpointState: "missing" } })
  match(bare.text, /^the retrospective of the last completed run is pending; whoever/u)
})

Deno.test("a checkpoint that cannot be read is to be repaired, and that alone is said", () => {
  const problem = 'Cannot read "x": EISDIR; move it away, and run "retro gate require" in its place'
  const checkpoint = readCheckpointArtifact({ _tag: "unreadable", problem })
  const { verdict, text } = checkRetrospectiveGate({ checkpoint, config: configs.on, proposedRouting: route })
  deepStrictEqual([verdict, text], ["closed", `a retrospective counts as pending: ${problem}`])
  strictEqual(
    gateStatus(checkpoint, { ...configs.on, file: null }).nextAction,
    `A retrospective counts as pending: ${problem}`,
  )
})

Deno.test("a gate that could not be looked at is closed whatever the proposal", () => {
  for (const proposal of [route, { routeKind: "inspect" }, undefined, "x"]) {
    const { verdict, routing, text } = uncheckedGate(proposal, "git failed")
    deepStrictEqual([verdict, fieldOf(routing, "routeKind")], ["cannot evaluate", "needs_reconcile"])
    match(text, /^git failed; /u)
  }
})

Deno.test("checkRetrospectiveGate lets a start go on only where the seam says so", async () => {
  const settings = Arbitrary.schema(Schema.Literals(["on", "off", "broken"]))
  await holds(Arbitrary.all([settings, foreignJson, proposals]), ([setting, record, proposedRouting]) => {
    const checkpoint = fileOf(record)
    const { verdict, routing } = checkRetrospectiveGate({ checkpoint, config: configs[setting], proposedRouting })
    const passes = verdict === "open" || verdict === "not enforced"
    return passes === (routing === proposedRouting) && (setting === "off") === (verdict === "not enforced") &&
      (setting === "broken") === (verdict === "cannot evaluate")
  }, 600)
})

Deno.test("findings change neither a check of the gate nor its status, wherever they are put", async () => {
  const settings = Arbitrary.schema(Schema.Literals(["on", "off", "broken"]))
  const findings = Arbitrary.schema(RetrospectiveFindings)
  const records = Arbitrary.schema(
    Schema.Struct({ state: Schema.Literals(["required", "complete", "skipped", "odd"]), notes: Schema.String }),
  )
  const kinds = Arbitrary.schema(Schema.Literals(["route", "wait", "stop", "inspect", "needs_reconcile"]))
  await holds(Arbitrary.all([settings, findings, records, kinds]), ([setting, found, record, routeKind]) => {
    const noise = { ...found, retrospectiveFindings: found, behavioralReview: found }
    const config = { ...configs[setting], file: null }
    const check = (checkpoint: CheckpointReading, proposedRouting: unknown) => {
      const { verdict, checkpointState, text } = checkRetrospectiveGate({ checkpoint, config, proposedRouting })
      const { enforced, problem, nextAction } = gateStatus(checkpoint, config)
      return JSON.stringify([verdict, checkpointState, text, enforced, problem, nextAction])
    }
    return check(fileOf(record), { routeKind }) === check(fileOf({ ...noise, ...record }), { ...noise, routeKind })
  }, 600)
})

Deno.test("gateStatus says what there is to do", () => {
  const required = fileOf({ state: "required" })
  const action = (checkpoint: CheckpointReading, config: keyof typeof configs) =>
    gateStatus(checkpoint, { ...configs[config], file: null })
  strictEqual(action(fileOf(undefined), "on").nextAction, null)
  strictEqual(action(fileOf({ state: "complete" }), "on").nextAction, null)
  match(action(required, "on").nextAction ?? "", /retro gate complete/u)
  match(action(required, "off").nextAction ?? "", /advisory/u)
  const broken = action(required, "broken")
  deepStrictEqual([broken.enforced, broken.nextAction], [null, configs.broken.errors[0]?.message])
})
