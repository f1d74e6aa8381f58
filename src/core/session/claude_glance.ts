import { userCommandTag } from "./claude.ts"

/** The one call of a record: its id, which is written without escapes, and its command as JSON writes it. */
export interface GlancedCall {
  readonly id: string
  readonly written: string
}

const message = '"message":'
const content = '"content":['
const [userType, assistantType] = ['"type":"user"', '"type":"assistant"']
const [resultById, resultByType] = ['{"tool_use_id":"', '{"type":"tool_result",']
const [idOfType, typeOfId] = ['{"type":"tool_result","tool_use_id":"', '","type":"tool_result",']
const [furtherId, failure, noFailure] = ["_use_id", "_error", '_error":false']
const call = '{"type":"tool_use","id":"'
const [text, thinking] = ['{"type":"text",', '{"type":"thinking",']
const bash = '","name":"Bash","input":{"command":"'
const [tool, use] = ['"tool', '_use"']
const stopReason = '"stop_reason":'
const bracket = /[{}[\]]/
const [object, recordBeginning] = ['{"', '{"parentUuid"']

/**
 * What a line shows that holds a record of Claude Code, without parsing it: that it is what a tool printed, which is the
 * larger part of a session, that it is prose of the agent alone, or that it is one call of a shell. Otherwise nothing: it
 * has to be parsed.
 * In valid JSON a quote inside a text is escaped, so a quoted name can only be a field. Where no object is opened before
 * the message, it is a field of the record; and where none is opened or closed in it before its content, that is a field
 * of the message.
 */
export function glanceAtClaude(line: string): "result" | "prose" | GlancedCall | undefined {
  if (!line.startsWith('{"') || !line.endsWith("}")) return undefined
  const brace = line.indexOf("{", 1)
  if (!standsBefore(line, message, brace)) return undefined
  const block = line.indexOf("{", brace + 1)
  if (!standsBefore(line, content, block) || line.indexOf("}", brace) < block) return undefined
  const behind = objectsBehind(line, block)
  if (behind === "of another record") return undefined
  // Else the block is the only one: a further one would be an item of the same list.
  const mayGoOn = behind === "items of lists"
  if (standsAt(line, resultById, block) || standsAt(line, resultByType, block)) {
    const mayHoldCommand = mayGoOn && line.includes(userCommandTag)
    return isBefore(line, userType, brace) && !mayHoldCommand ? "result" : undefined
  }
  const isCall = standsAt(line, call, block)
  if (!isCall && !standsAt(line, text, block) && !standsAt(line, thinking, block)) return undefined
  if (!isBefore(line, assistantType, brace) && !isAtEnd(line, assistantType)) return undefined
  if (isCall) return callAt(line, block + call.length, mayGoOn)
  return mayGoOn && holdsCall(line, block) ? undefined : "prose"
}

/**
 * What the objects are that begin in a line behind a place. A record that was not written to its end goes on with the next
 * one: an object begins behind a colon, a comma or a bracket; elsewhere it would be in the text that was cut off.
 */
function objectsBehind(line: string, start: number): "fields" | "items of lists" | "of another record" {
  let found: "fields" | "items of lists" = "fields"
  for (let at = line.indexOf(object, start + 1); at >= 0; at = line.indexOf(object, at + 1)) {
    const before = line.charAt(at - 1)
    if (before !== ":" && before !== "," && before !== "[" || standsAt(line, recordBeginning, at)) {
      return "of another record"
    }
    if (before !== ":") found = "items of lists"
  }
  return found
}

/** Whether a text stands at a place. An engine compiles this in half the time that it needs for `startsWith`. */
function standsAt(line: string, text: string, at: number): boolean {
  return line.substring(at, at + text.length) === text
}

/** Whether a text stands before a place. */
function standsBefore(line: string, text: string, end: number): boolean {
  return standsAt(line, text, end - text.length)
}

/** Whether a field stands in a record before its message: near it, as a rule. */
function isBefore(line: string, field: string, brace: number): boolean {
  return line.lastIndexOf(field, brace) >= 0
}

/** Whether a field stands in a record behind its last object or list. */
function isAtEnd(line: string, field: string): boolean {
  const at = line.lastIndexOf(field)
  return at >= 0 && !bracket.test(line.slice(at, -1))
}

function callAt(line: string, idStart: number, mayGoOn: boolean): GlancedCall | undefined {
  const idEnd = line.indexOf('"', idStart)
  if (idEnd === idStart || !standsAt(line, bash, idEnd)) return undefined
  const textStart = idEnd + bash.length
  const textEnd = jsonTextEnd(line, textStart)
  const id = line.slice(idStart, idEnd)
  if (textEnd < 0 || id.includes("\\") || mayGoOn && holdsCall(line, textEnd)) return undefined
  return { id, written: line.slice(textStart, textEnd) }
}

/** Where the quote is that ends a text. */
function jsonTextEnd(line: string, start: number): number {
  let end = line.indexOf('"', start)
  while (end >= 0 && isEscaped(line, start, end)) end = line.indexOf('"', end + 1)
  return end
}

function isEscaped(line: string, start: number, at: number): boolean {
  let first = at
  while (first > start && line.charAt(first - 1) === "\\") first--
  return (at - first) % 2 === 1
}

/** Whether a block behind is a call: elsewhere, the word stands there only as the reason why the turn ended. */
function holdsCall(line: string, start: number): boolean {
  // Its rarer half is found faster.
  for (let at = line.indexOf(use, start); at >= 0; at = line.indexOf(use, at + 1)) {
    if (standsBefore(line, tool, at) && !standsBefore(line, stopReason, at - tool.length)) return true
  }
  return false
}

/**
 * The call that a record of results is one of, when the line shows that it holds no other, and that the call did not fail.
 * Without it, the record has to be parsed.
 */
export function succeededCall(line: string): string | undefined {
  const block = line.indexOf("{", line.indexOf("{", 1) + 1)
  const isById = standsAt(line, resultById, block)
  if (!isById && !standsAt(line, idOfType, block)) return undefined
  const idStart = block + (isById ? resultById : idOfType).length
  const idEnd = line.indexOf('"', idStart)
  const id = line.slice(idStart, idEnd)
  if (id === "" || id.includes("\\") || isById && !standsAt(line, typeOfId, idEnd)) return undefined
  const failed = line.indexOf(failure, idEnd)
  const mayHaveFailed = failed >= 0 && (!standsAt(line, noFailure, failed) || line.includes(failure, failed + 1))
  return mayHaveFailed || line.includes(furtherId, idEnd) ? undefined : id
}
