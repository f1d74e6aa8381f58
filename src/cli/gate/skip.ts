import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { skipCheckpoint } from "../../core/gate/checkpoint_record.ts"
import { redact } from "../../core/redact/redact.ts"
import { jsonFlag } from "../output.ts"
import { record } from "./record.ts"

/** `retro gate skip --reason T`: no retrospective is needed this time. */
export const skip = Command.make(
  "skip",
  {
    reason: Flag.String("reason").pipe(Flag.withMetavar("TEXT"), Flag.withDescription("Why none is needed")),
    json: jsonFlag,
  },
  ({ reason, ...options }) => record((old, at) => Effect.fromResult(skipCheckpoint(old, at, redact(reason))), options),
).pipe(Command.withDescription("Record that the retrospective is skipped, and why"))
