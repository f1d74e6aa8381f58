import type { ShellText } from "./shell_text.ts"
import { opaqueExpansion } from "./shell_text.ts"
import type { Word, WordPart } from "./syntax.ts"
import { unmasked } from "./syntax.ts"

/** A word of a command after quote removal. */
export interface ShellWord {
  /** As written. */
  readonly text: string
  /** Where it starts: the last number of its order key. */
  readonly offset: number
  /** After quote removal; expansions as written. */
  readonly value: string
  /** As long as `value`, with expansions turned into an opaque parameter. */
  readonly read: string
  /** Whether the value is known: no expansion, no pattern. */
  readonly literal: boolean
  /** Of a word that is not literal: the literal text after its last expansion. */
  readonly tail: string
  /** The name, when the whole word is one plain variable. */
  readonly variable?: string
  /** Whether the whole word is an expansion outside quotes, which may become no word or several. */
  readonly splits: boolean
}

interface Piece {
  readonly shown: string
  readonly read: string
  readonly fixed: boolean
}

const mayExpand = /[$`<>*?[\]{}()]/u
const plainVariable = /^"?\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))"?$/u

/** A word that is known, as written in a text that is not parsed. */
export function literalWord(text: string, offset: number, value: string = text): ShellWord {
  return { text, offset, value, read: value, literal: true, tail: value, splits: false }
}

/** Reads a word of the tree of `text`. */
export function readWord(word: Word, text: ShellText): ShellWord {
  const written = text.shown.slice(word.pos, word.end)
  if (!mayExpand.test(word.text)) return literalWord(written, text.shift + word.pos, unmasked(word.value))
  const parts = word.parts
  if (parts === undefined || parts.length === 0) {
    return literalWord(written, text.shift + word.pos, unmasked(word.value))
  }
  const pieces = piecesOf(parts, text)
  const literal = pieces.every(({ fixed }) => fixed)
  const lastExpansion = pieces.findLastIndex(({ fixed }) => !fixed)
  const [, braced, bare] = plainVariable.exec(written) ?? []
  const variable = braced ?? bare
  return {
    text: written,
    offset: text.shift + word.pos,
    value: pieces.map(({ shown }) => shown).join(""),
    read: pieces.map(({ read }) => read).join(""),
    literal,
    tail: pieces.slice(lastExpansion + 1).map(({ shown }) => shown).join(""),
    splits: !literal && pieces.length === 1 && !written.startsWith('"'),
    ...(variable === undefined ? {} : { variable }),
  }
}

function piecesOf(parts: readonly WordPart[], text: ShellText): readonly Piece[] {
  return parts.flatMap((part) => pieceOf(part, text))
}

function pieceOf(part: WordPart, text: ShellText): readonly Piece[] {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return [known(unmasked(part.value))]
    case "DoubleQuoted":
    case "LocaleString":
      return part.parts.flatMap((inner) => pieceOf(inner, text))
    case "Glob":
      return [pattern(part.pos, part.end, text)]
    case "BraceExpansion":
    case "ExtendedGlob":
      return [pattern(part.pos, part.end, text)]
    default:
      return [expansion(part.pos, part.end, text)]
  }
}

function known(value: string): Piece {
  return { shown: value, read: value, fixed: true }
}

/** A pattern stands for itself in a text that a shell reads again, unless it holds a substitution. */
function pattern(start: number, end: number, text: ShellText): Piece {
  const shown = text.shown.slice(start, end)
  return /[$`]|[<>]\(/u.test(shown) ? expansion(start, end, text) : { shown, read: shown, fixed: false }
}

function expansion(start: number, end: number, text: ShellText): Piece {
  return { shown: text.shown.slice(start, end), read: opaqueExpansion(end - start), fixed: false }
}

/** The word after another, joined by a blank, as `eval` joins its arguments. */
export function joinWords(words: readonly ShellWord[]): { readonly shown: string; readonly read: string } {
  return { shown: words.map(({ value }) => value).join(" "), read: words.map(({ read }) => read).join(" ") }
}

/** Whether nothing of the word is known. */
export function isOpaque(word: ShellWord): boolean {
  return !word.literal && /^(?:\$\{x+\}|\$+|\s)*$/u.test(word.read)
}
