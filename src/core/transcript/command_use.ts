import type { OrderKey } from "../shell/order_key.ts"
import type { ShellWord } from "../shell/shell_word.ts"
import type { SimpleCommand } from "../shell/simple_command.ts"
import { type Aliases, withoutAlias } from "./aliases.ts"
import { declarations } from "./builtin_names.ts"
import type { Verdict } from "./classify_program.ts"
import { classifyProgram } from "./classify_program.ts"
import { commandName } from "./command_name.ts"
import type { CompiledPolicy } from "./compiled_policy.ts"
import type { Invocation } from "./invocation.ts"
import { inputTakers, invocationsOf } from "./invocations.ts"
import type { LiteralVariables } from "./literal_variables.ts"
import type { NestedProgram } from "./nested_program.ts"
import { nestedText } from "./nested_program.ts"
import type { ShellCall } from "./shell_call.ts"
import { inputUse, isPlaceholder, shellUse, sourceUse } from "./shell_call.ts"
import { isShell } from "./shell_program.ts"
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

/** What one command runs: uses of tools, texts for a shell, and what cannot be told. */
export interface CommandUse {
  readonly findings: readonly CommandFinding[]
  readonly nested: readonly NestedProgram[]
}

/**
 * Asks what one simple command runs. `consumed` holds the inputs that a command has read already. What a shell makes of
 * an alias depends on its options: one that stands for something that counts leaves the command undecided.
 */
export function readCommandUse(
  command: SimpleCommand,
  policy: CompiledPolicy,
  variables: LiteralVariables,
  aliases: Aliases,
  consumed: Set<unknown>,
): CommandUse {
  const use = readPlainUse(command, policy, variables, consumed)
  const other = aliases.size === 0 ? undefined : withoutAlias(command, aliases)
  if (other === undefined || use.findings.length > 0) return use
  if (other !== "unknown") {
    const { findings, nested } = readPlainUse(other, policy, variables, new Set())
    if (findings.length === 0 && nested.length === 0) return use
  }
  return { ...use, findings: [computed(command)] }
}

function computed({ segment, key }: SimpleCommand): CommandFinding {
  return { kind: "undecided", segment, key, reason: "computed word" }
}

function readPlainUse(
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
  if (variables.takeDoubt() && findings.length === 0) {
    findings.push(computed(command))
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
  if (invocation.kind === "unknown") return "computed word"
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
  const call: ShellCall = { command, name, words, via, input, consumed }
  if (isShell(name)) return shellUse(call)
  if (name === "eval") return evalUse(call)
  if (name === "trap") return trapUse(command, words, via)
  if (name === "source" || name === ".") return sourceUse(call)
  if (evaluatesQuoted(name, words)) return "opaque program"
  const verdict = classifyProgram(name, words, input, policy)
  if (verdict.kind === "clean") return undefined
  return verdict.kind === "unknown" ? "computed word" : { verdict }
}

/** The text that a wrapper gives to a shell; without one, the shell reads its standard input. */
function givenText(
  command: SimpleCommand,
  { words, via }: Extract<Invocation, { kind: "text" }>,
  consumed: Set<unknown>,
): Outcome {
  const { input } = command
  if (words.length === 0) return inputUse({ command, name: via.at(-1) ?? "", via: via.slice(0, -1), input, consumed })
  const read = input === undefined || via.some((name) => inputTakers.has(name)) ? {} : { input }
  return nestedText(command, words, { via, ...read, sharesVariables: false, subshells: true })
}

/** `trap TEXT SIGNAL…`; with one argument it only resets a signal. */
function trapUse(command: SimpleCommand, words: readonly ShellWord[], via: readonly string[]): Outcome {
  const [text, signal] = words.slice(words[1]?.value === "--" ? 2 : 1)
  if (text === undefined || signal === undefined || text.value.startsWith("-")) return undefined
  return nestedText(command, [text], { via: [...via, "trap"], sharesVariables: true, subshells: false })
}

function evalUse({ command, words, via, input }: ShellCall): Outcome {
  const read = input === undefined ? {} : { input }
  return nestedText(command, words.slice(words[1]?.value === "--" ? 2 : 1), {
    via: [...via, "eval"],
    ...read,
    sharesVariables: true,
    subshells: false,
  })
}

type Choose = (words: readonly ShellWord[]) => readonly ShellWord[]

const all: Choose = (words) => words
const afterFlag: Choose = (words) => words.filter((_, index) => words[index - 1]?.value === "-v")

/** The builtins of a shell that evaluate an argument once more, as the name of a variable with its subscript. */
const namers: ReadonlyMap<string, Choose> = new Map([
  ...["let", "read", "mapfile", "readarray", "declare", "typeset", "local", "readonly"].map((name) =>
    [name, all] as const
  ),
  ...["printf", "test", "["].map((name) => [name, afterFlag] as const),
])

/** Whether a builtin evaluates a substitution that is quoted in an argument: `let 'a[$(…)]'`, `declare -a 'a=($(…))'`. */
function evaluatesQuoted(name: string, [, ...words]: readonly ShellWord[]): boolean {
  const named = namers.get(name)?.(words) ?? []
  if (named.some(({ read }) => /^\w+\[[^]*(?:\$\(|`)/u.test(read))) return true
  return declarations.has(name) && words.some(({ value }) => /^-\w*[aA]/u.test(value)) &&
    words.some(({ read }) => /^\w+\+?=\([^]*(?:\$\(|`)/u.test(read))
}
