import type { OrderKey } from "../shell/order_key.ts"
import type { TextPair } from "../shell/shell_text.ts"
import type { ShellWord } from "../shell/shell_word.ts"
import { isOpaque, joinWords } from "../shell/shell_word.ts"
import type { CommandInput, SimpleCommand } from "../shell/simple_command.ts"
import type { Verdict } from "./classify_program.ts"
import { classifyProgram } from "./classify_program.ts"
import { commandName } from "./command_name.ts"
import type { CompiledPolicy } from "./compiled_policy.ts"
import type { Invocation } from "./invocation.ts"
import type { LiteralVariables } from "./invocations.ts"
import { invocationsOf } from "./invocations.ts"
import { outputOf } from "./program_output.ts"
import { isShell, shellProgramOf } from "./shell_program.ts"
import type { UndecidedReason } from "./tooling_use.ts"

/** One thing that was found, at its place. */
export type CommandFinding =
  | {
    readonly kind: "use"
    readonly verdict: Extract<Verdict, { kind: "violation" | "allowed" }>
    readonly segment: string
    readonly key: OrderKey
    readonly via: readonly string[]
  }
  | {
    readonly kind: "undecided"
    readonly segment: string
    readonly key: OrderKey
    readonly reason: UndecidedReason
  }

/** A text that a command gives to a shell. */
export interface NestedProgram {
  readonly text: TextPair
  readonly key: OrderKey
  readonly via: readonly string[]
  /** Whether the same shell runs it, with the variables that are set. */
  readonly sharesVariables: boolean
}

/** What one command runs: uses of tools, texts for a shell, and what cannot be told. */
export interface CommandUse {
  readonly findings: readonly CommandFinding[]
  readonly nested: readonly NestedProgram[]
}

/** Asks what one simple command runs. `consumed` holds the inputs that a command has read already. */
export function readCommandUse(
  command: SimpleCommand,
  policy: CompiledPolicy,
  variables: LiteralVariables,
  consumed: Set<unknown>,
): CommandUse {
  const findings: CommandFinding[] = []
  const nested: NestedProgram[] = []
  for (const invocation of invocationsOf(command.words, policy, variables)) {
    const outcome = outcomeOf(command, invocation, policy, consumed)
    if (outcome === undefined) continue
    if (typeof outcome === "string") {
      findings.push({ kind: "undecided", segment: command.segment, key: command.key, reason: outcome })
    } else if ("verdict" in outcome) {
      findings.push({
        kind: "use",
        verdict: outcome.verdict,
        segment: command.segment,
        key: command.key,
        via: [...command.via, ...invocation.via],
      })
    } else nested.push(outcome)
  }
  return { findings, nested }
}

type Outcome =
  | NestedProgram
  | UndecidedReason
  | { readonly verdict: Extract<Verdict, { kind: "violation" | "allowed" }> }
  | undefined

function outcomeOf(
  command: SimpleCommand,
  invocation: Invocation,
  policy: CompiledPolicy,
  consumed: Set<unknown>,
): Outcome {
  if (invocation.kind === "too deep") return "too deep"
  return invocation.kind === "text"
    ? givenText(command, invocation, consumed)
    : programUse(command, invocation, policy, consumed)
}

function programUse(
  command: SimpleCommand,
  { words, via, readsInput }: Extract<Invocation, { kind: "program" }>,
  policy: CompiledPolicy,
  consumed: Set<unknown>,
): Outcome {
  const [program] = words
  if (program === undefined) return undefined
  const name = commandName(program)
  if (name === undefined || isPlaceholder(program, via)) return "computed word"
  const input = readsInput ? command.input : undefined
  if (isShell(name)) return shellUse(command, name, words, via, input, consumed)
  if (name === "eval") return textOf(command, words.slice(words[1]?.value === "--" ? 2 : 1), [...via, "eval"], true)
  if (name === "trap") return trapUse(command, words, via)
  if (name === "source" || name === ".") return sourceUse(command, name, words, via, input, consumed)
  const verdict = classifyProgram(name, words, input, policy)
  if (verdict.kind === "clean") return undefined
  return verdict.kind === "unknown" ? "computed word" : { verdict }
}

function shellUse(
  command: SimpleCommand,
  name: string,
  words: readonly ShellWord[],
  via: readonly string[],
  input: CommandInput | undefined,
  consumed: Set<unknown>,
): Outcome {
  const program = shellProgramOf(words)
  if (program.kind === "script") return undefined
  if (program.kind === "output") return "opaque program"
  if (program.kind === "input") return inputUse(command, name, via, input, consumed)
  const { word } = program
  return word === undefined || isPlaceholder(word, via)
    ? "opaque program"
    : textOf(command, [word], [...via, `${name} -c`], false)
}

/** What `xargs` and `find` put something else in the place of: `{}`, `%`. */
function isPlaceholder({ value }: ShellWord, via: readonly string[]): boolean {
  return (via.includes("xargs") || via.includes("find")) && /^[^\w\s[:]+$/u.test(value)
}

const inputSigns: { readonly [kind in CommandInput["kind"]]: (name: string) => string } = {
  heredoc: (name) => `${name} <<`,
  "here-string": (name) => `${name} <<<`,
  pipe: (name) => `| ${name}`,
  file: (name) => `${name} <`,
}

/** What a shell reads on its standard input; once, however many commands of a group could read it. */
function inputUse(
  command: SimpleCommand,
  name: string,
  via: readonly string[],
  input: CommandInput | undefined,
  consumed: Set<unknown>,
): Outcome {
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
  }
}

/** The text that a wrapper gives to a shell; without one, the shell reads its standard input. */
function givenText(
  command: SimpleCommand,
  { words, via }: Extract<Invocation, { kind: "text" }>,
  consumed: Set<unknown>,
): Outcome {
  const name = via.at(-1) ?? ""
  if (words.length > 0) return textOf(command, words, via, false)
  return name === "ssh" ? inputUse(command, name, via.slice(0, -1), command.input, consumed) : undefined
}

/** A file that is sourced is a script, and its commands are its own; the output of a command is not. */
function sourceUse(
  command: SimpleCommand,
  name: string,
  words: readonly ShellWord[],
  via: readonly string[],
  input: CommandInput | undefined,
  consumed: Set<unknown>,
): Outcome {
  if (words[1]?.text.startsWith("<(") === true) return "opaque program"
  return words[1]?.value === "/dev/stdin" ? inputUse(command, name, via, input, consumed) : undefined
}

/** `trap TEXT SIGNAL…`; with one argument it only resets a signal. */
function trapUse(command: SimpleCommand, words: readonly ShellWord[], via: readonly string[]): Outcome {
  const [text, signal] = words.slice(words[1]?.value === "--" ? 2 : 1)
  if (text === undefined || signal === undefined || text.value.startsWith("-")) return undefined
  return textOf(command, [text], [...via, "trap"], true)
}

function textOf(
  command: SimpleCommand,
  words: readonly ShellWord[],
  via: readonly string[],
  sharesVariables: boolean,
): Outcome {
  const [first] = words
  if (first === undefined) return undefined
  if (words.every(isOpaque)) return "opaque program"
  return {
    text: joinWords(words),
    key: [...command.key.slice(0, -1), first.offset],
    via: [...command.via, ...via],
    sharesVariables,
  }
}

function isOpaqueText({ read }: TextPair): boolean {
  return read.trim() !== "" && /^(?:\$\{x+\}|\$+|\s)*$/u.test(read)
}
