import { isMapping } from "../foreign/foreign_value.ts"
import { glanceAtClaude, succeededCall } from "./claude_glance.ts"
import { isJson, JsonRecords } from "./json_records.ts"
import { longestLine } from "./line_blocks.ts"
import { PlainLines } from "./plain_lines.ts"
import { noEvents, type SessionEvent, type SessionFormat } from "./session_event.ts"
import { formatOf, type RecordFormat, recordFormats } from "./session_formats.ts"
import type { SessionSink } from "./session_sink.ts"

/** Why nothing of a file was judged. */
const unknownFile = "no record of the file is of a known type, so nothing of it was judged; name its format with --from"

/** How many lines that are not blank decide whether a file holds records, and how many characters at most. */
const [sampleLines, sampleCharacters] = [50, 1 << 22]

/** Why a line, or an object of a list, is no record. */
const tooLong = `it is longer than ${longestLine / 1024 / 1024} MiB`
const noObject = "it is JSON, but no object"
const noRecord = "it is no JSON object"

/** After sound records of so many characters, the rest of a file is no longer parsed where a glance is enough. */
const trustedAfter = 1 << 18

/** A format that is said, or found by content. */
export type SessionFormatChoice = SessionFormat | "auto"

interface SampleLine {
  readonly text: string
  readonly ended: boolean
}

/** Reads the lines of one file, and tells a sink what they hold. Nothing throws, whatever they hold. */
export class SessionFile {
  readonly #sink: SessionSink
  readonly #choice: SessionFormatChoice
  #line = 0
  /** The beginning of a file of which it is not known yet whether it holds records. */
  #sample: SampleLine[] | undefined
  #sampled = 0
  #plain: PlainLines | undefined
  /** Cuts JSON that is no record a line. */
  #json: JsonRecords | undefined
  #format: RecordFormat | undefined
  /** Whether a line of a file of records was not blank, and whether any record was of the format. */
  #isBlank = true
  #isKnown = false
  /** How many characters were sound; `undefined` once a line was not. */
  #sound: number | undefined = 0

  constructor(sink: SessionSink, choice: SessionFormatChoice) {
    this.#sink = sink
    this.#choice = choice
    if (choice === "auto") this.#sample = []
    else this.#decide(choice)
  }

  /** Takes whole lines, each with its line feed. */
  takeLines(lines: string): void {
    let start = 0
    for (let end = lines.indexOf("\n"); end >= 0; end = lines.indexOf("\n", start)) {
      const line = lines.slice(start, end)
      start = end + 1
      if (!this.#isTrusted() || !this.#isGlanced(line)) this.take(line, true)
      else {
        this.#line++
        this.#sink.records(1)
      }
    }
  }

  /** Takes a line without its line end; `ended` says whether it had one. */
  take(line: string, ended: boolean): void {
    if (this.#sample === undefined) this.#read(line, ended)
    else this.#collect(this.#sample, line, ended)
  }

  /** A line is too long to be read. */
  passOver(): void {
    // What stands behind it decides, when nothing stands before it.
    if (this.#sample !== undefined && this.#sampled > 0) this.#decideBySample()
    this.#line += 1 + (this.#sample?.length ?? 0)
    if (this.#sample !== undefined) this.#sample = []
    this.#sink.skip(this.#line, tooLong, true)
    this.#sound = undefined
    this.#plain?.skip()
  }

  /** The file is over. */
  end(): void {
    this.#decideBySample()
    this.#plain?.end()
    this.#json?.end()
    const isJudged = this.#plain !== undefined || this.#isKnown || this.#isBlank
    if (isJudged) return
    // Lines that were passed over are counted as such already.
    if (this.#sound === undefined) this.#sink.lose()
    else this.#sink.skip(1, unknownFile, true)
  }

  #isTrusted(): boolean {
    return this.#sound !== undefined && this.#sound >= trustedAfter && this.#format?.name === "claude"
  }

  #collect(sample: SampleLine[], text: string, ended: boolean): void {
    sample.push({ text, ended })
    if (text.trim() !== "") this.#sampled++
    const isEnough = this.#sampled >= sampleLines ||
      sample.reduce((sum, line) => sum + line.text.length, 0) >= sampleCharacters
    if (isEnough) this.#decideBySample()
  }

  /** A file holds records when at least half of its first lines are JSON objects: the first one may be cut off. */
  #decideBySample(): void {
    const sample = this.#sample
    if (sample === undefined) return
    this.#sample = undefined
    const values = sample.map(({ text }, index) => parseLine(index === 0 ? withoutMark(text) : text))
    const isMostly = (kind: (value: unknown) => boolean): boolean => values.filter(kind).length * 2 >= this.#sampled
    if (this.#sampled === 0) this.#decide("lines")
    else if (!isMostly(isMapping)) {
      const isOther = isMostly(isSentence) || isJson(sampleText(sample))
      if (isOther) this.#json = this.#jsonRecords()
      else this.#decide("lines")
    }
    for (const [index, { text, ended }] of sample.entries()) this.#read(text, ended, values[index])
  }

  #decide(format: SessionFormat): void {
    if (format === "lines") this.#plain = new PlainLines(this.#sink, this.#line + 1)
    else this.#format = recordFormats.find(({ name }) => name === format)
    this.#sink.format(format)
  }

  /** Reads a line; `value` is its JSON, where that is known. */
  #read(text: string, ended: boolean, value?: unknown): void {
    this.#line++
    const line = this.#line === 1 ? withoutMark(text) : text
    if (this.#plain !== undefined) this.#plain.take(line, ended)
    else if (this.#json !== undefined) this.#json.take(line, this.#line)
    else if (this.#parse(line, this.#line, value)) this.#sink.records(1)
  }

  /** The objects of a list, or over several lines, are records like those that have a line each. */
  #jsonRecords(): JsonRecords {
    return new JsonRecords({
      onRecord: (text, line) => {
        if (this.#parse(text, line)) this.#sink.records(1)
      },
      onOther: (line, isTooLong) => {
        this.#isBlank = false
        this.#sink.skip(line, isTooLong ? tooLong : noRecord, isTooLong)
      },
    })
  }

  /** Whether a line of a file that was sound so far needs no parsing. */
  #isGlanced(line: string): boolean {
    const glance = glanceAtClaude(line)
    if (glance === undefined) return false
    if (glance === "prose") return true
    if (glance !== "result") return this.#sink.repeat("claude", glance)
    if (!this.#sink.isAwaiting()) return true
    const call = succeededCall(line)
    if (call !== undefined) this.#sink.event("claude", { kind: "result", call, error: false }, this.#line + 1)
    return call !== undefined
  }

  /** Whether a line is a record. */
  #parse(line: string, number: number, known?: unknown): boolean {
    const value = known ?? parseLine(line)
    if (value === undefined && line.trim() === "") return false
    this.#isBlank = false
    if (!isMapping(value)) {
      this.#sound = undefined
      this.#sink.skip(number, value === undefined ? "it is not JSON" : noObject, false)
      return false
    }
    if (this.#sound !== undefined) this.#sound += line.length
    if (this.#format === undefined) this.#meet(formatOf(value))
    const [format, events] = this.#eventsOf(value)
    this.#isKnown ||= formatOf(value)?.name === format ||
      events.some(({ kind }) => kind !== "unknown" && kind !== "bad")
    for (const event of events) this.#sink.event(format, event, number)
    return true
  }

  #meet(format: RecordFormat | undefined): void {
    if (format === undefined) return
    this.#format = format
    this.#sink.format(format.name)
  }

  /** Files that were put together hold several formats. */
  #eventsOf(record: Readonly<Record<string, unknown>>): readonly [SessionFormat, readonly SessionEvent[]] {
    const own = this.#format
    const events = own?.read(record) ?? noEvents
    if (own !== undefined && (this.#choice !== "auto" || events[0]?.kind !== "unknown")) return [own.name, events]
    const other = formatOf(record)
    if (other !== undefined && other !== own) return [other.name, other.read(record)]
    if (own !== undefined) return [own.name, events]
    const type = record["type"]
    return ["lines", [{ kind: "unknown", type: typeof type === "string" ? type : "" }]]
  }
}

/** A JSON text that is no word: a shell would take it for the name of one program. */
function isSentence(value: unknown): boolean {
  return typeof value === "string" && /\S\s+\S/u.test(value)
}

/** The beginning of a file, as much as tells what it is. */
function sampleText(sample: readonly SampleLine[]): string {
  return withoutMark(sample.slice(0, 12).map(({ text }) => text.slice(0, 1000)).join("\n"))
}

/** The first line of a file, without the byte order mark. */
function withoutMark(line: string): string {
  return line.startsWith("\uFEFF") ? line.slice(1) : line
}

/** The JSON value of a line. Where a program was killed while it wrote, NUL characters stand in front. */
function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    if (!line.includes("\0")) return undefined
  }
  try {
    return JSON.parse(line.replaceAll("\0", ""))
  } catch {
    return undefined
  }
}
