import { isSecretName } from "./secret_names.ts"
import type { ShellWord } from "./shell_words.ts"

/** A command of the shell itself that puts something into variables. */
interface VariableSetter {
  /** How the command begins. */
  readonly words: readonly string[]
  /** What goes into the variables: what the command reads, or the words behind the first name. */
  readonly takes: "input" | "words"
}

const setters: readonly VariableSetter[] = [
  { words: ["read"], takes: "input" },
  { words: ["printf", "-v"], takes: "words" },
]

/** One of these words is in every command that sets a variable in such a way. */
export const setterNames: readonly string[] = setters.map(({ words }) => words[0] ?? "")

/** What a command puts into a variable whose name is that of a secret. */
export interface SecretSet {
  /** Whether it is what the command reads. */
  readonly onInput: boolean
  readonly words: readonly ShellWord[]
}

const nothing: SecretSet = { onInput: false, words: [] }
/** What may stand before the name of a command: assignments, and what looks it up. */
const beforeCommand = /^[A-Za-z_]\w{0,100}\+?=|^(?:builtin|command)$/
const variable = /^[A-Za-z_]\w{0,127}$/

/** What a command of the shell puts into a variable whose name is that of a secret: `read TOKEN`, `printf -v TOKEN …`. */
export function secretSet(words: readonly ShellWord[]): SecretSet {
  const start = words.findIndex(({ value }) => !beforeCommand.test(value.slice(0, 200)))
  const command = start < 0 ? [] : words.slice(start)
  const setter = setters.find((known) => known.words.every((word, index) => command[index]?.value === word))
  if (setter === undefined) return nothing
  const [name, ...behind] = command.slice(setter.words.length)
  if (setter.takes === "words") return isOfSecret(name) ? { onInput: false, words: behind } : nothing
  return { onInput: [name, ...behind].some(isOfSecret), words: [] }
}

function isOfSecret(name: ShellWord | undefined): boolean {
  return name !== undefined && variable.test(name.value) && isSecretName(name.value)
}
