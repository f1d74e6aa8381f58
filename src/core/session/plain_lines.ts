import { lineEnd } from "../shell/broken_place.ts"
import { wholeStatements } from "../shell/whole_statements.ts"
import { nextWindow } from "../shell/window.ts"
import type { SessionSink } from "./session_sink.ts"

/** A text of fewer characters is read as a whole. */
const shortText = 1 << 18

/**
 * How many characters of a longer text are read at a time, and how many at most when a command is not over by then. A tree
 * is many times as large as its text, and small ones cost the collector of garbage least.
 */
const [piece, largestPiece] = [1 << 12, 1 << 20]

/** The least that is looked at, where lines that do not parse follow one another. */
const smallestPiece = 1 << 6

/** How much may be parsed to find a cut, for each character: what is spent on hostile text stays linear. */
const effort = 6

/**
 * Plain commands, one a line or over several lines. A short text is handed on as a whole; a long one in pieces, cut where
 * no command is open. Of a command that is longer than a piece may be, the first line is handed on alone: it is told as
 * one that does not parse, as a line is that no further text would mend.
 */
export class PlainLines {
  readonly #sink: SessionSink
  #text = ""
  #records = 0
  /** How long the text must be before it is cut. */
  #wanted = shortText
  /** How much of it is looked at first. */
  #piece = piece
  /** How many characters may still be parsed to find a cut. */
  #effort = effort * shortText
  /** Where the text starts in the file. */
  #line: number

  constructor(sink: SessionSink, line: number) {
    this.#sink = sink
    this.#line = line
  }

  /** Takes a line; `ended` says whether a line end followed it. */
  take(line: string, ended: boolean): void {
    // A shell passes over NUL characters.
    this.#text += line.includes("\0") ? line.replaceAll("\0", "") : line
    if (ended) this.#text += "\n"
    if (line.trim() !== "") this.#records++
    this.#effort += effort * (line.length + 1)
    while (this.#text.length >= this.#wanted) {
      const cut = this.#cut()
      if (cut === undefined) this.#wanted = this.#text.length * 2
      else this.#hand(cut)
    }
  }

  /** A line that is not read ends what is open. */
  skip(): void {
    this.end()
    this.#line++
  }

  /** The text is over. */
  end(): void {
    if (this.#text !== "") this.#hand(this.#text.length)
  }

  /** Where the text can be cut: after the last command that is over; nothing when more of it is needed. */
  #cut(): number | undefined {
    for (let length = this.#piece;; length *= 2) {
      if (this.#text.length <= length) return undefined
      const { end, parse } = nextWindow(this.#text, 0, length)
      if (!parse || this.#effort <= 0) return end
      if (end === this.#text.length) return undefined
      this.#effort -= end
      const whole = wholeStatements(this.#text.slice(0, end))
      if (whole.kind === "wrong") this.#piece = Math.max(smallestPiece, this.#piece / 8)
      else if (whole.end > 0) this.#piece = Math.min(piece, this.#piece * 2)
      if (whole.end > 0) return whole.end
      if (length >= largestPiece) return lineEnd(this.#text, 0)
    }
  }

  #hand(end: number): void {
    const text = this.#text.slice(0, end)
    this.#text = this.#text.slice(end)
    const line = this.#line
    for (let feed = text.indexOf("\n"); feed >= 0; feed = text.indexOf("\n", feed + 1)) this.#line++
    this.#sink.records(this.#records)
    this.#records = 0
    this.#wanted = this.#piece
    this.#sink.commands(text, line)
  }
}
