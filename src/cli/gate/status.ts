import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Path from "effect/Path"
import { checkpointPath } from "../../core/gate/checkpoint_record.ts"
import { gateStatus } from "../../core/gate/gate_status.ts"
import { readDevLoopConfig } from "../../engine/dev_loop_config.ts"
import { findGatePlace } from "../../engine/gate_place.ts"
import { readRetrospective } from "../../engine/retrospective_file.ts"
import { jsonFlag, printJson, printNote, printResult } from "../output.ts"

/** `retro gate status`: what the checkpoint says, and whether anybody asks. */
export const status = Command.make(
  "status",
  { json: jsonFlag },
  Effect.fnUntraced(function* ({ json }) {
    const place = yield* findGatePlace
    const config = yield* readDevLoopConfig(place.worktree)
    const told = gateStatus(yield* readRetrospective(place.main), config)
    if (json) return yield* printJson(told)
    for (const { message } of config.errors) yield* printNote(`retro: ${message}`)
    for (const warning of config.warnings) yield* printNote(`retro: ${warning}`)
    const file = (yield* Path.Path).join(place.main, checkpointPath)
    const enforced = told.enforced === null ? "unknown" : told.enforced ? "yes" : "no"
    const source = told.enforced === null
      ? config.file
      : config.said_in ?? (config.file === null ? null : `${config.file} does not say`)
    yield* printResult([
      `state     ${told.checkpointState}${told.problem === null ? "" : ` (${told.problem})`}`,
      `enforced  ${enforced}${source === null ? "" : ` (${source})`}`,
      `file      ${file}`,
      ...(told.nextAction === null ? [] : [`next      ${told.nextAction}`]),
    ].join("\n"))
  }),
).pipe(Command.withDescription("Print the state of the checkpoint, and whether the gate is enforced"))
