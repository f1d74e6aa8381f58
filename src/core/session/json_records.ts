import { longestLine } from "./line_blocks.ts"

/** Who is told what JSON over several lines holds. */
export interface JsonRecordSink {
  /** The text of an object, and the line on which it begins. */
  readonly onRecord: (text: string, line: number) => void
  /** A line holds what is no object, or an object that is longer than any line may be. */
  readonly onOther: (line: number, isTooLong: boolean) => void
}

/** What is worth a look: the brackets of objects and lists, quotes, and anything else that is no blank or comma. */
const outside = /[^\s,[\]]/g
const inside = /["{}[\]]/g
const inText = /["\\]/g

/**
 * Cuts JSON that is no object a line into its objects: a list of them, or objects that are printed over several lines, one
 * after another. Keeps one object, however long the text is. Nothing is wrong to it.
 */
export class JsonRecords {
  readonly #sink: JsonRecordSink
  #number = 0
  /** The parts of the object that is open, and how long they are together. */
  #parts: string[] = []
  #length = 0
  #begun = 0
  #depth = 0
  #isInText = false
  /** The last line that was told to hold something else. */
  #other = -1

  constructor(sink: JsonRecordSink) {
    this.#sink = sink
  }

  /** Takes a line, without its line end, and its number. */
  take(line: string, number: number): void {
    this.#number = number
    let from = 0
    for (let at = 0; at < line.length;) {
      if (this.#depth === 0) {
        const next = this.#next(outside, line, at)
        if (next === line.length) break
        at = next + 1
        if (line.charAt(next) !== "{") at = this.#passOther(line, next)
        else [from, this.#begun, this.#depth] = [next, this.#number, 1]
      } else at = this.#isInText ? this.#endText(line, at) : this.#bracket(line, at, from)
      if (this.#depth === 0) from = at
    }
    if (this.#depth > 0) this.#keep(`${line.slice(from)}\n`)
    // A text ends with its line at the latest, so that one that is cut off hides no more than its object.
    this.#isInText = false
  }

  /** The text is over; an object that is open is told, so that it is known to be cut off. */
  end(): void {
    if (this.#depth > 0) this.#tell()
  }

  #next(wanted: RegExp, line: string, from: number): number {
    wanted.lastIndex = from
    return wanted.exec(line)?.index ?? line.length
  }

  #endText(line: string, from: number): number {
    const at = this.#next(inText, line, from)
    if (line.charAt(at) === "\\") return at + 2
    this.#isInText = false
    return at + 1
  }

  #bracket(line: string, from: number, start: number): number {
    const at = this.#next(inside, line, from)
    const character = line.charAt(at)
    if (character === '"') this.#isInText = true
    else if (character === "{" || character === "[") this.#depth++
    else if (character !== "") this.#depth--
    if (character !== "" && this.#depth === 0) {
      this.#keep(line.slice(start, at + 1))
      this.#tell()
    }
    return at + 1
  }

  #keep(part: string): void {
    this.#length += part.length
    if (this.#length <= longestLine) this.#parts.push(part)
    else this.#parts = []
  }

  #tell(): void {
    if (this.#length <= longestLine) this.#sink.onRecord(this.#parts.join(""), this.#begun)
    else this.#sink.onOther(this.#begun, true)
    this.#parts = []
    this.#length = 0
    this.#depth = 0
    this.#isInText = false
  }

  /** Behind a text, a number or a word. */
  #passOther(line: string, from: number): number {
    if (this.#other !== this.#number) this.#sink.onOther(this.#number, false)
    this.#other = this.#number
    if (line.charAt(from) !== '"') return this.#next(/[\s,[\]{"]/g, line, from + 1)
    let at = from + 1
    while (at < line.length && line.charAt(at) !== '"') at += line.charAt(at) === "\\" ? 2 : 1
    return at + 1
  }
}

/** The beginning of an object, of a list of objects, of one of lists or texts over several lines, or an empty list. */
const jsonBeginning =
  /^\s*(?:\[\s*){0,9}\{\s*(?:"(?:[^"\\\n]|\\.){0,500}"\s*:|\}\s*[,\]}{]|\}\s*$)|^\s*\[\s*\]\s*$|^\s*\[\s*\n\s*(?:"(?:[^"\\\n]|\\.){0,500}"\s*(?:,|\])|\[)/

/** Whether a text that holds no record a line begins as JSON, which no shell text does. */
export function isJson(text: string): boolean {
  return jsonBeginning.test(text)
}
