import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as CliError from "effect/cli/CliError"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import type * as Runtime from "effect/Runtime"
import { OutputFailed } from "../engine/output_failed.ts"
import { AnswerIsNo, exitCodeOf } from "./exit_code.ts"
import { printNote } from "./output.ts"
import { usageError } from "./usage_error.ts"

/** The commands of the program, in the order of its help. They are loaded when they are asked for: all take longer than one runs. */
const commands = {
  checkpoint: () => import("./checkpoint.ts").then(({ checkpoint }) => checkpoint),
  orient: () => import("./orient.ts").then(({ orient }) => orient),
  diff: () => import("./diff.ts").then(({ diff }) => diff),
  render: () => import("./render.ts").then(({ render }) => render),
  route: () => import("./route.ts").then(({ route }) => route),
  persist: () => import("./persist.ts").then(({ persist }) => persist),
  validate: () => import("./validate.ts").then(({ validate }) => validate),
  history: () => import("./history.ts").then(({ history }) => history),
  gate: () => import("./gate.ts").then(({ gate }) => gate),
  loop: () => import("./loop.ts").then(({ loop }) => loop),
  tooling: () => import("./tooling.ts").then(({ tooling }) => tooling),
  envelope: () => import("./envelope.ts").then(({ envelope }) => envelope),
  schema: () => import("./schema.ts").then(({ schema }) => schema),
  init: () => import("./init.ts").then(({ init }) => init),
}

/** The commands that the arguments of the program need: the one that stands first, or all, for the help and for completions. */
function commandsFor([name, ...others]: readonly string[]): readonly (typeof commands)[keyof typeof commands][] {
  const all = Object.entries(commands)
  const named = all.filter(([known]) => known === name)
  const isEnough = named.length > 0 && !others.some((other) => other.startsWith("--completions"))
  return (isEnough ? named : all).map(([, load]) => load)
}

/** The program `retro` for some arguments, without a host, so that tests can run it. */
export const mainFor = Effect.fnUntraced(function* (args: readonly string[]) {
  const subcommands = yield* Effect.promise(() => Promise.all(commandsFor(args).map((load) => load())))
  return Command.make("retro").pipe(
    Command.withDescription(
      "Find what a repository of decisions, skills and docs says that is no longer true, run after run",
    ),
    Command.withSubcommands(subcommands),
  )
})

/** A typing mistake gets its usage and the error on the standard error; effect/cli's own default is the whole help on stdout. */
export const presenterLayer: Layer.Layer<never> = CliOutput.layerPresenter({
  present: (event) =>
    event._tag !== "InvalidInvocation" ? CliOutput.defaultPresenter.present(event) : Effect.gen(function* () {
      const format = yield* CliOutput.Formatter
      yield* printNote(`usage: ${event.helpDoc.usage}${format.formatErrors(event.errors.map(usageError))}`)
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
