import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { completeCheckpoint } from "../../core/gate/checkpoint_record.ts"
import { redact } from "../../core/redact/redact.ts"
import { jsonFlag } from "../output.ts"
import { record } from "./record.ts"

/** `retro gate complete --notes T`: the retrospective is done. */
export const complete = Command.make(
  "complete",
  {
    notes: Flag.String("notes").pipe(Flag.withMetavar("TEXT"), Flag.withDescription("What it found, in a sentence")),
    json: jsonFlag,
  },
  ({ notes, ...options }) =>
    record((old, at) => Effect.fromResult(completeCheckpoint(old, at, redact(notes))), options),
).pipe(Command.withDescription("Record that the retrospective is done"))
