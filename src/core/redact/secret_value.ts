/** A value of an assignment or of a flag. */
export interface ScannedValue {
  /** Where the secret part begins and ends: inside the quotes when the value is one quoted text. */
  readonly start: number
  readonly end: number
  /** Where the value ends with its quotes. */
  readonly after: number
  readonly isQuoted: boolean
}

const quote = /\$?(\\{0,15})(["'`])/y
const space = /\s/
const nextName = /,(?=[\s"'`}\])]|$|\\|[A-Za-z_][\w.-]{0,64}[=:])/y
const nextParameter = /&(?=[\s&"'`]|$|#?\w{1,32};|[A-Za-z_][\w.%[\]-]{0,64}=)/y

/**
 * The value that begins at a place: a word as a shell, a program, JSON or a query string writes it, in quotes or not, the
 * quotes escaped or not. It ends on its line; a quote that is still open then ends there.
 */
export function scanValue(text: string, at: number, backtickQuotes: boolean): ScannedValue | undefined {
  const first = pieceAt(text, at, backtickQuotes)
  if (first === undefined) return undefined
  let { after } = first
  let pieces = 1
  // A shell joins what stands side by side: "ab"cd'ef'.
  while (continues(text, after, pieces === 1 ? first.isQuoted : true)) {
    const next = pieceAt(text, after, false)
    if (next === undefined || next.after <= after) break
    after = next.after
    pieces++
  }
  return pieces === 1 ? first : { start: at, end: after, after, isQuoted: false }
}

function pieceAt(text: string, at: number, backtickQuotes: boolean): ScannedValue | undefined {
  quote.lastIndex = at
  const opening = quote.exec(text)
  if (opening !== null && (opening[2] !== "`" || backtickQuotes)) {
    const start = quote.lastIndex
    const closing = closingQuote(text, start, opening[2] ?? "", opening[1]?.length ?? 0)
    return { start, end: closing.at, after: closing.after, isQuoted: true }
  }
  const end = unquotedEnd(text, at)
  return end > at ? { start: at, end, after: end, isQuoted: false } : undefined
}

/** After a quoted piece, only what can be nothing else goes on with the word. */
function continues(text: string, at: number, afterQuote: boolean): boolean {
  const next = text.charAt(at)
  if (afterQuote && /[A-Za-z0-9_$@%+/=!#^~-]/.test(next)) {
    return next !== "=" && next !== "/" || /\w/.test(text.charAt(at + 1))
  }
  if (next !== '"' && next !== "'") return false
  const inside = text.slice(at + 1, at + 201)
  const closing = inside.indexOf(next)
  return closing > 0 && /^[\w$@%+=!#^~-][^\s,;()]*$/.test(inside.slice(0, closing))
}

/** The quote that closes: it has no more backslashes before it than the one that opens, or they escape one another. */
function closingQuote(text: string, from: number, mark: string, depth: number): { at: number; after: number } {
  let backslashes = 0
  for (let at = from; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === "\n" || character === "\r") return { at, after: at }
    if (character === mark) {
      const isEscaped = depth === 0 ? backslashes % 2 === 1 : backslashes > depth
      if (!isEscaped) return { at: depth === 0 ? at : at - Math.min(backslashes, depth), after: at + 1 }
    }
    backslashes = character === "\\" ? backslashes + 1 : 0
  }
  return { at: text.length, after: text.length }
}

/** What ends an unquoted value wherever it stands. */
const ends = new Set(['"', "'", "`", ";", "|", "<", ">"])

function unquotedEnd(text: string, from: number): number {
  let at = from
  while (at < text.length) {
    const character = text.charAt(at)
    if (ends.has(character) || character < " " || space.test(character)) break
    if (character === "," && matchesAt(nextName, text, at) || character === "&" && matchesAt(nextParameter, text, at)) {
      break
    }
    if (character !== "\\") {
      at++
      continue
    }
    let after = at
    while (text.charAt(after) === "\\") after++
    const escaped = text.charAt(after)
    // An escaped line break or quote is the end of the text around; an escaped space belongs to the word.
    if (escaped === "" || "nrt\"'`\n\r".includes(escaped)) break
    at = after + 1
  }
  while (at > from && ")]},".includes(text.charAt(at - 1)) && !closesReference(text, from, at)) at--
  return at
}

/** Whether the text before a place ends with a reference such as `${TOKEN}`. */
function closesReference(text: string, from: number, at: number): boolean {
  return text.charAt(at - 1) === "}" && /\$\{[^{}]*\}$/.test(text.slice(Math.max(from, at - 200), at))
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}
