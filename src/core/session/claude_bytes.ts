const encoder = new TextEncoder()
const [openBrace, closeBrace, openList, closeList, quote, backslash, underscore] = [
  0x7b,
  0x7d,
  0x5b,
  0x5d,
  0x22,
  0x5c,
  0x5f,
] as const
const message = encoder.encode('"message":{')
const content = encoder.encode('"content":[')
const [userType, assistantType] = [encoder.encode('"type":"user"'), encoder.encode('"type":"assistant"')]
const results = [encoder.encode('{"tool_use_id":"'), encoder.encode('{"type":"tool_result",')]
const call = encoder.encode('{"type":"tool_use","id":"')
const prose = [encoder.encode('{"type":"text",'), encoder.encode('{"type":"thinking",')]
const bash = encoder.encode('","name":"Bash","input":{"command":"')
const toolUse = encoder.encode('"tool_use"')
const stopReason = encoder.encode('"stop_reason":')

/**
 * The one call of a record: where its id and its command are in the bytes, both in ASCII, the id without escapes and the
 * command as JSON writes it.
 */
export interface CallBytes {
  readonly idStart: number
  readonly idEnd: number
  readonly textStart: number
  readonly textEnd: number
}

/**
 * What the bytes of a line show that holds a record of Claude Code, without decoding and parsing it: that it is what a tool
 * printed, which is the larger part of a session, that it is prose of the agent alone, or that it is one call of a shell.
 * Otherwise nothing: it has to be parsed.
 * In valid JSON a quote inside a text is escaped, so a quoted name can only be a field; and where no bracket is opened but
 * those of the message and its content, or none is closed but the record's own, it is a field of the record.
 */
export function glanceAtClaude(
  bytes: Uint8Array,
  start: number,
  end: number,
): "result" | "prose" | CallBytes | undefined {
  if (bytes[start] !== openBrace || bytes[start + 1] !== quote || bytes[end - 1] !== closeBrace) return undefined
  const brace = nextBracket(bytes, start + 1, end)
  if (!isAt(bytes, message, brace + 1 - message.length)) return undefined
  const list = nextBracket(bytes, brace + 1, end)
  if (!isAt(bytes, content, list + 1 - content.length)) return undefined
  const block = list + 1
  const isCall = isAt(bytes, call, block)
  if (isCall || prose.some((first) => isAt(bytes, first, block))) {
    const isTurn = holds(bytes, assistantType, start, brace) ||
      holds(bytes, assistantType, lastBracket(bytes, end - 1), end)
    if (!isTurn) return undefined
    return isCall ? callAt(bytes, block + call.length, end) : holdsNoCall(bytes, block, end) ? "prose" : undefined
  }
  const isResult = results.some((result) => isAt(bytes, result, block)) && holds(bytes, userType, start, brace)
  return isResult ? "result" : undefined
}

function callAt(bytes: Uint8Array, idStart: number, end: number): CallBytes | undefined {
  const idEnd = plainTextEnd(bytes, idStart, end)
  const textStart = idEnd + bash.length
  if (idEnd === idStart || !isAt(bytes, bash, idEnd)) return undefined
  const textEnd = jsonTextEnd(bytes, textStart, end)
  return bytes[textEnd] === quote && holdsNoCall(bytes, textEnd, end)
    ? { idStart, idEnd, textStart, textEnd }
    : undefined
}

/** Where a text ends that holds ASCII characters alone and no escape; otherwise where it stops doing so. */
function plainTextEnd(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0
    if (byte === quote || byte === backslash || byte < 0x20 || byte > 0x7e) return at
  }
  return end
}

/** Where a text ends that holds ASCII characters alone, escapes among them; otherwise where it stops doing so. */
function jsonTextEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = plainTextEnd(bytes, start, end)
  while (bytes[at] === backslash) at = plainTextEnd(bytes, at + 2, end)
  return at
}

/** Whether no block behind is a call: the word stands there only as the reason why the turn ended. */
function holdsNoCall(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    if (bytes[at] !== underscore || !isAt(bytes, toolUse, at - 5)) continue
    if (!isAt(bytes, stopReason, at - 5 - stopReason.length)) return false
  }
  return true
}

/** Where each bracket differs from the others. */
const bracketBits = (openBrace ^ closeBrace) | (openBrace ^ openList)
const anyBracket = openBrace | bracketBits

function nextBracket(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0
    // One comparison leaves out all but a few: this runs over the beginning of every line.
    if ((byte | bracketBits) === anyBracket && isBracket(byte)) return at
  }
  return end
}

function isBracket(byte: number): boolean {
  return byte === openBrace || byte === closeBrace || byte === openList || byte === closeList
}

/** The last bracket before the one that closes the record. */
function lastBracket(bytes: Uint8Array, end: number): number {
  let at = end - 1
  while (at > 0 && !isBracket(bytes[at] ?? 0)) at--
  return at
}

function isAt(bytes: Uint8Array, pattern: Uint8Array, at: number): boolean {
  for (let index = 0; index < pattern.length; index++) {
    if (bytes[at + index] !== pattern[index]) return false
  }
  return true
}

function holds(bytes: Uint8Array, pattern: Uint8Array, start: number, end: number): boolean {
  const last = end - pattern.length
  const [, second] = pattern
  for (let at = start; at <= last; at++) {
    if (bytes[at] === quote && bytes[at + 1] === second && isAt(bytes, pattern, at)) return true
  }
  return false
}
