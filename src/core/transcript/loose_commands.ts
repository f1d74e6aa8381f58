import type { ShellWord } from "../shell/shell_word.ts"
import { literalWord } from "../shell/shell_word.ts"
import type { CommandInput } from "../shell/simple_command.ts"

/** A piece of a line that does not parse, read without regard to quotes. */
export interface LooseCommand {
  /** The piece, trimmed. */
  readonly segment: string
  /** Where it starts in the text. */
  readonly offset: number
  readonly words: readonly ShellWord[]
  readonly input?: CommandInput
}

const separator = /&&|\|\||[|;&`\n]|[$<>]?\(/gu
const keyword = /^(?:[!{(]|[)\]}]+|if|then|elif|else|while|until|do|time)$/u

/**
 * Cuts a text that does not parse at every operator and opening bracket, inside quotes too: it finds too much rather than
 * too little. Lines that are comments are left out.
 */
export function looseCommands(text: string): readonly LooseCommand[] {
  let from = 0
  return text.split("\n").flatMap((line) => {
    const start = from
    from += line.length + 1
    return line.trimStart().startsWith("#") ? [] : piecesOf(line, start)
  })
}

function piecesOf(line: string, from: number): readonly LooseCommand[] {
  const cuts = [...line.matchAll(separator)].map(({ index, 0: found }) => [index, index + found.length] as const)
  let start = 0
  return [...cuts, [line.length, line.length] as const].flatMap(([cut, next]) => {
    const piece = readPiece(line.slice(start, cut), from + start)
    start = next
    return piece === undefined ? [] : [piece]
  })
}

function readPiece(piece: string, from: number): LooseCommand | undefined {
  const segment = piece.trim()
  if (segment === "") return undefined
  const offset = from + piece.length - piece.trimStart().length
  const tokens = [...segment.matchAll(/\S+/gu)]
  const words = tokens.filter(([token]) => !/^\d*[<>]/u.test(token)).map(({ 0: token, index }) =>
    looseWord(token, offset + index)
  )
  const first = words.findIndex(({ text, value }) => !keyword.test(text) && !/^[A-Za-z_]\w*\+?=/u.test(value))
  const heredoc = tokens.some(([token]) => /^\d*<</u.test(token))
  return {
    segment,
    offset,
    words: first < 0 ? [] : words.slice(first),
    ...(heredoc ? { input: { kind: "heredoc", text: { shown: "", read: "" }, key: [] } } : {}),
  }
}

function looseWord(token: string, offset: number): ShellWord {
  const value = token.replace(/["'\\]/gu, "").replace(/[)}\]]+$/u, "")
  const known = literalWord(token, offset, value)
  return value.includes("$") ? { ...known, literal: false, tail: value.replace(/^[^]*\$\{?\w*\}?/u, "") } : known
}
