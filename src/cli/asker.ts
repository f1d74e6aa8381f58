import * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { redact } from "../core/redact/redact.ts"
import { plainLines } from "../core/report/markdown_text.ts"
import { Prompter, type Talk } from "../engine/prompter.ts"

/** The person at the terminal wants to be asked nothing more: they quit, ended the input, or pressed Ctrl-C. */
export class AskingStopped extends Data.Error<{ readonly by: "quit" | "end of input" | "interrupt" }> {
  readonly _tag = "AskingStopped"
  override readonly name = "AskingStopped"
}

/** A person who is asked one question after the other. */
export interface Asker {
  /** The answer, without the white space around it; `draft` stands on the line already. */
  readonly ask: (question: string, draft?: string) => Effect.Effect<string, AskingStopped>
  /** Shows text, without secrets and control characters. */
  readonly show: (text: string) => Effect.Effect<void>
  /** Their editor, if they have one. */
  readonly editor: string | undefined
  /** See {@link Talk}. */
  readonly edit: Talk["edit"]
}

/** Opens a talk in which the end of the input, and Ctrl-C, stop the asking rather than the program. */
export const openAsker: Effect.Effect<Asker, never, Prompter | Scope.Scope> = Effect.gen(function* () {
  const prompter = yield* Prompter
  const talk = yield* prompter.talk
  return {
    ask: (question, draft) =>
      talk.ask(shown(question), draft).pipe(
        Effect.catchCause((cause) =>
          Cause.hasInterruptsOnly(cause) ? Effect.fail(new AskingStopped({ by: "interrupt" })) : Effect.failCause(cause)
        ),
        Effect.flatMap((line) =>
          line === undefined
            ? Effect.fail(new AskingStopped({ by: "end of input" }))
            : Effect.succeed(draft === undefined ? line.trim() : line)
        ),
      ),
    show: (text) => prompter.show(shown(text)),
    editor: yield* prompter.editor,
    edit: talk.edit,
  }
})

function shown(text: string): string {
  return plainLines(redact(text)).join("\n")
}
