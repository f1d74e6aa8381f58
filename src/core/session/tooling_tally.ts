import { ownCopy } from "../own_copy.ts"
import { redact } from "../redact/redact.ts"
import type { Policy } from "../schema/policy.ts"
import type {
  SkippedLine,
  ToolingDetail,
  ToolingReport,
  ToolingSource,
  UndecidedTooling,
} from "../schema/tooling_report.ts"
import { type CompiledPolicy, compilePolicy } from "../transcript/compiled_policy.ts"
import { readTranscript } from "../transcript/read_transcript.ts"
import type { UndecidedReason } from "../transcript/tooling_use.ts"
import type { GlancedCall } from "./claude_glance.ts"
import { type CallHash, callHash, hashOfId, SeenCalls } from "./seen_calls.ts"
import type { SessionEvent, SessionFormat } from "./session_event.ts"
import type { SessionSink } from "./session_sink.ts"
import { SettledTexts } from "./settled_texts.ts"
import { writtenText } from "./text_hash.ts"
import { type TypedText, TypedTexts } from "./typed_texts.ts"
import { UnknownTypes } from "./unknown_types.ts"

/** A detail whose outcome may still come. */
type OpenDetail = { -readonly [Field in keyof ToolingDetail]: ToolingDetail[Field] }

/** Judges what sessions hold by a policy, and counts it. What it keeps grows with what it finds, not with the files. */
export class ToolingTally implements SessionSink {
  readonly #policy: CompiledPolicy
  /** Calls that were met. */
  readonly #seen = bySession()
  /** Calls of which only a record is known that repeats another one. */
  readonly #echoes = bySession()
  /** Commands of users. */
  readonly #users = bySession()
  readonly #settled = new SettledTexts()
  /** Texts of the policy, without secrets. */
  readonly #policyTexts = new Map<string, string>()
  readonly #typed: TypedTexts
  /** Details by call: their results may follow. */
  readonly #awaited = new Map<string, OpenDetail[]>()
  readonly #details: { readonly violation: OpenDetail[]; readonly allowed: OpenDetail[] } = {
    violation: [],
    allowed: [],
  }
  readonly #undecided: UndecidedTooling[] = []
  readonly #unknown = new UnknownTypes()
  readonly #formats = { lines: 0, claude: 0, codex: 0, pi: 0 }
  #file = ""
  #files = 0
  #records = 0
  #commands = 0
  #userCommands = 0
  #duplicates = 0
  #skipped: { count: number; first?: SkippedLine } = { count: 0 }
  #complete = true

  constructor(policy: Policy) {
    this.#policy = compilePolicy(policy)
    this.#typed = new TypedTexts(policy)
  }

  /** From now on, a file is read. */
  open(file: string): void {
    this.#typeRest()
    this.#file = redact(file)
    this.#files++
  }

  readonly format = (format: SessionFormat): void => {
    this.#formats[format]++
  }

  readonly records = (count: number): void => {
    this.#records += count
  }

  readonly commands = (text: string, line: number): void => {
    this.#commands += this.#judge(text, "lines", (within) => ({ file: this.#file, line: line + within - 1 }))
  }

  readonly skip = (line: number, reason: string, lost: boolean): void => {
    this.#skipped = {
      ...this.#skipped.count === 0 ? { first: { file: this.#file, line, reason: redact(reason) } } : this.#skipped,
      count: this.#skipped.count + 1,
    }
    if (lost) this.#complete = false
  }

  readonly lose = (): void => {
    this.#complete = false
  }

  readonly repeat = (format: SessionFormat, { id, written }: GlancedCall): boolean => {
    const text = this.#settled.hashOf(written)
    if (text === undefined) return false
    if (this.#isNew(format, { id: hashOfId(id), text }, false)) this.#commands++
    return true
  }

  readonly isAwaiting = (): boolean => this.#awaited.size > 0

  readonly event = (format: SessionFormat, event: SessionEvent, line: number): void => {
    switch (event.kind) {
      case "command":
        return this.#command(format, event, line)
      case "opaque":
        return this.#opaque(format, event, line)
      case "typed":
        return this.#type(format, event, line)
      case "result":
        return this.#result(format, event)
      case "user":
        return this.#user(format, event)
      case "unknown":
        return this.#unknown.add(event.type)
      case "bad":
        return this.skip(line, event.reason, false)
    }
  }

  /** What was found so far, without secrets. */
  report(): ToolingReport {
    this.#typeRest()
    const { violation, allowed } = this.#details
    return {
      ok: violation.length === 0,
      internalToolingOnly: violation.length === 0,
      rawCallViolations: violation.map(({ label, segment }) => `${label}: ${segment}`),
      allowedWriteOps: allowed.map(({ segment }) => segment),
      details: [...violation, ...allowed],
      undecided: [...this.#undecided],
      coverage: {
        complete: this.#complete,
        files: this.#files,
        formats: { ...this.#formats },
        records: this.#records,
        commands: this.#commands,
        userCommands: this.#userCommands,
        duplicates: this.#duplicates,
        skipped: this.#skipped,
        unknownRecords: this.#unknown.counts(),
      },
    }
  }

  #command(format: SessionFormat, event: Extract<SessionEvent, { kind: "command" }>, line: number): void {
    const { text, call } = event
    if (call !== undefined && format === "codex") this.#typed.start(call, text)
    const written = writtenText(text)
    const hash = callHash(call ?? "", written)
    if (call !== undefined && !this.#isNew(format, hash, event.echo === true)) return
    this.#commands++
    if (this.#settled.hashOf(written) !== undefined) return
    const found = this.#judge(text, format, () => this.#source(line, call), call)
    if (found === 0) this.#settled.add(written, hash.text)
  }

  #opaque(format: SessionFormat, event: Extract<SessionEvent, { kind: "opaque" }>, line: number): void {
    const { text, call } = event
    if (call !== undefined && !this.#isNew(format, callHash(call, writtenText(text)), false)) return
    this.#commands++
    this.#doubt(text, "opaque program", this.#source(line, call))
  }

  #type(format: SessionFormat, event: Extract<SessionEvent, { kind: "typed" }>, line: number): void {
    const { program, text, call } = event
    if (call !== undefined && !this.#isNew(format, callHash(call, writtenText(text)), false)) return
    const typed = this.#typed.type(program, text, line, call)
    if (typed !== undefined) this.#entered(typed)
  }

  /** The file is over: what was typed and not entered stands before what came after it. */
  #typeRest(): void {
    const rest = this.#typed.rest()
    if (rest.length === 0) return
    for (const typed of rest) this.#entered(typed)
    sortByLine(this.#details.violation, this.#file)
    sortByLine(this.#details.allowed, this.#file)
    sortByLine(this.#undecided, this.#file)
  }

  /** What is typed into a shell is a command; where it is not known what reads it, nobody is accused. */
  #entered({ text, into, line, call }: TypedText): void {
    if (into === "data") return
    this.#commands++
    const source = this.#source(line, call)
    if (into === "shell") this.#judge(text, "codex", () => source, call)
    else if (readTranscript(text, this.#policy).uses.length > 0) this.#doubt(text.trim(), "opaque program", source)
  }

  #user(format: SessionFormat, { text, id }: Extract<SessionEvent, { kind: "user" }>): void {
    if (id !== undefined && !this.#users[format].add(callHash(id, writtenText(text)))) this.#duplicates++
    else this.#userCommands++
  }

  #result(format: SessionFormat, { call, error, program }: Extract<SessionEvent, { kind: "result" }>): void {
    if (format === "codex") this.#typed.came(call, program)
    const key = callKey(format, call)
    const details = this.#awaited.get(key)
    if (details === undefined) return
    for (const detail of details) {
      if (error || detail.outcome === undefined) detail.outcome = error ? "error" : "ok"
    }
    // Codex tells the end of a call twice, and only one of the two need have the exit code.
    if (error || format !== "codex") this.#awaited.delete(key)
  }

  /** Whether a call was not met before. The same id with another text is another call: nothing may hide behind an id. */
  #isNew(format: SessionFormat, hash: CallHash, isEcho: boolean): boolean {
    const seen = this.#seen[format]
    const echoes = this.#echoes[format]
    if (isEcho) return !seen.has(hash.id) && echoes.add({ id: hash.id, text: 0 })
    if (echoes.has(hash.id)) return false
    const isNew = seen.add(hash)
    if (!isNew) this.#duplicates++
    return isNew
  }

  #source(line: number, call: string | undefined): ToolingSource {
    return { file: this.#file, line, ...call === undefined ? {} : { call: redact(call) } }
  }

  #doubt(segment: string, reason: UndecidedReason, source: ToolingSource): void {
    this.#undecided.push({ segment: shown(segment), reason, source })
  }

  /** Keeps what a text holds: for plain lines the number of commands is given back, else the number of what was found. */
  #judge(
    text: string,
    format: SessionFormat,
    sourceOf: (line: number) => ToolingSource,
    call?: string,
  ): number {
    const { uses, undecided, commands } = readTranscript(text, this.#policy)
    for (const { kind, label, segment, rule, instead, via, line } of uses) {
      const detail: OpenDetail = {
        kind,
        label: this.#shownOnce(label),
        segment: shown(segment),
        rule: this.#shownOnce(rule),
        ...instead === undefined ? {} : { instead: this.#shownOnce(instead) },
        via: via.map(shown),
        source: sourceOf(line),
      }
      this.#details[kind].push(detail)
      if (call !== undefined) this.#await(callKey(format, call), detail)
    }
    for (const { segment, reason, line } of undecided) this.#doubt(segment, reason, sourceOf(line))
    return format === "lines" ? commands : uses.length + undecided.length
  }

  /** A text of the policy without secrets: it comes again and again. */
  #shownOnce(text: string): string {
    const known = this.#policyTexts.get(text) ?? redact(text)
    this.#policyTexts.set(text, known)
    return known
  }

  #await(key: string, detail: OpenDetail): void {
    const details = this.#awaited.get(key)
    if (details === undefined) this.#awaited.set(key, [detail])
    else details.push(detail)
  }
}

/** Orders what was found in the last file by line. */
function sortByLine<Found extends { readonly source: ToolingSource }>(found: Found[], file: string): void {
  const start = found.findLastIndex(({ source }) => source.file !== file) + 1
  const sorted = found.slice(start).sort((left, right) => left.source.line - right.source.line)
  for (const [index, each] of sorted.entries()) found[start + index] = each
}

function bySession(): { readonly [Format in SessionFormat]: SeenCalls } {
  return { lines: new SeenCalls(), claude: new SeenCalls(), codex: new SeenCalls(), pi: new SeenCalls() }
}

function callKey(format: SessionFormat, call: string): string {
  return `${format} ${call}`
}

/** A text without secrets, as a copy: what it was cut out of is not kept. */
function shown(text: string): string {
  return ownCopy(redact(text))
}
