import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** The editor of the person at the terminal could not be started, or said that it failed. */
export class EditorFailed extends Data.Error<{ readonly command: string; readonly problem: string }> {
  readonly _tag = "EditorFailed"
  override readonly name = "EditorFailed"
  override get message(): string {
    return `the editor "${this.command}" ${this.problem}`
  }
}

/** A talk with the person at the terminal. */
export interface Talk {
  /**
   * The answer to a question, or `undefined` when they ended the input (Ctrl-D). Ctrl-C interrupts the fiber that asks,
   * whatever was typed before it. `draft` stands on the line already, to be changed: one line of text.
   */
  readonly ask: (question: string, draft?: string) => Effect.Effect<string | undefined>
  /** Opens a file in an editor, a command with its arguments, which has the terminal until it ends. */
  readonly edit: (command: string, file: string) => Effect.Effect<void, EditorFailed>
}

/** Asks the person at the terminal. Everything that it shows goes to the standard error: the standard output is the result's. */
export interface Prompter {
  /** Whether there is someone to ask: the input and the standard error are a terminal. */
  readonly canAsk: Effect.Effect<boolean>
  /** The editor that they prefer, by `$VISUAL` or `$EDITOR`; `undefined`: they say none. */
  readonly editor: Effect.Effect<string | undefined>
  /** Opens a talk; the terminal is the program's until the scope closes. */
  readonly talk: Effect.Effect<Talk, never, Scope.Scope>
  /** Shows text and a line break. */
  readonly show: (text: string) => Effect.Effect<void>
}
/** The service. */
export const Prompter: Context.Service<Prompter, Prompter> = Context.Service("retro/Prompter")
