import { deepStrictEqual } from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { observeAgentEnd } from "../../src/core/gate/agent_end.ts"
import { checkpointPath, completeCheckpoint, skipCheckpoint } from "../../src/core/gate/checkpoint_record.ts"
import { RetrospectiveCheckpoint } from "../../src/core/schema/retrospective_checkpoint.ts"
import type { FileServices } from "../../src/engine/durable_file.ts"
import {
  readRetrospective,
  writeRetrospective,
  type WrittenRetrospective,
} from "../../src/engine/retrospective_file.ts"

const at = "2027-03-04T16:30:00.000Z"
/** Long enough that a torn write would show, and the same whoever writes. */
const text = "n".repeat(20_000)

/** Observes, completes or skips, by turns. */
export const writeTurn: (
  root: string,
  name: string,
  turn: number,
) => Effect.Effect<WrittenRetrospective | undefined, unknown, FileServices> = Effect.fn("writeTurn")(
  function* (root, name, turn) {
    const before = yield* readRetrospective(root)
    const old = before.record ?? undefined
    const event = { messages: [{ role: "user", content: `Background task completed: dev-loop ${name}` }] }
    const record = [
      Effect.succeed(observeAgentEnd({ event: { ...event, runId: `${name}-${turn}` }, record: old, at }).record),
      Effect.fromResult(completeCheckpoint(old, at, text)),
      Effect.fromResult(skipCheckpoint(old, at, text)),
    ][turn % 3]
    const next = record === undefined ? null : yield* record
    return next === null ? undefined : yield* writeRetrospective(before, next)
  },
)

const decode = Schema.decodeUnknownSync(Schema.fromJsonString(RetrospectiveCheckpoint))

/** The record of a root, which must be a whole one as this program writes it. */
export function wholeRecord(root: string): RetrospectiveCheckpoint {
  const written = readFileSync(join(root, checkpointPath), "utf8")
  const record = decode(written)
  deepStrictEqual(written, `${JSON.stringify(JSON.parse(written), null, 2)}\n`)
  if (record.state === "complete") deepStrictEqual(record.notes, text)
  if (record.state === "skipped") deepStrictEqual(record.reason, text)
  return record
}

/** The names in the record's folder. */
export function namesIn(root: string): readonly string[] {
  return readdirSync(join(root, ".pi")).sort()
}
