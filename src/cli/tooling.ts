import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { UsageInvalid } from "./input.ts"
import { check } from "./tooling/check.ts"
import { comment } from "./tooling/comment.ts"
import { policy } from "./tooling/policy.ts"

/** `retro tooling …`: which raw calls an agent made, and saying so. */
export const tooling = Command.make(
  "tooling",
  {},
  () => Effect.fail(new UsageInvalid({ problem: "tooling needs a subcommand: check, policy or comment" })),
).pipe(
  Command.withDescription(
    "Find raw calls of tools that internal tooling should stand for, and say them on a pull request",
  ),
  Command.withSubcommands([check, policy, comment]),
)
