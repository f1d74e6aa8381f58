import { isExpression, isPlaceholder, isProse } from "./placeholder_values.ts"
import { isNameOfSecret, isPasswordName, isSecretName } from "./secret_names.ts"
import type { SecretSpan } from "./secret_span.ts"
import { type ScannedValue, scanValue } from "./secret_value.ts"

/** The words of which a secret-looking name has one. */
const noun = /token|secret|pass|pwd|pw(?![a-z])|key|auth|credential|pat(?![a-z])/gi
/** How far a name goes on to both sides of that word. */
const nameReach = 64
const nameCharacter = /[A-Za-z0-9_.-]/
/** What stands between a name and its operator, and the operator. */
const operator =
  /(?:\\{0,15}["'`]\]?|[*_]{1,2}|[?!]){0,3}([ \t]{0,16})(:-|:=|=>|[=!]={1,2}|\+=|\?=|=~?|:(?!:))([ \t]{0,16})(?:[*_]{1,2}[ \t]{1,4})?/y
/** What stands between a flag and its value: space, the end of a continued line, or the next text of a list of arguments. */
const flagGap = /[ \t]{1,16}(?:\\\r?\n[ \t]{0,40})?|\\\r?\n[ \t]{0,40}/y
const listGap = /\\{0,15}["'],\s{0,40}(?=\\{0,15}["'])/y
const lineNumber = /\d{1,7}(?!\w)/y
const anyQuote = /\$?\\{0,15}["'`]/y
const block = /[ \t]{0,16}[|>][+-]?\d?[ \t]{0,16}\r?\n/y
const element = />([^<>\n]{1,2000})<\/(?:[\w.-]{1,64}:)?([\w.-]{1,128})/y
const scheme = /(?:bearer|basic|token|digest|negotiate|apikey|api-key|key|oauth|hmac)[ \t]{1,8}/iy
const settingBefore =
  /(?:\bsetenv|\b(?:config|configure)(?:[ \t]+(?:set|--\w{1,20})){0,2}|\bset[ \t]+-[a-zA-Z]{1,4})[ \t]+[\w./:@-]{0,60}$/
const loginBefore = /\blogin[ \t]+\S{1,100}\s{1,40}$/

/** A name in a text, and the place after it. */
interface Name {
  readonly name: string
  readonly start: number
  readonly end: number
}

/** Values of secret-looking names: of variables, fields, headers, elements and flags, however they are quoted. */
export function findAssignments(text: string): readonly SecretSpan[] {
  const found: SecretSpan[] = []
  noun.lastIndex = 0
  for (let match = noun.exec(text); match !== null; match = noun.exec(text)) {
    const name = nameAround(text, match.index, noun.lastIndex)
    const secrets = isNamed(name) ? valuesOf(text, name) : []
    for (const secret of secrets) found.push(secret)
    noun.lastIndex = Math.max(name.end, secrets.at(-1)?.end ?? 0)
  }
  return found
}

function nameAround(text: string, from: number, to: number): Name {
  let start = from
  while (start > 0 && from - start < nameReach && nameCharacter.test(text.charAt(start - 1))) start--
  let end = to
  while (end < text.length && end - to < nameReach && nameCharacter.test(text.charAt(end))) end++
  // The letter of an escaped line break or tab is no part of the name.
  const escape = text.charAt(start - 1) === "\\" && /[nrt]/.test(text.charAt(start)) ? 1 : 0
  while (end > to && /[.-]/.test(text.charAt(end - 1))) end--
  return { name: text.slice(start + escape, end), start: start + escape, end }
}

function isNamed({ name }: Name): boolean {
  return isSecretName(name) || name === "PASS"
}

function valuesOf(text: string, name: Name): readonly SecretSpan[] {
  operator.lastIndex = name.end
  const assigned = operator.exec(text)
  if (assigned !== null) return assignedValues(text, name, assigned, operator.lastIndex)
  if (name.name === "PASS") return []
  return elementValue(text, name) ?? flagValue(text, name) ?? settingValue(text, name) ?? []
}

function assignedValues(text: string, named: Name, operation: RegExpExecArray, at: number): readonly SecretSpan[] {
  const [, before = "", sign = "", after = ""] = operation
  const { name, start } = named
  if (name === "PASS" && sign !== "=") return []
  if (sign === ":") {
    const lines = blockLines(text, named, operation.index + operation[0].length - after.length)
    if (lines !== undefined) return lines
  }
  // `${TOKEN:?message}` says what to do without a value.
  if (sign === ":" && text.startsWith("${", start - 2)) return []
  // A place in a file: `docs/token:12`.
  if (sign === ":" && text.charAt(start - 1) === "/" && isAt(lineNumber, text, at)) return []
  // A path, and what is said of it: `docs/secret: no such file`.
  if (sign === ":" && text.charAt(start - 1) === "/" && before === "" && after !== "") return []
  if (/^[=!]=|^=~/.test(sign) && !isAt(anyQuote, text, at)) return []
  if (/authorization$/i.test(name)) return authorization(text, name, at)
  const value = scanValue(text, at, sign === ":" || before + after !== "")
  if (value === undefined) return []
  // `TOKEN= command` empties the variable; only at the end of its line is it a value after all.
  const mayBeEmpty = sign === "=" && before === "" && after !== "" && !value.isQuoted
  if (mayBeEmpty && !/^[ \t]*(?:[#\r\n]|$)/.test(rest(text, value.after))) return []
  const content = text.slice(value.start, Math.min(value.end, value.start + 300))
  const isPath = name.toLowerCase() === "pwd" && /^\/|^[A-Za-z]:\\/.test(content)
  const isCode = before + after !== "" || sign !== "="
  const isNext = isCode && !value.isQuoted && (isExpression(content) || sign === ":" && isProse(content))
  // What is longer is redacted, whatever it is: it is not looked at again for what it holds.
  return (isPath || isNext) && content.length <= 200 ? [] : secretIn(text, value, name)
}

function isAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}

/** The text after a place, as much as the end of a line needs. */
function rest(text: string, at: number): string {
  return text.slice(at, at + 20)
}

function secretIn(text: string, value: ScannedValue, name: string, kind?: string): readonly SecretSpan[] {
  const content = text.slice(value.start, Math.min(value.end, value.start + 300))
  if (isPlaceholder(content) || isNameOfSecret(content, name)) return []
  return [{ name: kind ?? kindOf(name), start: value.start, end: value.end }]
}

function kindOf(name: string): string {
  return isPasswordName(name) ? "password-assignment" : "secret-assignment"
}

/** The credentials of an `Authorization` header, after their scheme. */
function authorization(text: string, name: string, at: number): readonly SecretSpan[] {
  const opening = /\\{0,15}["'`]/y
  opening.lastIndex = at
  const from = opening.test(text) ? opening.lastIndex : at
  scheme.lastIndex = from
  const known = scheme.exec(text)
  if (known === null) {
    const value = scanValue(text, at, true)
    if (value === undefined) return []
    const content = text.slice(value.start, Math.min(value.end, value.start + 300))
    return !value.isQuoted && (isProse(content) || isExpression(content)) ||
        /^(?:bearer|basic|digest|negotiate)[ :,.;]{0,2}$/i.test(content)
      ? []
      : secretIn(text, value, name, "authorization")
  }
  const value = scanValue(text, scheme.lastIndex, false)
  if (value === undefined) return []
  const content = text.slice(value.start, Math.min(value.end, value.start + 300))
  if (isProse(content) || /^(?:auth|authentication|authorization|scheme|tokens?|credentials?)[.,;:]?$/i.test(content)) {
    return []
  }
  const kind = /^bearer/i.test(known[0]) ? "bearer-token" : /^basic/i.test(known[0]) ? "basic-auth" : "authorization"
  return secretIn(text, value, name, kind)
}

/** The lines of a YAML block under a name: those that are indented deeper. Nothing when no block begins here. */
function blockLines(text: string, { name, start }: Name, at: number): readonly SecretSpan[] | undefined {
  block.lastIndex = at
  if (!block.test(text)) return undefined
  const margin = text.slice(Math.max(text.lastIndexOf("\n", start - 1) + 1, start - 200), start).search(/[^\s-]|$/)
  const spans: SecretSpan[] = []
  for (let line = block.lastIndex; line < text.length;) {
    const stop = text.indexOf("\n", line)
    const end = stop < 0 ? text.length : stop
    const content = text.slice(line, end).trimEnd()
    const indent = content.search(/\S/)
    if (indent >= 0 && indent <= margin) break
    if (indent >= 0 && !isPlaceholder(content.slice(indent))) {
      spans.push({ name: kindOf(name), start: line + indent, end: line + content.length })
    }
    line = end + 1
  }
  return spans
}

/** `<password>…</password>`. */
function elementValue(text: string, { name, start, end }: Name): readonly SecretSpan[] | undefined {
  if (text.charAt(start - 1) !== "<" && text.charAt(start - 1) !== ":") return undefined
  element.lastIndex = end
  const [, content = "", closed = ""] = element.exec(text) ?? []
  if (closed.toLowerCase() !== name.toLowerCase()) return undefined
  return secretIn(text, { start: end + 1, end: end + 1 + content.length, after: 0, isQuoted: true }, name)
}

/** `--token VALUE`, `-password VALUE`, `["--token", "VALUE"]`. */
function flagValue(text: string, { name, start, end }: Name): readonly SecretSpan[] | undefined {
  if (!name.startsWith("-")) return undefined
  if (start > 0 && !/[\s"'`([{,=|&;\\]/.test(text.charAt(start - 1))) return undefined
  const isNext = gapAt(listGap, text, end)
  const at = isNext ?? gapAt(flagGap, text, end)
  if (at === undefined || text.charAt(at) === "-") return undefined
  const value = scanValue(text, at, false)
  if (value === undefined || isNext !== undefined && !value.isQuoted) return undefined
  const content = text.slice(value.start, Math.min(value.end, value.start + 300))
  if (!value.isQuoted && (isProse(content) || /^[&|;<>()[\]{}#/\\]+$/.test(content))) return undefined
  return secretIn(text, value, name, "secret-flag")
}

function gapAt(gap: RegExp, text: string, at: number): number | undefined {
  gap.lastIndex = at
  return gap.test(text) ? gap.lastIndex : undefined
}

/** `setenv TOKEN VALUE`, `npm config set //host/:_authToken VALUE`, `machine … login … password VALUE`. */
function settingValue(text: string, { name, start, end }: Name): readonly SecretSpan[] | undefined {
  const at = gapAt(flagGap, text, end)
  if (at === undefined) return undefined
  const before = text.slice(Math.max(0, start - 150), start)
  if (!settingBefore.test(before) && !(name === "password" && loginBefore.test(before))) return undefined
  const value = scanValue(text, at, false)
  if (value === undefined) return undefined
  const content = text.slice(value.start, Math.min(value.end, value.start + 300))
  return !value.isQuoted && (content.startsWith("-") || isProse(content)) ? undefined : secretIn(text, value, name)
}
