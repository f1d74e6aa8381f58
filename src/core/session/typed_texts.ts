import type { Policy } from "../schema/policy.ts"
import { wholeStatements } from "../shell/whole_statements.ts"
import { compilePolicy } from "../transcript/compiled_policy.ts"
import { readTranscript } from "../transcript/read_transcript.ts"

/** What reads what is typed: a shell, a program for which it is data, or one of which that is not known. */
export type TypedInto = "shell" | "data" | "other"

/** What was typed, up to the end of a command. */
export interface TypedText {
  readonly text: string
  readonly into: TypedInto
  readonly line: number
  readonly call?: string
}

/** How many calls and programs are remembered, and how much of each text; how long a command may be that is typed. */
const [most, longest, longestTyped] = [1024, 2000, 65_536]

/** Stands for what is typed, where it is asked what reads it. */
const typed = "typed-text"

/** Programs with a language, or with keys, of their own. */
const interpreters =
  "python* ipython* bpython ptpython node deno bun ts-node tsx irb pry ruby perl php psysh lua* R Rscript julia ghci scala clj iex erl " +
  "ocaml utop jshell psql mysql mariadb sqlite3 sqlplus redis-cli mongo mongosh duckdb cqlsh ftp sftp telnet nc gdb lldb jdb pdb bc " +
  "dc awk sed jq cat tee less more man vi vim nvim nano emacs ed ex top htop ssh"

interface Open {
  readonly into: TypedInto
  text: string
  /** How long the text must be before it is looked at again. */
  wanted: number
  line: number
  call?: string
}

/** Keys that do more than type. */
// deno-lint-ignore no-control-regex -- finding control characters is the purpose of the pattern
const hasKeys = /[\u0000-\u0008\u000b-\u001f\u007f]/u

/** Joins what is typed piece by piece into programs that run on, and tells what it was typed into. */
export class TypedTexts {
  readonly #probe: Policy
  /** Commands by call, until it is known whether they run on. */
  readonly #started = new Map<string, string>()
  /** Programs that run on. */
  readonly #running = new Map<string, Open>()

  constructor(policy: Policy) {
    const rule = { match: [], not_match: [] }
    this.#probe = {
      ...policy,
      rules: [
        { ...rule, id: "shell", label: "shell", commands: [typed] },
        { ...rule, id: "data", label: "data", commands: interpreters.split(" ") },
      ],
      allowed: [],
    }
  }

  /** A call started a command. */
  start(call: string, text: string): void {
    keep(this.#started, call, text.slice(-longest))
  }

  /** A call came back; the program that it started may run on. */
  came(call: string, program: string | undefined): void {
    const text = this.#started.get(call)
    if (text === undefined) return
    this.#started.delete(call)
    if (program !== undefined) {
      keep(this.#running, program, { into: this.#readerOf(text), text: "", wanted: 0, line: 0 })
    }
  }

  /** Takes what was typed; gives back the commands that are complete by then. */
  type(program: string, text: string, line: number, call: string | undefined): TypedText | undefined {
    // A program that was started out of sight is taken for a shell: that is what is typed into.
    const open = this.#running.get(program) ?? { into: "shell", text: "", wanted: 0, line }
    keep(this.#running, program, open)
    open.text = hasKeys.test(text) ? entered(open.text + text) : open.text + text
    open.line = line
    if (call !== undefined) open.call = call
    if (open.text.length > longestTyped) return this.#take(open, open.text.length)
    if (!open.text.includes("\n") || open.text.length < open.wanted) return undefined
    const end = open.text.lastIndexOf("\n") + 1
    const whole = open.into === "data" ? end : wholeStatements(open.text.slice(0, end)).end
    // What goes on for long is not read again for each line.
    open.wanted = whole === 0 ? open.text.length * 9 / 8 : 0
    return this.#take(open, whole)
  }

  /** The file is over: what was typed and not entered, program by program. */
  rest(): readonly TypedText[] {
    const left = [...this.#running.values()].flatMap((open) => this.#take(open, open.text.length) ?? [])
    this.#running.clear()
    this.#started.clear()
    return left
  }

  #take(open: Open, end: number): TypedText | undefined {
    const text = open.text.slice(0, end)
    open.text = open.text.slice(end)
    const { into, line, call } = open
    return text.trim() === "" ? undefined : { text, into, line, ...call === undefined ? {} : { call } }
  }

  /** What reads the standard input of a command: it is given a text, and asked who runs that. */
  #readerOf(command: string): TypedInto {
    const text = `${command.trimEnd()} <<'\u0002'\n${typed}\n\u0002\n`
    const { uses, undecided } = readTranscript(text, compilePolicy(this.#probe))
    if (uses.some(({ label }) => label === "shell") || undecided.length > 0) return "shell"
    return uses.length > 0 ? "data" : "other"
  }
}

/** What is left when keys were pressed: they take back a line or a character, or end the line. */
function entered(text: string): string {
  // deno-lint-ignore no-control-regex -- finding control characters is the purpose of the pattern
  const pressed = text.replace(/\u001b(?:\[[\d;?]*[ -/]*[@-~]|.)/gu, "").replace(/\r\n?/gu, "\n")
  const left: string[] = []
  for (const key of pressed) {
    const isLine = key === "\u0003" || key === "\u0015"
    if (isLine) { while (left.length > 0 && left.at(-1) !== "\n") left.pop() }
    else if (key === "\b" || key === "\u007f") { if (left.at(-1) !== "\n") left.pop() }
    else if (!hasKeys.test(key)) left.push(key)
  }
  return left.join("")
}

/** Sets an entry, and forgets the oldest one when there are too many. */
function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > most && oldest !== undefined) map.delete(oldest)
}
