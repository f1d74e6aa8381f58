import type { PolicyInline } from "../schema/policy.ts"
import type { ShellWord } from "../shell/shell_word.ts"
import type { CommandInput } from "../shell/simple_command.ts"
import { standardInput } from "./shell_program.ts"

/** Whether an interpreter is given code instead of a script; `unknown` when a computed word stands before such a flag. */
export function inlineCode(
  words: readonly ShellWord[],
  inline: PolicyInline,
  input: CommandInput | undefined,
): "yes" | "no" | "unknown" {
  let [at, readsProgram] = [1, true]
  for (let word = words[at]; word !== undefined; word = words[at]) {
    const { value } = word
    if (value === "-" || standardInput(word) === "input") break
    if (value === "--") {
      if (words[at + 1] !== undefined) return "no"
      break
    }
    if (!value.startsWith("-")) {
      // An unquoted variable may be flags, or nothing at all: then what follows is code.
      const hidden = word.splits && (words.slice(at + 1).some((later) => isInlineFlag(later.value, inline)) ||
        (readsProgram && words[at + 1] === undefined && readsCode(inline, input)))
      return hidden ? "unknown" : "no"
    }
    if (isInlineFlag(value, inline)) return "yes"
    if (inline.no_stdin_flags?.includes(value) === true) readsProgram = false
    at += inline.value_flags.includes(value) ? 2 : 1
  }
  return readsProgram && readsCode(inline, input) ? "yes" : "no"
}

function readsCode(inline: PolicyInline, input: CommandInput | undefined): boolean {
  return inputs[inline.program_on_stdin].includes(input?.kind ?? "none")
}

const inputs: { readonly [when in PolicyInline["program_on_stdin"]]: readonly string[] } = {
  never: [],
  heredoc: ["heredoc", "here-string"],
  any: ["heredoc", "here-string", "pipe"],
}

function isInlineFlag(value: string, { flags, cluster_letters }: PolicyInline): boolean {
  if (flags.includes(value)) return true
  if (value.startsWith("--")) return value.includes("=") && flags.includes(value.slice(0, value.indexOf("=")))
  const letters = value.startsWith("-") ? [...value.slice(1)] : []
  return letters.length > 1 && letters.length <= 16 && flags.includes(`-${letters.at(-1)}`) &&
    letters.every((letter) => cluster_letters.includes(letter))
}
