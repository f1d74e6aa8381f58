import { deepStrictEqual, strictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { contractNames, jsonSchemaOf } from "../../../src/core/schema/json_schema.ts"
import { HandoffEnvelope } from "../../../src/core/schema/handoff_envelope.ts"
import { RetrospectiveCheckpoint } from "../../../src/core/schema/retrospective_checkpoint.ts"
import { RetrospectiveFindings } from "../../../src/core/schema/retrospective_findings.ts"
import { RoutingInput } from "../../../src/core/schema/routing_input.ts"
import { RoutingResult } from "../../../src/core/schema/routing_result.ts"
import { holds } from "../gate/foreign_json.ts"

const contracts: readonly (readonly [string, Schema.Codec<unknown, unknown>])[] = [
  ["RetrospectiveCheckpoint", RetrospectiveCheckpoint],
  ["RoutingInput", RoutingInput],
  ["RoutingResult", RoutingResult],
  ["HandoffEnvelope", HandoffEnvelope],
  ["RetrospectiveFindings", RetrospectiveFindings],
]

for (const [name, schema] of contracts) {
  Deno.test(`${name} survives JSON unchanged, and is listed with its JSON Schema`, async () => {
    const decode = Schema.decodeUnknownSync(schema)
    const encode = Schema.encodeUnknownSync(schema)
    await holds(Arbitrary.schema(schema), (value) => {
      const json: unknown = JSON.parse(JSON.stringify(encode(value)))
      deepStrictEqual(JSON.parse(JSON.stringify(encode(decode(json)))), json)
      return true
    }, 60)
    const listed = contractNames.find((contract) => contract === name)
    strictEqual(listed === undefined ? undefined : jsonSchemaOf(listed)["title"], name)
  })
}

Deno.test("RetrospectiveCheckpoint is one of three by its state, and keeps the fields of others", () => {
  const isCheckpoint = Schema.is(RetrospectiveCheckpoint)
  const at = "2027-03-04T16:30:00.000Z"
  const rows: readonly (readonly [unknown, boolean])[] = [
    [{ state: "required", triggeredAt: at }, true],
    [{ state: "complete", completedAt: at, notes: "n", identity: { prNumber: 1 }, provenance: null }, true],
    [{ state: "skipped", skippedAt: at, reason: "r", runId: "a" }, true],
    [{ state: "complete", completedAt: at, notes: " " }, false],
    [{ state: "skipped", skippedAt: at }, false],
    [{ state: "complete", skippedAt: at, reason: "r" }, false],
    [{ state: "none" }, false],
    [{ state: "required", triggeredAt: at, runId: 1 }, false],
  ]
  for (const [value, valid] of rows) strictEqual(isCheckpoint(value), valid, JSON.stringify(value))
  const foreign = { state: "required", triggeredAt: at, identity: { repo: "a/b" }, extra: [1] }
  deepStrictEqual(Schema.decodeUnknownSync(RetrospectiveCheckpoint)(foreign), foreign)
})
