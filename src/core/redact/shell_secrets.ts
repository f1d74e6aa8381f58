import { isPlaceholder, isProse } from "./placeholder_values.ts"
import { isMadeUp, isNameOfSecret, isPasswordName, isSecretName, isVagueName } from "./secret_names.ts"
import type { SecretSpan } from "./secret_span.ts"
import { type ShellToken, type ShellWord, shellWords, writtenAt } from "./shell_words.ts"
import { findPipedSecrets } from "./secret_takers.ts"
import { findTokens } from "./token_patterns.ts"

/** Without one of these, nothing says that a value is a secret. A path and a section are none. */
const subject = /tok|sec(?!t)|pass|pw|key|auth|cred|pat(?!h)|jwt|cookie|session|dsn|otp/i
const flagLead = /-(?<=(?:^|[\s"'`(])-)["'\\A-Za-z-]/
const secretLead = /secret["'\s\\]/
const continued = /\\\r?\n/
const quoting = /["'\\]/
const withinWord = /[\w-]["'\\]{1,3}[\w-]/
const unquoting = /["']|\\\r?\n?/g
/** How often a text in a text is looked at: `bash -c "sh -c '…'"`. */
const deepest = 3
const named = /^(-{0,2}[A-Za-z_][\w.-]{0,127})(?:\[[^\]]{1,60}\])?\+?=/
/** The key of an element of an array, which may be the name of a secret. */
const elementKey = /^\[([^\]]{1,60})\]=/
const flag = /^--?[A-Za-z][\w-]{0,126}$/
/** A substitution that prints what stands in it. */
const telling = /(?:^|[\s;|&(`])(?:echo|printf)\s|<</
/** What of such a substitution is no secret: references, the programs and their flags, formats. */
const saysNothing =
  /\$\{?\w{1,100}\}?|(?<![\w-])(?:echo|printf|base64|tr|cat|xargs|head|tail|cut|sed|rev)(?![\w-])|(?<=\s)-{1,2}[\w-]{1,20}|%s|\\n/g

/**
 * Values of secret-looking assignments and flags, and what programs take as a secret, by the words of a shell: in quotes of
 * any kind, continued on the next line, in a substitution, or in a text that another shell reads. `finders` look at words that are written in another way than they are read.
 */
export function findInShell(text: string, finders: readonly Finder[]): readonly SecretSpan[] {
  return hasLead(text) && hasSubject(text) || holdsSplitToken(text) ? findIn(text, finders, 0, true) : []
}

/** Whether a text holds a token, known by its beginning, when quotes and backslashes within words are taken off. */
function holdsSplitToken(text: string): boolean {
  return quoting.test(text) && withinWord.test(text) && findTokens(text.replace(unquoting, "")).length > 0
}

/**
 * Whether a text has what comes before a value: an assignment, a flag, a here-string, or `gh secret set`. Most have none of it; single
 * characters are found much faster than patterns.
 */
function hasLead(text: string): boolean {
  return text.includes("=") || text.includes("-") && flagLead.test(text) ||
    text.includes("<<<") || text.includes("secret") && secretLead.test(text) ||
    text.includes("\\") && continued.test(text)
}

/** What finds secrets in a text that is as it is read. */
type Finder = (text: string) => readonly SecretSpan[]

/** A name may be in quotes in its middle, or go on on the next line. */
function hasSubject(text: string): boolean {
  return subject.test(text) || text.includes("\\") && continued.test(text) ||
    quoting.test(text) && subject.test(text.replace(unquoting, ""))
}

function findIn(text: string, finders: readonly Finder[], depth: number, isAtStart: boolean): readonly SecretSpan[] {
  const tokens = shellWords(text)
  const found: SecretSpan[] = []
  // One command may go on over lines; behind them, a quote that is open for lines is rather one of a sentence.
  let mayCross = isAtStart
  let list: OpenList | undefined
  for (let index = 0; index < tokens.length; index++) {
    const word = tokens[index]
    if (word?.kind === "line") mayCross = false
    if (word?.kind === "close") list = undefined
    if (word?.kind !== "word" || !mayCross && isAcrossLines(word, text)) continue
    const next = tokens[index + 1]
    if (list === undefined) append(found, assigned(word, text))
    else if (!isRedirection(tokens[index - 1])) append(found, element(list, word, text))
    list ??= openedBy(word, next, text)
    if (next?.kind === "word" && isContinued(word, next, tokens[index + 2], text)) {
      append(found, valueOf(nameIn(word), next, 0, text))
    }
    if (next?.kind === "word" && (mayCross || !isAcrossLines(next, text))) append(found, flagged(word, next, text))
    if (word.isQuoted && (endOf(word) ?? 0) - (startOf(word) ?? 0) > word.value.length) {
      for (const find of finders) append(found, written(word, find(word.value), text))
    }
    if (word.isQuoted && depth < deepest && /\s/.test(word.value) && hasSubject(word.value)) {
      append(found, written(word, findIn(word.value, finders, depth + 1, mayCross), text))
    }
  }
  for (const { word, start } of findPipedSecrets(tokens)) {
    if (isSecret(word, start, true)) append(found, spans(word, start, word.value.length, "secret-argument", text))
  }
  return found
}

/** The name that a word assigns to, and where the value begins in the word. */
interface Assigned {
  readonly name: string
  readonly start: number
}

function nameIn(word: ShellWord): Assigned | undefined {
  const [whole = "", name = ""] = (word.value.startsWith("[") ? elementKey : named).exec(word.value.slice(0, 200)) ?? []
  return name !== "" && (isSecretName(name) || name === "PASS" || isVagueName(name))
    ? { name, start: whole.length }
    : undefined
}

function assigned(word: ShellWord, text: string): readonly SecretSpan[] {
  const to = nameIn(word)
  if (to === undefined) return []
  const { start } = to
  // An apostrophe within a word of a sentence opens no value of several lines.
  const isOpen = (writtenAt(word, start)?.from ?? 0) <= (writtenAt(word, start - 1)?.to ?? 0)
  return isOpen && /^[^$`][^]*\n/.test(word.value.slice(start, start + 300)) ? [] : valueOf(to, word, start, text)
}

/** What a name gets: a word from `start` on. */
function valueOf(to: Assigned | undefined, word: ShellWord, start: number, text: string): readonly SecretSpan[] {
  if (to === undefined) return []
  const { name } = to
  const value = word.value.slice(start, start + 300)
  const isVague = !isSecretName(name) && name !== "PASS"
  if (isVague && !isMadeUp(value, name) || !isSecret(word, start, false) || isNameOfSecret(value, name)) return []
  return spans(word, start, word.value.length, isPasswordName(name) ? "password-assignment" : "secret-assignment", text)
}

/** An array that is open: `TOKENS=(`. */
interface OpenList extends Assigned {
  /** Where what was read of it ends: the words of a substitution follow it. */
  end: number
}

function openedBy(word: ShellWord, next: ShellToken | undefined, text: string): OpenList | undefined {
  const end = endOf(word)
  if (next?.kind !== "open" || end === undefined || text.charAt(end) !== "(") return undefined
  const to = nameIn(word)
  return to?.start === word.value.length ? { ...to, end } : undefined
}

/** What an array gets. Commas behind a name that is not in capitals are those of another language. */
function element(list: OpenList, word: ShellWord, text: string): readonly SecretSpan[] {
  const [from, end] = [startOf(word), endOf(word)]
  if (from === undefined || end === undefined || from < list.end) return []
  list.end = word.value.endsWith(",") && /[a-z]/.test(list.name) ? Infinity : end
  if (list.end > end) return []
  return valueOf(list, word, elementKey.exec(word.value.slice(0, 80))?.[0].length ?? 0, text)
}

/** `<` and `>` stand in no array, but around a value that was redacted. */
function isRedirection(mark: ShellToken | undefined): boolean {
  return mark?.kind === "redirection" || mark?.kind === "here"
}

/** Whether a value stands alone on the next line, which a shell takes for a command of its own: `TOKEN=\⏎  VALUE`. */
function isContinued(word: ShellWord, next: ShellWord, after: ShellToken | undefined, text: string): boolean {
  const [end, from] = [endOf(word), startOf(next)]
  return word.value.endsWith("=") && after?.kind !== "word" && end !== undefined && from !== undefined &&
    nameIn(word)?.start === word.value.length && continued.test(text.slice(end, from))
}

function flagged(word: ShellWord, next: ShellWord, text: string): readonly SecretSpan[] {
  if (!flag.test(word.value.slice(0, 140)) || next.value.startsWith("-")) return []
  const isVague = !isSecretName(word.value)
  if (isVague && !(isVagueName(word.value) && isMadeUp(next.value.slice(0, 300), word.value))) return []
  if (!isSecret(next, 0, false) || !next.isQuoted && isProse(next.value.slice(0, 40))) return []
  return isNameOfSecret(next.value.slice(0, 300), word.value)
    ? []
    : spans(next, 0, next.value.length, "secret-flag", text)
}

/** Whether a value, or a substitution in it that prints what stands in it, holds more than references. */
function isSecret({ value, code }: ShellWord, start: number, isArgument: boolean): boolean {
  const literal: string[] = []
  let at = start
  for (const [from, to] of code) {
    if (from < start) continue
    const inner = value.slice(from, to)
    if (telling.test(inner) && /[\p{L}\p{N}]/u.test(inner.replace(saysNothing, ""))) return true
    literal.push(value.slice(at, from))
    at = to
  }
  const rest = literal.join("") + value.slice(at)
  return !rest.split("\n").every((line) => isPlaceholder(line.trim())) &&
    (!isArgument || !/^%[sbd](?:\\n)?$/.test(rest))
}

/** Where the first character of a word is written. */
function startOf({ pieces }: ShellWord): number | undefined {
  return pieces[0]?.from
}

/** Where what stands for the last character of a word ends. */
function endOf({ pieces }: ShellWord): number | undefined {
  return pieces.at(-1)?.to
}

/** Whether a word goes on on another line. */
function isAcrossLines(word: ShellWord, text: string): boolean {
  const [start, end] = [startOf(word), endOf(word)]
  return start !== undefined && end !== undefined && text.slice(start, end).includes("\n")
}

/** As `push` of all, which a very long list does not fit into. */
function append(found: SecretSpan[], further: readonly SecretSpan[]): void {
  for (const span of further) found.push(span)
}

/** What was found in a word as it is read, where it is written. */
function written(word: ShellWord, read: readonly SecretSpan[], text: string): readonly SecretSpan[] {
  return read.flatMap(({ name, start, end }) => spans(word, start, end, name, text))
}

/** A part of a word where it is written: one span for each line, which leaves the ends of continued lines out. */
function spans(word: ShellWord, start: number, end: number, name: string, text: string): readonly SecretSpan[] {
  const found: SecretSpan[] = []
  const [from, to] = [writtenAt(word, start)?.from, writtenAt(word, end - 1)?.to]
  if (from === undefined || to === undefined) return found
  for (const line of text.slice(from, to).matchAll(/[^\r\n]+/g)) {
    const kept = line[0].replace(/\\$/, (slash) => line.index + line[0].length < to - from ? "" : slash)
    const content = kept.trim()
    if (content === "" || /^\\?["']{1,2}$/.test(content)) continue
    const begin = from + line.index + kept.indexOf(content)
    found.push({ name, start: begin, end: begin + content.length })
  }
  return found
}
