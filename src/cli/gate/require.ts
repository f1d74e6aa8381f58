import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { requireCheckpoint } from "../../core/gate/checkpoint_record.ts"
import { jsonFlag } from "../output.ts"
import { record } from "./record.ts"

/** `retro gate require`: a retrospective is required from now on. */
export const require = Command.make(
  "require",
  { json: jsonFlag },
  (options) => record((old, at) => Effect.succeed(requireCheckpoint(old, at)), options),
).pipe(Command.withDescription("Record that a retrospective is required"))
