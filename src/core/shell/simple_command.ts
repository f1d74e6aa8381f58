import type { OrderKey } from "./order_key.ts"
import type { TextPair } from "./shell_text.ts"
import type { ShellWord } from "./shell_word.ts"

/** An assignment before a command; `value` is absent for arrays. */
export interface CommandAssignment {
  readonly name: string
  readonly value?: ShellWord
}

/** What a command reads on its standard input, as far as the text says. */
export type CommandInput =
  | { readonly kind: "heredoc" | "here-string"; readonly text: TextPair; readonly key: OrderKey }
  | { readonly kind: "pipe"; readonly from: () => SimpleCommand | undefined }
  | { readonly kind: "file" }

/** A simple command of a shell text. */
export interface SimpleCommand {
  /** Its source, with assignments, redirections and a `time` before it, without heredoc bodies. */
  readonly segment: string
  readonly key: OrderKey
  /** The command word and its arguments; empty for mere assignments and redirections. */
  readonly words: readonly ShellWord[]
  readonly assignments: readonly CommandAssignment[]
  readonly input?: CommandInput
  /** How the command was reached, outermost first. */
  readonly via: readonly string[]
}
