import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { check } from "./gate/check.ts"
import { complete } from "./gate/complete.ts"
import { observe } from "./gate/observe.ts"
import { require } from "./gate/require.ts"
import { skip } from "./gate/skip.ts"
import { status } from "./gate/status.ts"
import { UsageInvalid } from "./input.ts"

/** `retro gate …`: the retrospective checkpoint. Alone it must not end with 0, which a caller would read as "open". */
export const gate = Command.make("gate", {}, () =>
  Effect.fail(
    new UsageInvalid({ problem: "gate needs a subcommand: status, require, complete, skip, observe or check" }),
  )).pipe(
    Command.withDescription("Keep the retrospective checkpoint of a dev loop, and ask its gate"),
    Command.withSubcommands([status, require, complete, skip, observe, check]),
  )
