import type { OrderKey } from "../shell/order_key.ts"
import type { TextPair } from "../shell/shell_text.ts"
import type { ShellWord } from "../shell/shell_word.ts"
import { isOpaque, joinWords } from "../shell/shell_word.ts"
import type { CommandInput, SimpleCommand } from "../shell/simple_command.ts"

/** A text that a command gives to a shell. */
export interface NestedProgram {
  readonly text: TextPair
  readonly key: OrderKey
  readonly via: readonly string[]
  /** What its commands read when they do not say otherwise. */
  readonly input?: CommandInput
  /** Whether the same shell runs it, with the variables that are set. */
  readonly sharesVariables: boolean
  /** Whether `((` opens two subshells in it, as in `dash`, and not an arithmetic command. */
  readonly subshells: boolean
}

/** The words of `command` as the text of a shell, joined by blanks; nothing when there are none. */
export function nestedText(
  command: SimpleCommand,
  words: readonly ShellWord[],
  how: Pick<NestedProgram, "via" | "input" | "sharesVariables" | "subshells">,
): NestedProgram | "opaque program" | undefined {
  const [first] = words
  if (first === undefined) return undefined
  if (words.every(isOpaque)) return "opaque program"
  return {
    ...how,
    text: joinWords(words),
    key: [...command.key.slice(0, -1), first.offset],
    via: [...command.via, ...how.via],
  }
}

/** Whether nothing of a text is known. */
export function isOpaqueText({ read }: TextPair): boolean {
  return read.trim() !== "" && /^(?:\$\{x+\}|\$+|\s)*$/u.test(read)
}
