import { ownCopy } from "../own_copy.ts"

/** The last word of a name says that its value is a secret; these may have more letters before: `GHTOKEN`, `PGPASSWORD`. */
const nouns = ["token", "secret", "password", "passwd", "passphrase", "apikey", "passcode"] as const

/** These do so only after another word, as in `DB_PASS` or `GITHUB_PAT`: alone, they mean many things. */
const nounsAfterAnother = new Set(["pass", "pwd", "pat", "authtoken", "secretkey", "accesskey", "privatekey", "pw"])

/** A key is a secret when this word stands before: a public key, a primary key and the key of an object are none. */
const secretKeys = new Set([
  "api",
  "access",
  "secret",
  "private",
  "auth",
  "encryption",
  "signing",
  "master",
  "account",
  "storage",
  "shared",
  "service",
  "deploy",
  "ssh",
  "hmac",
  "session",
  "admin",
])

/** Names that are secrets as a whole. */
const wholeNames = new Set([
  "authorization",
  "proxy-authorization",
  "_auth",
  "credential",
  "credentials",
  "sshpass",
  "rediscli_auth",
  "pwd",
  "passwort",
  "passphrase",
])

/** Upper-case names that every shell has. */
const harmlessNames = new Set(["PWD", "OLDPWD"])

/** What is longer is no name. */
const longestName = 128

/** Words after the noun that change nothing: `TOKEN_PROD`, `secret_key_base`. */
const qualifiers = new Set(
  "old new prod production dev development staging stage test tests ci local backup current previous primary secondary base b64 base64 text plain raw value env live"
    .split(" "),
)

/** Words before the noun that make the name a question: `no-password`, `has_token`. */
const questions = new Set(
  "no without has have is are requires require required show with allow allows enable disable needs need forgot reset change prompt ask max min num count total"
    .split(" "),
)

/** Answers by name: what is read has few names, and each of them many times. */
const answers = new Map<string, boolean>()
const mostAnswers = 1000

/** Whether the value of a variable, a field or a flag of this name is a secret. */
export function isSecretName(name: string): boolean {
  if (name.length > longestName) return false
  const known = answers.get(name)
  if (known !== undefined) return known
  const answer = namesSecret(name)
  if (answers.size >= mostAnswers) answers.clear()
  answers.set(ownCopy(name), answer)
  return answer
}

function namesSecret(name: string): boolean {
  if (harmlessNames.has(name)) return false
  if (wholeNames.has(name.toLowerCase().replace(/^-{1,2}/, ""))) return true
  const words = wordsOf(name)
  while (words.length > 1 && isQualifier(words.at(-1) ?? "")) words.pop()
  const last = words.at(-1) ?? ""
  const before = words.at(-2)
  if (words.length > 1 && questions.has(words[0] ?? "")) return false
  if (nouns.some((noun) => last.endsWith(noun))) return true
  if (before === undefined) return false
  return nounsAfterAnother.has(last) || last === "key" && secretKeys.has(before) || last === "id" && before === "secret"
}

function isQualifier(word: string): boolean {
  return qualifiers.has(word) || /^\d{1,4}$/.test(word)
}

/** The words of a name, lower case: at `_`, `-`, `.` and where upper case begins. Digits at the end of a word are dropped. */
function wordsOf(name: string): string[] {
  return name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").replace(/([A-Z])([A-Z][a-z])/g, "$1_$2").toLowerCase()
    .split(/[^a-z0-9]/).map((word) => word.replace(/(?<=[a-z])\d{1,4}$/, "")).filter((word) => word !== "")
}

/** Whether it is a password, in the narrow sense, that a name names. */
export function isPasswordName(name: string): boolean {
  return /pass|pwd/i.test(name)
}

/**
 * Names that often hold a secret, and often something else: alone, as in `AUTH=…` or `--key …`, they count only when a
 * shell assigns them or a flag has the name, and when the value is no plain word.
 */
const vagueNames = new Set(["auth", "jwt", "cookie", "cookies", "session", "dsn", "otp", "pass", "pw", "key"])

/** Of these, one plain word is a value, too: nothing else is kept in variables of that name. */
const passwordNames = new Set(["pw", "pass"])

/** Whether a name is one that may hold a secret: `NPM_AUTH`, `SESSION`, `--pass`, `TOKENS`; see {@link isMadeUp}. */
export function isVagueName(name: string): boolean {
  if (name.length > longestName) return false
  if (isPlural(name)) return true
  const words = wordsOf(name)
  while (words.length > 1 && isQualifier(words.at(-1) ?? "")) words.pop()
  const last = words.at(-1) ?? ""
  if (!vagueNames.has(last) || words.length > 1 && questions.has(words[0] ?? "")) return false
  // `--session main` names one.
  if (last === "session" && name.startsWith("-")) return false
  // `--sort-key`, `CACHE_KEY`, `ssh_session`: only a few words before them make a secret of it.
  return words.length === 1 ? last !== "key" || name.startsWith("--") : last !== "key" && last !== "session"
}

/** Whether a name is that of several secrets. */
function isPlural(name: string): boolean {
  return /[^sS][sS]$/.test(name) && isSecretName(name.slice(0, -1))
}

/** Whether a value is a number, or several: many names of several secrets count them, as `MAX_TOKENS` does. */
const numbers = /^\d[\d_.,kKmM]*$/

/** A path or the name of a file, which is where a key or a cookie may lie. */
const file = /^(?:[\w.~-]{0,100}\/)[\w./~-]{0,200}$|^[\w-]{1,100}\.[a-z]{1,5}$/

/** What is shorter behind a flag with a vague name is rather a choice than a secret. */
const shortestOfFlags = 6

/** Whether the value of a vague name is made up, and no word, number, path or list. */
export function isMadeUp(written: string, name: string): boolean {
  // In a sentence, the value of a flag has the sentence's marks behind it.
  const value = name.startsWith("-") ? written.replace(/[,.;:)]$/, "") : written
  if (name.startsWith("-") && value.length < shortestOfFlags) return false
  const last = wordsOf(name).at(-1) ?? ""
  const isFile = !passwordNames.has(last) && last !== "jwt" && (file.test(value) || value.startsWith("/"))
  if (isFile || /^\d{1,5}(?:,\d{1,5})*$/.test(value) || numbers.test(value) && isPlural(name)) return false
  if (last === "key") return value.length >= 8 && /\d/.test(value) && /[A-Za-z]/.test(value)
  const isPlain = /^[a-z]{1,40}(?:[-_ ][a-z]{1,40}){0,8}$/.test(value) || /^[A-Z]?[a-z]{0,20}$/.test(value)
  return !isPlain || passwordNames.has(last) && !name.startsWith("-") && /^[a-z]{6,40}$/.test(value)
}

/** Whether a value only says which secret it is: `password=password`, `TOKEN=GH_TOKEN`. */
export function isNameOfSecret(value: string, name: string): boolean {
  return value.toLowerCase() === name.toLowerCase().replace(/^-{1,2}/, "") ||
    /^[A-Z][A-Z_]{0,60}$/.test(value) && isSecretName(value)
}
