import { fieldOf, type ForeignObject, isMapping } from "../foreign/foreign_value.ts"
import { noEvents, type SessionEvent } from "./session_event.ts"
import { callId, shellCallEvents } from "./shell_call.ts"

/** Types of records that hold no command. */
const silent: ReadonlySet<string> = new Set([
  "summary",
  "system",
  "attachment",
  "file-history-snapshot",
  "queue-operation",
  "custom-title",
  "ai-title",
  "last-prompt",
  "agent-name",
  "agent-color",
  "agent-setting",
  "tag",
  "mode",
  "permission-mode",
  "pr-link",
  "worktree-state",
  "content-replacement",
])

/** How deep records may be nested in one another. */
const deepest = 4

/** Whether a record is one of Claude Code. */
export function isClaudeRecord(record: ForeignObject): boolean {
  const type = record["type"]
  if (typeof type !== "string") return false
  const isTurn = type === "user" || type === "assistant"
  return isTurn && isMapping(record["message"]) || silent.has(type) || typeof record["sessionId"] === "string"
}

/** What a record of Claude Code says. */
export function readClaudeRecord(record: ForeignObject, depth = 0): readonly SessionEvent[] {
  const type = record["type"]
  if (typeof type !== "string") return [{ kind: "unknown", type: "" }]
  if (type === "assistant") return blocksOf(record).flatMap(toolUse)
  if (type === "user") return userEvents(record)
  if (type === "progress") {
    // The progress of a sub-agent holds its records, which may stand in a file of their own as well.
    const inner = fieldOf(record["data"], "message")
    return isMapping(inner) && depth < deepest ? readClaudeRecord(inner, depth + 1).flatMap(asEcho) : noEvents
  }
  return silent.has(type) ? noEvents : [{ kind: "unknown", type }]
}

function contentOf(record: ForeignObject): unknown {
  return fieldOf(record["message"], "content")
}

function blocksOf(record: ForeignObject): readonly ForeignObject[] {
  const content = contentOf(record)
  return Array.isArray(content) ? content.filter(isMapping) : []
}

function toolUse(block: ForeignObject): readonly SessionEvent[] {
  return block["type"] === "tool_use" ? shellCallEvents(block["name"], block["input"], callId(block["id"])) : noEvents
}

function userEvents(record: ForeignObject): readonly SessionEvent[] {
  const content = contentOf(record)
  const id = callId(record["uuid"])
  if (typeof content === "string") return typedCommands(content, id)
  return blocksOf(record).flatMap((block) => {
    if (block["type"] === "tool_result") {
      const call = callId(block["tool_use_id"])
      return call === undefined ? noEvents : [{ kind: "result", call, error: block["is_error"] === true }]
    }
    const text = block["type"] === "text" ? block["text"] : undefined
    return typeof text === "string" ? typedCommands(text, id) : noEvents
  })
}

/** The user's own commands stand in a tag. */
export const userCommandTag = "<bash-input>"

function typedCommands(text: string, id: string | undefined): readonly SessionEvent[] {
  if (!text.includes(userCommandTag)) return noEvents
  return [...text.matchAll(/<bash-input>([^]*?)<\/bash-input>/gu)].map(([, command = ""]) => ({
    kind: "user",
    text: command,
    ...id === undefined ? {} : { id },
  }))
}

function asEcho(event: SessionEvent): readonly SessionEvent[] {
  if (event.kind === "unknown") return noEvents
  return [event.kind === "command" ? { ...event, echo: true } : event]
}
