import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as CliError from "effect/cli/CliError"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import type * as Runtime from "effect/Runtime"
import { OutputFailed } from "../engine/output_failed.ts"
import { checkpoint } from "./checkpoint.ts"
import { diff } from "./diff.ts"
import { envelope } from "./envelope.ts"
import { AnswerIsNo, exitCodeOf } from "./exit_code.ts"
import { gate } from "./gate.ts"
import { history } from "./history.ts"
import { init } from "./init.ts"
import { loop } from "./loop.ts"
import { orient } from "./orient.ts"
import { printNote } from "./output.ts"
import { persist } from "./persist.ts"
import { render } from "./render.ts"
import { route } from "./route.ts"
import { schema } from "./schema.ts"
import { tooling } from "./tooling.ts"
import { validate } from "./validate.ts"

/** The program `retro`, without a host, so that tests can run it. */
export const main = Command.make("retro").pipe(
  Command.withDescription(
    "Find what a repository of decisions, skills and docs says that is no longer true, run after run",
  ),
  Command.withSubcommands([
    checkpoint,
    orient,
    diff,
    render,
    route,
    persist,
    validate,
    history,
    gate,
    loop,
    tooling,
    envelope,
    schema,
    init,
  ]),
)

/** A typing mistake gets its usage and the error on the standard error; effect/cli's own default is the whole help on stdout. */
export const presenterLayer: Layer.Layer<never> = CliOutput.layerPresenter({
  present: (event) =>
    event._tag !== "InvalidInvocation" ? CliOutput.defaultPresenter.present(event) : Effect.gen(function* () {
      const format = yield* CliOutput.Formatter
      yield* printNote(`usage: ${event.helpDoc.usage}${format.formatErrors(event.errors)}`)
    }),
})

/** Says on the standard error why the program ends, in one message and without a stack trace. */
export function reportFailure(cause: Cause.Cause<unknown>): Effect.Effect<void> {
  const error = Cause.squash(cause)
  if (Cause.hasInterruptsOnly(cause) || CliError.isCliError(error) || error instanceof AnswerIsNo) return Effect.void
  // As other programs before `| head`: the exit code tells it to whoever asks.
  if (error instanceof OutputFailed && error.unread) return Effect.void
  const message = error instanceof Error ? error.message : String(error)
  // Deno refused what the command line did not allow: no fault of the program, and the message says which flag is missing.
  const isRefused = error instanceof Error && error.name === "NotCapable"
  // The help, too, goes to a disk that may be full.
  const isKnown = isRefused || error instanceof OutputFailed
  return printNote(
    `retro: ${Cause.hasDies(cause) && !isKnown ? `internal error, please report it: ${message}` : message}`,
  )
}

/** The exit code of the program: see `exit_code.ts`. */
export const teardown: Runtime.Teardown = (exit, onExit) => {
  if (Exit.isSuccess(exit)) return onExit(0)
  if (Cause.hasInterruptsOnly(exit.cause)) return onExit(130)
  const error = Cause.squash(exit.cause)
  if (CliError.isCliError(error)) return onExit(error._tag === "ShowHelp" && error.errors.length === 0 ? 0 : 2)
  return onExit(isTagged(error) ? exitCodeOf(error) : 3)
}

function isTagged(error: unknown): error is { readonly _tag: string } {
  return typeof error === "object" && error !== null && "_tag" in error && typeof error._tag === "string"
}
