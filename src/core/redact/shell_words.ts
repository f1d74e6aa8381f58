/** A word of a shell text, with its quotes taken off. */
export interface ShellWord {
  readonly kind: "word"
  /** What the program gets; `$…`, `$(…)` and backticks stand as they are written. */
  readonly value: string
  /** How the value is written, in its order. */
  readonly pieces: readonly WordPiece[]
  /** The parts of the value that are code: `$(…)` and backticks. */
  readonly code: readonly (readonly [start: number, end: number])[]
  /** Whether a quote or a backslash stood in it. */
  readonly isQuoted: boolean
}

/** Characters of a word that are written as they are, or one that is written with more: `\$`. */
export interface WordPiece {
  /** Where they begin in the value. */
  readonly at: number
  /** Where they are written, and where that ends. */
  readonly from: number
  readonly to: number
}

/** Where a character of a word is written, and where what stands for it ends; `undefined` behind its last one. */
export function writtenAt({ value, pieces }: ShellWord, index: number): Omit<WordPiece, "at"> | undefined {
  if (index < 0 || index >= value.length) return undefined
  let [low, high] = [0, pieces.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((pieces[middle]?.at ?? 0) > index) high = middle - 1
    else low = middle
  }
  const [piece, next] = [pieces[low], pieces[low + 1]]
  if (piece === undefined) return undefined
  const from = piece.from + index - piece.at
  return { from, to: index + 1 === (next?.at ?? value.length) ? piece.to : from + 1 }
}

/** What stands between words: `<<<`, another redirection, a pipe, a bracket, the end of a command, or the end of a line. */
export interface ShellMark {
  readonly kind: "here" | "redirection" | "pipe" | "open" | "close" | "end" | "line"
}

type Mark = readonly [mark: RegExp, kind: ShellMark["kind"]]
const noMarks: readonly Mark[] = []

/** A word, or what stands between words. */
export type ShellToken = ShellWord | ShellMark

/** How deep substitutions may lie in one another; deeper ones are characters of their word. */
const deepest = 6
const blanks = /(?:[^\S\n]|\\\r?\n)+/y
/** What stands for itself in a word, and in double quotes. */
const [plainRun, quotedRun] = [/[^\s"'`\\$;|&()<>]+/y, /[^"`\\$]+/y]
const redirection: Mark = [/\d{0,3}[<>][<>&|-]{0,2}/y, "redirection"]
/** What stands between words, by what it begins with; of several, the first that fits. */
const marks: ReadonlyMap<string, readonly Mark[]> = new Map([
  ["<", [[/<<<(?!<)/y, "here"], redirection]],
  [">", [redirection]],
  ...Array.from("0123456789", (digit): [string, readonly Mark[]] => [digit, [redirection]]),
  ["|", [[/\|\|/y, "end"], [/\|&?/y, "pipe"]]],
  ["\n", [[/\n/y, "line"]]],
  ["(", [[/\(/y, "open"]]],
  [")", [[/\)/y, "close"]]],
  [";", [[/;/y, "end"]]],
  ["&", [[/&/y, "end"]]],
])

/**
 * The words of a text that may be a shell's: what is in quotes, escaped or continued on the next line is one word, as for a
 * shell. Of a substitution the words follow those around it, between two marks. Nothing is wrong to it: an open quote ends
 * with the text. Takes time linear in the length of the text.
 */
export function shellWords(text: string): readonly ShellToken[] {
  return new WordReader(text).read()
}

class WordReader {
  readonly #text: string
  #at = 0
  /** Once an apostrophe or a backtick does not close any more, no further one does. */
  #lastQuote: number
  #lastTick: number

  constructor(text: string) {
    this.#text = text
    this.#lastQuote = text.lastIndexOf("'")
    this.#lastTick = text.lastIndexOf("`")
  }

  read(): readonly ShellToken[] {
    const tokens: ShellToken[] = []
    while (this.#at < this.#text.length) {
      this.#tokens(tokens, undefined, 0)
      // A bracket or backtick that nothing opened.
      if (this.#at < this.#text.length) this.#at++
    }
    return tokens
  }

  /** Reads up to what closes a substitution, or to the end. */
  #tokens(tokens: ShellToken[], closing: ")" | "`" | undefined, depth: number): void {
    let brackets = 0
    while (this.#at < this.#text.length) {
      const character = this.#text.charAt(this.#at)
      if (character === closing && brackets === 0) return
      if (character === "(") brackets++
      if (character === ")" && brackets > 0) brackets--
      const kind = this.#mark(character)
      if (kind !== undefined) tokens.push({ kind })
      else if (!this.#blanks()) this.#word(tokens, closing, depth)
    }
  }

  /** Passes over blanks, the ends of continued lines among them; a line that ends is a mark. */
  #blanks(): boolean {
    blanks.lastIndex = this.#at
    if (!blanks.test(this.#text)) return false
    this.#at = blanks.lastIndex
    return true
  }

  #mark(character: string): ShellMark["kind"] | undefined {
    for (const [mark, kind] of marks.get(character) ?? noMarks) {
      mark.lastIndex = this.#at
      if (!mark.test(this.#text)) continue
      this.#at = mark.lastIndex
      return kind
    }
    return undefined
  }

  #word(tokens: ShellToken[], closing: ")" | "`" | undefined, depth: number): void {
    const word = new WordText()
    const inner: ShellToken[] = []
    const text = this.#text
    let inQuotes = false
    const begin = this.#at
    while (this.#at < text.length) {
      const at = this.#at
      const run = inQuotes ? quotedRun : plainRun
      run.lastIndex = at
      if (run.test(text)) {
        this.#pass(word, run.lastIndex)
        continue
      }
      const character = text.charAt(at)
      if (character === "\\") this.#escape(word, inQuotes)
      else if (character === '"') {
        inQuotes = !inQuotes
        word.isQuoted = true
        this.#at++
      } else if (character === "'" && !inQuotes && at < this.#lastQuote) this.#apostrophes(word)
      else if (text.startsWith("$'", at) && !inQuotes && at + 1 < this.#lastQuote) {
        this.#at++
        this.#ansi(word)
      } else if (text.startsWith("$(", at) && depth < deepest) this.#code(word, inner, 2, ")", depth)
      else if (character === "`" && closing !== "`" && at < this.#lastTick && depth < deepest) {
        this.#code(word, inner, 1, "`", depth)
      } else if (character === "`" && closing === "`") break
      else if (!inQuotes && /[\s;|&()<>]/.test(character)) break
      else this.#pass(word, at + 1)
    }
    if (this.#at === begin) this.#at++
    tokens.push(word.asToken())
    if (inner.length === 0) return
    tokens.push({ kind: "end" })
    for (const token of inner) tokens.push(token)
    tokens.push({ kind: "end" })
  }

  /** Goes on to a place; what is passed stands for itself. */
  #pass(word: WordText, end: number): void {
    word.addRun(this.#text, this.#at, end)
    this.#at = end
  }

  #escape(word: WordText, inQuotes: boolean): void {
    const at = this.#at
    const next = this.#text.charAt(at + 1)
    const end = next === "\r" && this.#text.charAt(at + 2) === "\n" ? at + 3 : at + 2
    word.isQuoted = true
    this.#at = Math.min(end, this.#text.length)
    if (next === "\n" || end === at + 3) return
    if (inQuotes && !'"\\$`'.includes(next)) word.add("\\", at, at + 1)
    if (next !== "") word.add(next, inQuotes && !'"\\$`'.includes(next) ? at + 1 : at, at + 2)
  }

  #apostrophes(word: WordText): void {
    const end = this.#text.indexOf("'", this.#at + 1)
    word.isQuoted = true
    word.addRun(this.#text, this.#at + 1, end)
    this.#at = end + 1
  }

  /** `$'…'`, in which a backslash escapes an apostrophe. */
  #ansi(word: WordText): void {
    word.isQuoted = true
    for (this.#at++; this.#at < this.#text.length && this.#text.charAt(this.#at) !== "'";) {
      const length = this.#text.charAt(this.#at) === "\\" ? 2 : 1
      word.add(this.#text.charAt(this.#at + length - 1), this.#at, Math.min(this.#at + length, this.#text.length))
      this.#at += length
    }
    this.#at = Math.min(this.#at + 1, this.#text.length)
  }

  #code(word: WordText, inner: ShellToken[], opening: number, closing: ")" | "`", depth: number): void {
    const begin = this.#at
    this.#at += opening
    this.#tokens(inner, closing, depth + 1)
    this.#at = Math.min(this.#at + 1, this.#text.length)
    inner.push({ kind: "end" })
    word.code.push([word.length, word.length + this.#at - begin])
    word.addRun(this.#text, begin, this.#at)
  }
}

/** A word that is being read. */
class WordText {
  readonly code: (readonly [number, number])[] = []
  isQuoted = false
  #value = ""
  readonly #pieces: WordPiece[] = []

  get length(): number {
    return this.#value.length
  }

  /** Adds a character, and where it is written. */
  add(character: string, from: number, to: number): void {
    this.#pieces.push({ at: this.length, from, to })
    this.#value += character
  }

  /** Adds characters that stand for themselves. */
  addRun(text: string, from: number, to: number): void {
    if (to > from) this.add(text.slice(from, to), from, to)
  }

  asToken(): ShellWord {
    return { kind: "word", value: this.#value, pieces: this.#pieces, code: this.code, isQuoted: this.isQuoted }
  }
}
