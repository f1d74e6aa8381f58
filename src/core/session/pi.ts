import { type ForeignObject, isMapping } from "../foreign/foreign_value.ts"
import { noEvents, type SessionEvent } from "./session_event.ts"
import { callId, shellCallEvents } from "./shell_call.ts"

/** Types of records that hold no command. */
const silent: ReadonlySet<string> = new Set([
  "session",
  "session_info",
  "model_change",
  "thinking_level_change",
  "compaction",
  "branch_summary",
  "custom",
  "custom_message",
  "label",
])

/** Roles of messages that hold no command. */
const silentRoles: ReadonlySet<string> = new Set([
  "user",
  "custom",
  "hookMessage",
  "branchSummary",
  "compactionSummary",
])

/** Whether a record is one of pi. */
export function isPiRecord(record: ForeignObject): boolean {
  const type = record["type"]
  if (type === "message") return isMapping(record["message"]) && typeof record["message"]["role"] === "string"
  return typeof type === "string" && silent.has(type) && typeof record["id"] === "string"
}

/** What a record of pi says. Every branch was run, the given up ones as well. */
export function readPiRecord(record: ForeignObject): readonly SessionEvent[] {
  const { type, message } = record
  if (type === "message" && isMapping(message)) return messageEvents(record, message)
  const name = typeof type === "string" ? type : ""
  return silent.has(name) ? noEvents : [{ kind: "unknown", type: name }]
}

function messageEvents(record: ForeignObject, message: ForeignObject): readonly SessionEvent[] {
  const role = typeof message["role"] === "string" ? message["role"] : ""
  if (role === "assistant") {
    const content = message["content"]
    return Array.isArray(content) ? content.filter(isMapping).flatMap(toolCall) : noEvents
  }
  if (role === "toolResult") {
    const call = callId(message["toolCallId"])
    return call === undefined ? noEvents : [{ kind: "result", call, error: message["isError"] === true }]
  }
  if (role === "bashExecution") return userCommand(message, callId(record["id"]))
  return silentRoles.has(role) ? noEvents : [{ kind: "unknown", type: `message/${role}` }]
}

function toolCall(block: ForeignObject): readonly SessionEvent[] {
  return block["type"] === "toolCall"
    ? shellCallEvents(block["name"], block["arguments"], callId(block["id"]))
    : noEvents
}

/** A command that the user typed, whether the agent was shown its output or not. */
function userCommand({ command }: ForeignObject, id: string | undefined): readonly SessionEvent[] {
  return typeof command === "string"
    ? [{ kind: "user", text: command, ...id === undefined ? {} : { id } }]
    : [{ kind: "bad", reason: "the command of the user is no text" }]
}
