import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Flag from "effect/cli/Flag"
import { redact, redactValue } from "../core/redact/redact.ts"
import { OutputFailed, outputFailed } from "../engine/output_failed.ts"

function printed(text: string): Effect.Effect<void, OutputFailed> {
  return Console.log(text).pipe(
    Effect.catchDefect((defect) => Effect.fail(defect instanceof OutputFailed ? defect : outputFailed(defect))),
  )
}

/** `--json`, or `--format json`: one JSON document on the standard output instead of what is for a person. */
export function jsonOr(format: "text" | "md"): Flag.Flag<boolean> {
  return Flag.Boolean("json").pipe(
    Flag.withDescription("Print one JSON document"),
    Flag.orElse(() =>
      Flag.Literals("format", [format, "json"]).pipe(
        Flag.map((given) => given === "json"),
        Flag.withDescription(`The same by name; ${format} is the default`),
      )
    ),
    Flag.withDefault(false),
  )
}

/** {@link jsonOr} of the commands whose result is text. */
export const jsonFlag: Flag.Flag<boolean> = jsonOr("text")

/** Prints the result, once, on the standard output, without secrets. */
export function printResult(text: string): Effect.Effect<void, OutputFailed> {
  return printed(redact(text.replace(/\n$/u, "")))
}

/** Prints the result as one JSON document, without secrets. */
export function printJson(value: unknown): Effect.Effect<void, OutputFailed> {
  return printRedacted(redactValue(value))
}

/** Prints a value that holds no secret as one JSON document. */
export function printRedacted(value: unknown): Effect.Effect<void, OutputFailed> {
  return printed(JSON.stringify(value))
}

/** Tells the user something beside the result, on the standard error, without secrets. */
export function printNote(text: string): Effect.Effect<void> {
  return printRedactedNote(redact(text))
}

/** Tells the same of a text that holds no secret: what was put together from such texts may look like one. */
export function printRedactedNote(text: string): Effect.Effect<void> {
  return Console.error(text.replace(/\n$/u, ""))
}

/** Warns of something beside the result, a line each, on the standard error. */
export function printWarnings(warnings: readonly string[]): Effect.Effect<void> {
  return Effect.forEach(warnings, (warning) => printNote(`retro: ${warning}`), { discard: true })
}
