import type { PolicyWrapper } from "../schema/policy.ts"
import type { ShellWord } from "../shell/shell_word.ts"
import { literalWord } from "../shell/shell_word.ts"
import { isAssignment } from "./command_name.ts"

/** Where the flags of a wrapper lead: to a command at `next`, to a text, to words to split, or to nothing that runs. */
export type WrapperFlags =
  | {
    readonly kind: "command"
    readonly next: number
    /** Whether a shell runs the command: without one, it reads its standard input. */
    readonly opensShell?: boolean
  }
  | { readonly kind: "text"; readonly word: ShellWord }
  | { readonly kind: "split"; readonly word: ShellWord; readonly next: number }
  | { readonly kind: "nothing" }

/** Reads the flags of a wrapper from `start` on, and the words that stand between them and its command. */
export function readWrapperFlags(words: readonly ShellWord[], start: number, wrapper: PolicyWrapper): WrapperFlags {
  const flags = skipFlags(words, start, wrapper)
  if (wrapper.behind !== undefined && flags.kind !== "text") {
    const mark = words.findIndex(({ value }, index) => index >= start && wrapper.behind?.includes(value) === true)
    return mark < 0 ? { kind: "nothing" } : { kind: "command", next: mark + 1 }
  }
  const positionals = wrapper.positionals ?? 0
  if (flags.kind !== "command" || positionals === 0) return flags
  return skipFlags(words, flags.next + positionals, wrapper)
}

/** Flags, and the assignments that may stand among them: `sudo A=1 -u me`. */
function skipFlags(words: readonly ShellWord[], start: number, wrapper: PolicyWrapper): WrapperFlags {
  let [at, opensShell] = [start, false]
  for (let word = words[at]; word !== undefined; word = words[at]) {
    if (isAssignment(word)) at++
    else if (!word.value.startsWith("-")) break
    else if (word.value === "--") return { kind: "command", next: at + 1, opensShell }
    else {
      const flag = readFlag(words, at, word, wrapper)
      if (typeof flag !== "number") return flag
      opensShell ||= flagsOf(word).some((each) => wrapper.input_flags?.includes(each.flag) === true)
      at = flag
    }
  }
  return { kind: "command", next: at, opensShell }
}

/** One word of flags: where the next word is, or what ends the reading. */
function readFlag(
  words: readonly ShellWord[],
  at: number,
  word: ShellWord,
  wrapper: PolicyWrapper,
): number | WrapperFlags {
  for (const { flag, attached } of flagsOf(word)) {
    if (wrapper.lookup_flags?.includes(flag) === true) return { kind: "nothing" }
    const shell = wrapper.shell_flags?.includes(flag) === true
    const split = wrapper.split_flags?.includes(flag) === true
    if (!shell && !split && !wrapper.value_flags.includes(flag)) continue
    const value = attached === undefined ? words[at + 1] : attachedWord(word, attached)
    const next = attached === undefined ? at + 2 : at + 1
    if (value === undefined) return { kind: "nothing" }
    if (shell) return { kind: "text", word: value }
    return split ? { kind: "split", word: value, next } : next
  }
  return at + 1
}

interface Flag {
  readonly flag: string
  /** The value that is written in the same word. */
  readonly attached?: string
}

/** `--name=value` is one flag; `-abc` is `-a`, `-b` and `-c`, each of which may take what follows as its value. */
function flagsOf({ read }: ShellWord): readonly Flag[] {
  if (read.startsWith("--")) {
    const equals = read.indexOf("=")
    return equals < 0 ? [{ flag: read }] : [{ flag: read.slice(0, equals), attached: read.slice(equals + 1) }]
  }
  return [...read.slice(1, 64)].map((letter, index) => {
    const attached = read.slice(index + 2)
    return attached === "" ? { flag: `-${letter}` } : { flag: `-${letter}`, attached }
  })
}

/** What stands behind a flag in the same word. */
export function attachedWord(word: ShellWord, value: string): ShellWord {
  return { ...literalWord(word.text, word.offset, value), literal: word.literal, tail: word.tail }
}
