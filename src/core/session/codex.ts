import { fieldOf, type ForeignObject, isMapping } from "../foreign/foreign_value.ts"
import { noEvents, type SessionEvent } from "./session_event.ts"
import { callId, commandText, shellCallEvents } from "./shell_call.ts"

/** Types of records around an item that hold no command of their own; what was compacted stands before. */
const silent: ReadonlySet<string> = new Set(["session_meta", "turn_context", "compacted", "world_state"])

/** Types of items that hold no command. */
const silentItems: ReadonlySet<string> = new Set([
  "message",
  "reasoning",
  "web_search_call",
  "image_generation_call",
  "tool_search_call",
  "tool_search_output",
  "ghost_snapshot",
  "compaction",
  "compaction_summary",
  "context_compaction",
  "agent_message",
])

/** Types of items: in the oldest files they stand in a line without an envelope. */
const items: ReadonlySet<string> = new Set([
  ...silentItems,
  "function_call",
  "function_call_output",
  "local_shell_call",
  "custom_tool_call",
  "custom_tool_call_output",
])

/** Whether a record is one of Codex. */
export function isCodexRecord(record: ForeignObject): boolean {
  const type = record["type"]
  if (typeof type !== "string") return "record_type" in record || isOldHeader(record)
  if (isMapping(record["payload"])) return type === "response_item" || type === "event_msg" || silent.has(type)
  return items.has(type) && !("message" in record)
}

/** The first line of the oldest files. */
function isOldHeader(record: ForeignObject): boolean {
  return "instructions" in record && typeof record["id"] === "string" && typeof record["timestamp"] === "string"
}

/** What a record of Codex says. */
export function readCodexRecord(record: ForeignObject): readonly SessionEvent[] {
  const type = record["type"]
  const payload = record["payload"]
  if (typeof type !== "string") return isCodexRecord(record) ? noEvents : [{ kind: "unknown", type: "" }]
  if (isMapping(payload)) {
    if (type === "response_item") return itemEvents(payload, "response_item/")
    if (type === "event_msg") return messageEvents(payload)
  }
  if (silent.has(type)) return noEvents
  return items.has(type) ? itemEvents(record, "") : [{ kind: "unknown", type }]
}

function itemEvents(item: ForeignObject, prefix: string): readonly SessionEvent[] {
  const type = item["type"]
  const call = callId(item["call_id"]) ?? callId(item["id"])
  switch (type) {
    case "function_call":
      return functionCall(item, call)
    case "custom_tool_call":
      return shellCallEvents(item["name"], item["input"], call)
    case "local_shell_call":
      return localShellCall(item, call)
    case "function_call_output":
    case "custom_tool_call_output":
      return call === undefined ? noEvents : [resultEvent(call, item["output"])]
    case "message":
      return item["role"] === "user" ? typedCommands(item) : noEvents
    default:
      return typeof type === "string" && silentItems.has(type)
        ? noEvents
        : [{ kind: "unknown", type: `${prefix}${typeof type === "string" ? type : ""}` }]
  }
}

/** Arguments are JSON in a text. */
function functionCall(item: ForeignObject, call: string | undefined): readonly SessionEvent[] {
  const name = item["name"]
  const given = item["arguments"]
  const input = typeof given === "string" ? jsonOf(given) : given
  if (name === "write_stdin") return typedInto(fieldOf(input, "session_id"), fieldOf(input, "chars"), call)
  if (name === "unified_exec" && isMapping(input)) return unifiedExec(input, call)
  if (!isMapping(input)) {
    const isSilent = shellCallEvents(name, "", call).length === 0
    return isSilent ? noEvents : [{ kind: "bad", reason: "the arguments of the call are no JSON object" }]
  }
  return shellCallEvents(name, input, call)
}

/** What is typed into a running program; without any, the call only asks what was printed. */
function typedInto(program: unknown, text: unknown, call: string | undefined): readonly SessionEvent[] {
  if (typeof text !== "string" || text === "") return noEvents
  return [{ kind: "typed", program: programName(program) ?? "", text, ...call === undefined ? {} : { call } }]
}

/** Starts a program, or types into one that runs. */
function unifiedExec(input: ForeignObject, call: string | undefined): readonly SessionEvent[] {
  const given = input["input"] ?? input["cmd"] ?? input["command"]
  const words: readonly unknown[] = Array.isArray(given) ? given : [given]
  const program = programName(input["session_id"])
  if (program !== undefined) {
    return typedInto(program, words.filter((word) => typeof word === "string").join(" "), call)
  }
  return shellCallEvents("exec_command", { cmd: words.length === 1 ? words[0] : given }, call)
}

/** The name of a program that runs: a number, or digits. */
function programName(value: unknown): string | undefined {
  return typeof value === "number" || (typeof value === "string" && value !== "") ? String(value) : undefined
}

function resultEvent(call: string, given: unknown): SessionEvent {
  const output = decodedOutput(given)
  const program = runningProgram(output)
  return { kind: "result", call, error: isFailure(output), ...program === undefined ? {} : { program } }
}

/** An output is a text, JSON in a text, or an object. */
function decodedOutput(output: unknown): unknown {
  return typeof output === "string" && output.startsWith("{") ? jsonOf(output) ?? output : output
}

/** What stands in front of what was printed. */
function headOf(text: string): string {
  return text.slice(0, 1000).split(/^Output:/mu, 1)[0] ?? ""
}

/** The program that runs on, when the output of a call names one. */
function runningProgram(value: unknown): string | undefined {
  if (isMapping(value)) {
    return programName(value["session_id"]) ?? programName(fieldOf(value["metadata"], "session_id")) ??
      (typeof value["content"] === "string" ? runningProgram(decodedOutput(value["content"])) : undefined)
  }
  return typeof value === "string" ? /^Process running with session ID (\w+)$/mu.exec(headOf(value))?.[1] : undefined
}

function localShellCall(item: ForeignObject, call: string | undefined): readonly SessionEvent[] {
  const text = commandText(fieldOf(item["action"], "command"))
  const id = call === undefined ? {} : { call }
  if (text === undefined) return [{ kind: "bad", reason: "the command of the call is no list of texts" }]
  return [{ kind: "command", text, ...id }]
}

/** Newer files repeat a call when it begins and ends. */
function messageEvents(message: ForeignObject): readonly SessionEvent[] {
  const type = message["type"]
  const call = callId(message["call_id"])
  if (call === undefined || (type !== "exec_command_begin" && type !== "exec_command_end")) return noEvents
  // The user's own command stands in a message, too.
  if (message["source"] === "user_shell") return noEvents
  const text = commandText(message["command"])
  const exitCode = message["exit_code"]
  return [
    ...text === undefined ? [] : [{ kind: "command" as const, text, call, echo: true }],
    ...typeof exitCode === "number" ? [{ kind: "result" as const, call, error: exitCode !== 0 }] : [],
  ]
}

function typedCommands(item: ForeignObject): readonly SessionEvent[] {
  const content = item["content"]
  const id = callId(item["id"])
  const texts = Array.isArray(content) ? content.map((part) => fieldOf(part, "text")) : [content]
  return texts.flatMap((text) => {
    const command = typeof text === "string"
      ? /^\s*<user_shell_command>\s*<command>\s*([^]*?)\s*<\/command>/u.exec(text)?.[1]
      : undefined
    return command === undefined ? [] : [{ kind: "user" as const, text: command, ...id === undefined ? {} : { id } }]
  })
}

/** Whether an output tells an exit code that is not 0. */
function isFailure(value: unknown): boolean {
  if (isMapping(value)) {
    const exitCode = fieldOf(value["metadata"], "exit_code")
    if (typeof exitCode === "number") return exitCode !== 0
    if (typeof value["success"] === "boolean") return !value["success"]
    return typeof value["content"] === "string" && isFailure(decodedOutput(value["content"]))
  }
  if (typeof value !== "string") return false
  const code = /^(?:Exit code: |Process exited with code )(-?\d+)$/mu.exec(headOf(value))?.[1]
  return code !== undefined && Number(code) !== 0
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
