import type { ShellWord } from "../shell/shell_word.ts"
import { literalWord } from "../shell/shell_word.ts"
import { commandName, isAssignment } from "./command_name.ts"
import type { CompiledPolicy, NamedWrapper } from "./compiled_policy.ts"
import type { Invocation } from "./invocation.ts"
import { compoundWords, promptLength } from "./prompt.ts"
import { splitWords } from "./split_words.ts"
import { readWrapperFlags } from "./wrapper_flags.ts"

/** The literal values of variables, by name. */
export interface KnownValues {
  readonly get: (name: string) => string | undefined
}

/** How many wrappers may stand before a program. */
const mostWrappers = 64

interface Pending {
  readonly words: readonly ShellWord[]
  readonly at: number
  readonly via: readonly string[]
  readonly readsInput: boolean
  /** How many times a wrapper was taken off. */
  readonly depth: number
}

/** Takes the wrappers off a command: what it runs, which may be several programs (`find`) or none (`command -v gh`). */
export function invocationsOf(
  words: readonly ShellWord[],
  policy: CompiledPolicy,
  variables: KnownValues,
): readonly Invocation[] {
  const found: Invocation[] = []
  // The last one is taken first.
  const pending: Pending[] = [{ words, at: 0, via: [], readsInput: true, depth: 0 }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const at = next.via.length === 0 ? next.at : afterAssignments(next.words, next.at)
    const word = next.words[at]
    if (word === undefined) {
      if (next.via.includes("xargs") && next.via.at(-1) !== "xargs") {
        found.push({ kind: "unknown", words: [], via: next.via })
      }
      continue
    }
    if (next.depth > mostWrappers) {
      found.push({ kind: "too deep", words: next.words.slice(at), via: next.via })
      continue
    }
    const more = unwrap({ ...next, at }, word, policy, variables)
    if (more === undefined) {
      found.push({ kind: "program", words: next.words.slice(at), via: next.via, readsInput: next.readsInput })
    } else {
      for (const invocation of more.found) found.push(invocation)
      for (const inner of more.pending.toReversed()) pending.push(inner)
    }
  }
  return found
}

interface Unwrapped {
  readonly found: readonly Invocation[]
  readonly pending: readonly Pending[]
}

function unwrap(
  given: Pending,
  word: ShellWord,
  policy: CompiledPolicy,
  variables: KnownValues,
): Unwrapped | undefined {
  const { words, at } = given
  const deeper = { ...given, depth: given.depth + 1 }
  const { resolve } = policy.policy
  const prompt = resolve.prompts ? promptLength(words, at) : 0
  if (prompt > 0) {
    const via = [...given.via, words.slice(at, at + prompt).map((part) => part.text).join(" ")]
    const isCompound = compoundWords.has(words[at + prompt]?.text ?? "")
    return isCompound
      ? { found: [{ kind: "text", words: words.slice(at + prompt), via }], pending: [] }
      : { found: [], pending: [{ ...deeper, at: at + prompt, via }] }
  }
  const value = resolve.literal_variables && word.variable !== undefined ? variables.get(word.variable) : undefined
  if (value !== undefined) {
    const values = word.text.startsWith('"') ? [value] : value.split(/\s+/u).filter((part) => part !== "")
    const expanded = values.map((part) => literalWord(word.text, word.offset, part))
    const via = [...given.via, `$${word.variable}`]
    return { found: [], pending: [{ ...deeper, words: [...expanded, ...words.slice(at + 1)], at: 0, via }] }
  }
  const name = commandName(word)
  for (const named of name === undefined ? [] : policy.wrappersFor(name)) {
    const start = afterSubcommands(words, at + 1, named)
    if (start !== undefined) return peel(deeper, start, named)
  }
  return undefined
}

/** Where the flags of a wrapper start: after its subcommand, which its own flags may precede, with their values. */
function afterSubcommands(words: readonly ShellWord[], from: number, named: NamedWrapper): number | undefined {
  let at = from
  for (const subcommand of named.subcommands) {
    for (let word = words[at]; word?.value.startsWith("-") === true && word.value !== subcommand; word = words[at]) {
      at += named.wrapper.value_flags.includes(word.value) && words[at + 1]?.value !== subcommand ? 2 : 1
    }
    if (words[at]?.value !== subcommand) return undefined
    at++
  }
  return at
}

function peel(given: Pending, start: number, { wrapper }: NamedWrapper): Unwrapped {
  const { words, at } = given
  const via = [...given.via, wrapper.name]
  if (wrapper.inner === "exec") {
    return { found: [], pending: execCommands({ ...given, via }, start, wrapper.exec_flags) }
  }
  const flags = readWrapperFlags(words, start, wrapper)
  if (flags.kind === "nothing") return { found: [], pending: [] }
  if (flags.kind === "command" && flags.opensShell === true && words[flags.next] === undefined) {
    return { found: [{ kind: "text", words: [], via }], pending: [] }
  }
  if (flags.kind === "text") return { found: [{ kind: "text", words: [flags.word], via }], pending: [] }
  if (flags.kind === "split") {
    const split = splitWords(flags.word)
    const again = [...words.slice(at, at + 1), ...split, ...words.slice(flags.next)]
    return { found: [], pending: [{ ...given, words: again, at: 0 }] }
  }
  if (wrapper.inner === "shell") return { found: shellTexts(words.slice(flags.next), via), pending: [] }
  const readsInput = given.readsInput && !inputTakers.has(wrapper.name)
  return { found: [], pending: [{ ...given, at: flags.next, via, readsInput }] }
}

/** Programs that read the standard input themselves, and leave none to those that they run. */
export const inputTakers: ReadonlySet<string> = new Set(["xargs", "parallel", "entr"])

/** The words of a shell text; those of `parallel` end before its arguments, which are texts themselves without any. */
function shellTexts(words: readonly ShellWord[], via: readonly string[]): readonly Invocation[] {
  const end = via.at(-1) === "parallel" ? words.findIndex(({ value }) => /^::::?\+?$/u.test(value)) : -1
  if (end !== 0) return [{ kind: "text", words: end < 0 ? words : words.slice(0, end), via }]
  if (words[0]?.value.startsWith("::::") === true) return [{ kind: "unknown", words: [], via }]
  return words.slice(1).map((word) => ({ kind: "text", words: [word], via }))
}

const findFlags: readonly string[] = ["-exec", "-execdir", "-ok", "-okdir"]

const execEnds: ReadonlySet<string> = new Set([";", "+"])

/** The commands of `find -exec … ;`. */
function execCommands(given: Pending, start: number, flags: readonly string[] = findFlags): readonly Pending[] {
  const commands: Pending[] = []
  for (let at = start; at < given.words.length; at++) {
    if (!flags.includes(given.words[at]?.value ?? "")) continue
    let stop = at + 1
    while (stop < given.words.length && !execEnds.has(given.words[stop]?.value ?? "")) stop++
    commands.push({ ...given, words: given.words.slice(at + 1, stop), at: 0 })
    at = stop
  }
  return commands
}

function afterAssignments(words: readonly ShellWord[], from: number): number {
  let at = from
  for (let word = words[at]; word !== undefined && isAssignment(word); word = words[at]) at++
  return at
}
