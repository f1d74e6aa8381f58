import type { OrderKey } from "../shell/order_key.ts"
import type { TextPair } from "../shell/shell_text.ts"
import { replaceInPair } from "../shell/shell_text.ts"
import type { ShellWord } from "../shell/shell_word.ts"
import { joinWords } from "../shell/shell_word.ts"
import type { SimpleCommand } from "../shell/simple_command.ts"
import { commandName } from "./command_name.ts"

/** What a command is known to write. */
export interface ProgramOutput {
  readonly text: TextPair
  readonly key: OrderKey
}

type Writer = (command: SimpleCommand, words: readonly ShellWord[]) => ProgramOutput | undefined

const writers: ReadonlyMap<string, Writer> = new Map<string, Writer>([
  ["echo", echoOutput],
  ["printf", printfOutput],
  ["cat", catOutput],
])

/** What `echo`, `printf` and `cat` of a heredoc write; of other commands nothing is known. */
export function outputOf(command: SimpleCommand): ProgramOutput | undefined {
  const [program, ...words] = command.words
  const name = program === undefined ? undefined : commandName(program)
  return name === undefined ? undefined : writers.get(name)?.(command, words)
}

function echoOutput(command: SimpleCommand, words: readonly ShellWord[]): ProgramOutput {
  const flags = words.findIndex(({ value }) => !/^-[neE]+$/u.test(value))
  const written = flags < 0 ? [] : words.slice(flags)
  const escapes = words.slice(0, Math.max(0, flags)).some(({ value }) => value.includes("e"))
  const text = joinWords(written)
  return { text: escapes ? unescaped(text) : text, key: keyOf(command, written[0]) }
}

/** A format without directives, or with `%s` and `%b` alone, one argument each, as often as there are arguments. */
function printfOutput(command: SimpleCommand, words: readonly ShellWord[]): ProgramOutput | undefined {
  const [format, ...values] = words[0]?.value === "--" ? words.slice(1) : words
  if (format === undefined || !format.literal || /%(?![sb%])/u.test(format.value)) return undefined
  const pieces = format.value.split(/(%[sb%])/u)
  const directives = pieces.filter((piece) => piece === "%s" || piece === "%b").length
  const rounds = directives === 0 ? 1 : Math.max(1, Math.ceil(values.length / directives))
  let next = 0
  let [shown, read] = ["", ""]
  for (let round = 0; round < rounds; round++) {
    for (const piece of pieces) {
      const directive = piece === "%s" || piece === "%b"
      const literal = piece === "%%" ? "%" : piece
      const value = directive ? values[next++] : undefined
      const text = directive
        ? { shown: value?.value ?? "", read: value?.read ?? "" }
        : unescaped({ shown: literal, read: literal })
      shown += text.shown
      read += text.read
    }
  }
  return { text: { shown, read }, key: keyOf(command, directives === 0 ? format : values[0] ?? format) }
}

function catOutput({ input }: SimpleCommand, words: readonly ShellWord[]): ProgramOutput | undefined {
  if (words.some(({ value }) => value !== "-" && value !== "-u")) return undefined
  return input?.kind === "heredoc" || input?.kind === "here-string" ? { text: input.text, key: input.key } : undefined
}

const escapes: ReadonlyMap<string, string> = new Map([["n", "\n"], ["t", "\t"], ["r", "\r"], ["\\", "\\"], ["a", ""]])

function unescaped(text: TextPair): TextPair {
  return replaceInPair(text, /\\(?:x[0-9A-Fa-f]{1,2}|0?[0-7]{1,3}|[^])/gu, (found) => {
    const letter = found.slice(1)
    if (letter.startsWith("x") && letter.length > 1) return String.fromCharCode(Number.parseInt(letter.slice(1), 16))
    if (/^[0-7]/u.test(letter)) return String.fromCharCode(Number.parseInt(letter, 8))
    return escapes.get(letter) ?? found
  })
}

/** The text lies where its first word does. */
function keyOf(command: SimpleCommand, word: ShellWord | undefined): OrderKey {
  return word === undefined ? command.key : [...command.key.slice(0, -1), word.offset]
}
