import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { observeAgentEnd } from "../../core/gate/agent_end.ts"
import { checkpointPath } from "../../core/gate/checkpoint_record.ts"
import { timeNow } from "../date.ts"
import { readJson } from "../input.ts"
import { jsonFlag, printJson, printNote, printResult } from "../output.ts"
import { replaceRecord, storedRecord } from "./record.ts"

/** `retro gate observe`: what an event of the host, on the standard input, does to the checkpoint. */
export const observe = Command.make(
  "observe",
  { json: jsonFlag },
  Effect.fnUntraced(function* ({ json }) {
    const event = yield* readJson("-")
    const before = yield* storedRecord
    const observed = observeAgentEnd({ event, record: before.record ?? undefined, at: yield* timeNow })
    const { armed, why, record, prompt } = observed
    if (record !== null) yield* replaceRecord(before, record)
    if (json) return yield* printJson({ armed, file: checkpointPath, why, prompt })
    if (prompt === null) yield* printNote(`retro: the checkpoint is left as it is: ${why}`)
    else yield* printResult(prompt)
  }),
).pipe(Command.withDescription("Require a retrospective when an agent_end event tells of a completed dev loop"))
