import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { redactValue } from "../core/redact/redact.ts"
import { evaluatePublicDevLoopRouting } from "../core/routing/evaluate_routing.ts"
import { resolveAuthoritativeDevLoopStatus } from "../core/routing/loop_status.ts"
import { resolveAuthoritativeStartupResumeBundle } from "../core/routing/startup_bundle.ts"
import { readJson, UsageInvalid } from "./input.ts"
import { jsonFlag, printJson, printResult } from "./output.ts"

/** A routing function as a command: its input on the standard input, its result on the standard output. */
function helper<Name extends string>(name: Name, description: string, decide: (input: unknown) => unknown) {
  return Command.make(
    name,
    { json: jsonFlag },
    Effect.fnUntraced(function* ({ json }) {
      const result = decide(yield* readJson("-"))
      yield* json ? printJson(result) : printResult(JSON.stringify(redactValue(result), null, 2))
    }),
  ).pipe(Command.withDescription(description))
}

const route = helper("route", "Decide what a dev loop does next", evaluatePublicDevLoopRouting)
const resume = helper("resume", "Resolve what a start or resume needs", resolveAuthoritativeStartupResumeBundle)
const status = helper("status", "Say where a dev loop stands", resolveAuthoritativeDevLoopStatus)

/** `retro loop …`: the routing functions, with JSON on the standard input. */
export const loop = Command.make(
  "loop",
  {},
  () => Effect.fail(new UsageInvalid({ problem: "loop needs a subcommand: route, resume or status" })),
).pipe(
  Command.withDescription("Decide what a dev loop does next, from its facts as JSON"),
  Command.withSubcommands([route, resume, status]),
)
