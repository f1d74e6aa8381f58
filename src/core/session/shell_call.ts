import * as Result from "effect/Result"
import { fieldOf, type ForeignObject, isMapping } from "../foreign/foreign_value.ts"
import { parseJson } from "../foreign/parse_json.ts"
import { noEvents, type SessionEvent } from "./session_event.ts"

/** Tools that give a text to a POSIX shell, in lower case; of an MCP tool, the name behind that of its server. */
const shells: ReadonlySet<string> = new Set([
  "bash",
  "sh",
  "zsh",
  "shell",
  "monitor",
  "container.exec",
  "shell_command",
  "exec_command",
  "local_shell",
  "run_command",
  "run_shell_command",
  "execute_command",
])

/** Tools that give a text to something else that runs programs. */
const others: ReadonlySet<string> = new Set(["powershell", "pwsh", "cmd", "terminal", "exec"])

/** Where tools keep their text. */
const textFields: readonly string[] = ["command", "cmd", "script", "input", "code"]

/** The event of a tool call, or none when its tool runs no commands. `given` are its arguments, which may be JSON in a text. */
export function shellCallEvents(name: unknown, given: unknown, call: string | undefined): readonly SessionEvent[] {
  const tool = typeof name === "string" ? name.toLowerCase().replace(/^mcp__.+__/u, "") : ""
  const isShell = shells.has(tool)
  if (!isShell && !others.has(tool)) return noEvents
  const input = typeof given === "string" ? objectIn(given) ?? given : given
  const command = isMapping(input) ? textFields.map((field) => fieldOf(input, field)).find(isGivenText) : input
  const text = commandText(command)
  // A call that starts nothing, such as one that asks for the output so far.
  if (isMapping(input) && command === undefined) {
    return Object.keys(input).length === 0 ? [{ kind: "bad", reason: `the call of ${tool} has no command` }] : noEvents
  }
  if (text === undefined) return [{ kind: "bad", reason: `the command of the call of ${tool} is no text` }]
  const id = call === undefined ? {} : { call }
  return [isShell ? { kind: "command", text, ...id } : { kind: "opaque", text, ...id }]
}

/** The object that a text is in JSON; no shell text begins as one. */
function objectIn(text: string): ForeignObject | undefined {
  if (!/^\s*\{\s*"/u.test(text)) return undefined
  const value = parseJson(text)
  return Result.isSuccess(value) && isMapping(value.success) ? value.success : undefined
}

function isGivenText(value: unknown): boolean {
  return value !== undefined && value !== null
}

/** A command as the text of a shell: as it stands, or the words of an argument vector, quoted. */
export function commandText(command: unknown): string | undefined {
  if (typeof command === "string") return command
  if (!Array.isArray(command) || command.length === 0) return undefined
  const words: readonly unknown[] = command
  return words.every((word) => typeof word === "string") ? words.map(shellWord).join(" ") : undefined
}

function shellWord(word: string): string {
  return /^[\w@%+:,./-][\w@%+=:,./-]*$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}

/** An id as events carry it. */
export function callId(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined
}
