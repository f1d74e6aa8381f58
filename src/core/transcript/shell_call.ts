import type { ShellWord } from "../shell/shell_word.ts"
import type { CommandInput, SimpleCommand } from "../shell/simple_command.ts"
import type { NestedProgram } from "./nested_program.ts"
import { isOpaqueText, nestedText } from "./nested_program.ts"
import { outputOf } from "./program_output.ts"
import { readsSubshells, shellProgramOf, standardInput } from "./shell_program.ts"

/** A call of a shell, or of what makes a shell read a text. */
export interface ShellCall {
  readonly command: SimpleCommand
  /** The base name of the program. */
  readonly name: string
  /** The program and its arguments. */
  readonly words: readonly ShellWord[]
  /** The wrappers before it, outermost first. */
  readonly via: readonly string[]
  /** What it reads on its standard input. */
  readonly input: CommandInput | undefined
  /** The inputs that a command has read already. */
  readonly consumed: Set<unknown>
}

/** What a call makes a shell read: a text, one that is not known, or none. */
export type ShellReading = NestedProgram | "opaque program" | undefined

/** What a shell is told to run. */
export function shellUse(call: ShellCall): ShellReading {
  const { command, name, words, via, input } = call
  const program = shellProgramOf(words)
  if (program.kind === "script") return undefined
  if (program.kind === "output") return "opaque program"
  if (program.kind === "input") return inputUse(call)
  const { word } = program
  if (word === undefined || isPlaceholder(word, via)) return "opaque program"
  return nestedText(command, [word], {
    via: [...via, `${name} -c`],
    ...(input === undefined ? {} : { input }),
    sharesVariables: false,
    subshells: readsSubshells(name),
  })
}

/** A file that is sourced is a script, and its commands are its own; the output of a command is not. */
export function sourceUse(call: ShellCall): ShellReading {
  const [, file] = call.words
  if (file === undefined) return undefined
  const kind = standardInput(file)
  return kind === "input" ? inputUse(call) : kind === "output" ? "opaque program" : undefined
}

const placers: ReadonlySet<string> = new Set(["xargs", "find", "fd", "fdfind", "parallel"])

/** What `xargs` and `find` put something else in the place of: `{}`, `%`. */
export function isPlaceholder({ value }: ShellWord, via: readonly string[]): boolean {
  return via.some((name) => placers.has(name)) && /^[^\w\s[:]+$/u.test(value)
}

const inputSigns: { readonly [kind in CommandInput["kind"]]: (name: string) => string } = {
  heredoc: (name) => `${name} <<`,
  "here-string": (name) => `${name} <<<`,
  pipe: (name) => `| ${name}`,
  file: (name) => `${name} <`,
}

/** What a shell reads on its standard input; once, however many commands of a group could read it. */
export function inputUse({ command, name, via, input, consumed }: Omit<ShellCall, "words">): ShellReading {
  if (input === undefined) return command.via.at(-1) === ">()" ? "opaque program" : undefined
  if (input.kind === "file" || consumed.has(input)) return undefined
  consumed.add(input)
  const from = input.kind === "pipe" ? input.from() : undefined
  const source = input.kind === "pipe" ? from === undefined ? undefined : outputOf(from) : input
  if (source === undefined || isOpaqueText(source.text)) return "opaque program"
  return {
    text: source.text,
    key: source.key,
    via: [...command.via, ...via, inputSigns[input.kind](name)],
    sharesVariables: false,
    subshells: readsSubshells(name),
  }
}
