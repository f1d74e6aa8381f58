import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { isDevLoopCompletion, observeAgentEnd } from "../../../src/core/gate/agent_end.ts"
import { resolveCheckpointStateFromArtifact } from "../../../src/core/gate/checkpoint_artifact.ts"
import {
  completeCheckpoint,
  formatCheckpoint,
  requireCheckpoint,
  skipCheckpoint,
} from "../../../src/core/gate/checkpoint_record.ts"
import { RetrospectiveCheckpoint } from "../../../src/core/schema/retrospective_checkpoint.ts"
import { foreignJson, holds } from "./foreign_json.ts"

const at = "2027-03-04T16:30:00.000Z"
const done = "Background task completed: dev-loop (run 12)"

Deno.test("isDevLoopCompletion reads the first message of the user for both phrases", () => {
  const rows: readonly (readonly [unknown, boolean])[] = [
    [[{ role: "user", content: done }], true],
    [[{ role: "user", content: "the dev-loop says: Background task completed" }], true],
    [[{ role: "user", content: [{ text: "Background task comp" }, null, 3, { text: "leted dev-loop" }] }], true],
    [[{ role: "user", content: [{ text: "Background task completed" }, { text: ["dev-loop"] }] }], false],
    [[{ role: "assistant", content: done }], false],
    [[{ role: "user", content: "hello" }, { role: "user", content: done }], false],
    [[{ role: "user", content: done.toLowerCase() }], false],
    [[{ role: "user", content: "Background task completed" }], false],
    [[{ role: "user", content: { text: done } }], false],
    [[null], false],
    [[], false],
    [{ 0: { role: "user", content: done } }, false],
    [undefined, false],
  ]
  for (const [messages, completed] of rows) strictEqual(isDevLoopCompletion({ messages }), completed)
  strictEqual(isDevLoopCompletion(null), false)
})

Deno.test("observeAgentEnd arms over every record but a discharged one of the same run", () => {
  const event = { type: "agent_end", messages: [{ role: "user", content: done }] }
  const rows: readonly (readonly [unknown, unknown, boolean])[] = [
    [event, undefined, true],
    [event, { state: "complete" }, true],
    [{ ...event, runId: "b" }, { state: "complete", runId: "a" }, true],
    [{ ...event, runId: "a" }, { state: "required", runId: "a" }, true],
    [{ ...event, runId: " " }, { state: "complete", runId: " " }, true],
    [{ ...event, runId: 1 }, { state: "complete", runId: 1 }, true],
    [{ ...event, runId: "a" }, { state: "complete", runId: "a" }, false],
    [{ ...event, runId: "a" }, { state: "skipped", runId: "a" }, false],
    [{ ...event, type: "agent_start" }, undefined, false],
    [{ ...event, messages: [] }, undefined, false],
    [null, undefined, false],
  ]
  for (const [given, record, armed] of rows) {
    const observation = observeAgentEnd({ event: given, record, at })
    deepStrictEqual(
      [observation.armed, observation.record?.state ?? null, observation.prompt !== null],
      [armed, armed ? "required" : null, armed],
    )
  }
})

Deno.test("observeAgentEnd never throws and only ever writes that a retrospective is required", async () => {
  await holds(Arbitrary.all([foreignJson, foreignJson]), ([json, record]) => {
    const event = { type: "agent_end", messages: [{ role: "user", content: done }, json], runId: json }
    const written = observeAgentEnd({ event, record, at }).record
    return observeAgentEnd({ event: json, record, at }).armed === false &&
      (written === null || resolveCheckpointStateFromArtifact(written) === "missing")
  })
})

Deno.test("a record keeps the fields of others, and loses those of other states and all findings", () => {
  const old = {
    state: "complete",
    triggeredAt: at,
    completedAt: at,
    notes: "n",
    skippedAt: at,
    reason: "r",
    runId: "a",
    identity: { repo: "acme/widgets" },
    provenance: { context: "fresh" },
    "x-note": [1],
    behavioralReview: {},
    rawCallViolations: ["gh: gh api x"],
    internalToolingOnly: false,
    allowedWriteOps: [],
    retrospectiveFindings: {},
  }
  const kept = { identity: old.identity, provenance: old.provenance, "x-note": [1] }
  deepStrictEqual(requireCheckpoint(old, at), { state: "required", triggeredAt: at, ...kept })
  deepStrictEqual(requireCheckpoint(old, at, "b"), { state: "required", triggeredAt: at, runId: "b", ...kept })
  deepStrictEqual(Result.getOrThrow(completeCheckpoint(old, at, " fine ")), {
    state: "complete",
    completedAt: at,
    notes: "fine",
    runId: "a",
    ...kept,
  })
  deepStrictEqual(Result.getOrThrow(skipCheckpoint(old, at, "docs only")), {
    state: "skipped",
    skippedAt: at,
    reason: "docs only",
    runId: "a",
    ...kept,
  })
  strictEqual(Result.isFailure(completeCheckpoint(old, at, " \n")), true)
  strictEqual(Result.isFailure(skipCheckpoint(old, at, "")), true)
})

Deno.test("every record that is written is a RetrospectiveCheckpoint that reads back as it is meant", async () => {
  const isRecord = Schema.is(RetrospectiveCheckpoint)
  await holds(foreignJson, (old) => {
    const records: readonly (readonly [RetrospectiveCheckpoint, string])[] = [
      [requireCheckpoint(old, at, "run"), "missing"],
      [Result.getOrThrow(completeCheckpoint(old, at, "n")), "complete"],
      [Result.getOrThrow(skipCheckpoint(old, at, "r")), "skipped"],
    ]
    return records.every(([record, state]) => {
      const read: unknown = JSON.parse(formatCheckpoint(record))
      return isRecord(read) && resolveCheckpointStateFromArtifact(read) === state
    })
  })
})
