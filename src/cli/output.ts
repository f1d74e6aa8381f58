import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Flag from "effect/cli/Flag"
import { redact, redactValue } from "../core/redact/redact.ts"

/** `--json`: one JSON document on the standard output instead of text for a person. */
export const jsonFlag: Flag.Flag<boolean> = Flag.Boolean("json").pipe(
  Flag.withDefault(false),
  Flag.withDescription("Print one JSON document"),
)

/** Prints the result, once, on the standard output, without secrets. */
export function printResult(text: string): Effect.Effect<void> {
  return Console.log(redact(text.replace(/\n$/u, "")))
}

/** Prints the result as one JSON document, without secrets. */
export function printJson(value: unknown): Effect.Effect<void> {
  return Console.log(JSON.stringify(redactValue(value)))
}

/** Tells the user something beside the result, on the standard error, without secrets. */
export function printNote(text: string): Effect.Effect<void> {
  return Console.error(redact(text.replace(/\n$/u, "")))
}

/** Warns of something beside the result, a line each, on the standard error. */
export function printWarnings(warnings: readonly string[]): Effect.Effect<void> {
  return Effect.forEach(warnings, (warning) => printNote(`retro: ${warning}`), { discard: true })
}
