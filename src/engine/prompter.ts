import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/**
 * A talk with the person at the terminal: the answer to a question, or `undefined` when they ended the input (Ctrl-D).
 * Ctrl-C interrupts the fiber that asks, whatever was typed before it.
 */
export type Talk = (question: string) => Effect.Effect<string | undefined>

/** Asks the person at the terminal. Everything that it shows goes to the standard error: the standard output is the result's. */
export interface Prompter {
  /** Whether there is someone to ask: the input and the standard error are a terminal. */
  readonly canAsk: Effect.Effect<boolean>
  /** Opens a talk; the terminal is the program's until the scope closes. */
  readonly talk: Effect.Effect<Talk, never, Scope.Scope>
  /** Shows text and a line break. */
  readonly show: (text: string) => Effect.Effect<void>
}
/** The service. */
export const Prompter: Context.Service<Prompter, Prompter> = Context.Service("retro/Prompter")
