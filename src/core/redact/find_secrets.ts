import { findCookies } from "./cookies.ts"
import { findLogins } from "./login_flags.ts"
import { findPrivateKeys } from "./private_keys.ts"
import { findAssignments } from "./secret_assignments.ts"
import { findInShell } from "./shell_secrets.ts"
import type { SecretSpan } from "./secret_span.ts"
import { findBearers, findJsonWebTokens, findTokens, tokenNames } from "./token_patterns.ts"
import { findUrlCredentials } from "./url_credentials.ts"

/** What finds secrets; none knows of another. */
const finders: readonly ((text: string) => readonly SecretSpan[])[] = [
  findPrivateKeys,
  findTokens,
  findJsonWebTokens,
  findUrlCredentials,
  findBearers,
  findLogins,
  findCookies,
  findAssignments,
]

/** A token is at least so long. */
const shortestToken = 12
/** Words that a value follows after a blank, however they are written. */
const leads = ["bearer", "basic", "setenv", "config", "configure", "login", "secret"]

/** What a character is to {@link hasTrace}; all that is not ASCII is part of a token. */
const [other, tokenCharacter, hyphen, operator, blank] = [0, 1, 2, 3, 4] as const
const characterKinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[A-Za-z0-9_]/.test(character)) return tokenCharacter
  if (character === "-") return hyphen
  if (/[=:@<]/.test(character)) return operator
  return /[ \t]/.test(character) ? blank : other
})

/**
 * Whether a text has what every secret comes with: an operator, an address or element, a flag, a run that is long enough
 * for a token, or a word that leads to a value. Most texts have none of it, and need no closer look.
 */
function hasTrace(text: string): boolean {
  let run = 0
  for (let index = 0; index < text.length; index++) {
    const kind = characterKinds[text.charCodeAt(index)] ?? tokenCharacter
    if (kind === operator || kind === hyphen && run === 0) return true
    if (kind === tokenCharacter || kind === hyphen) run++
    else {
      if (kind === blank && run >= shortestLead && isLead(text.slice(index - run, index))) return true
      run = 0
    }
    if (run >= shortestToken) return true
  }
  return false
}

const shortestLead = Math.min(...leads.map((lead) => lead.length))
const lastOfLeads = new Set(leads.flatMap((lead) => [lead.slice(-1), lead.slice(-1).toUpperCase()]))

function isLead(word: string): boolean {
  if (!lastOfLeads.has(word.slice(-1))) return false
  const lower = word.toLowerCase()
  return leads.some((lead) => lower.endsWith(lead))
}

/** The kinds of secrets, the most telling first: the name of what several finders see. */
const kinds: readonly string[] = [
  "private-key",
  ...tokenNames,
  "jwt",
  "mongodb-conn",
  "postgres-conn",
  "mysql-conn",
  "redis-conn",
  "url-credentials",
  "bearer-token",
  "basic-auth",
  "authorization",
  "cookie",
  "password-assignment",
  "secret-flag",
  "secret-assignment",
  "secret-argument",
]

/**
 * The secrets of a text, in its order, none overlapping another and none spanning a line break: tokens that are known by
 * their beginning, private keys, credentials in URLs and headers, and the values of secret-looking assignments and flags,
 * also where a shell puts them together from quotes, continued lines and substitutions, and what `gh secret set` takes.
 * Takes time linear in the length of the text.
 *
 * @example
 * ```ts
 * import { findSecrets } from "@retro/cli/core"
 * import { deepStrictEqual } from "node:assert/strict"
 * deepStrictEqual(findSecrets("export DB_PASSWORD=tr0ub4dor; psql"), [
 *   { name: "password-assignment", start: 19, end: 28 },
 * ])
 * deepStrictEqual(findSecrets("DB_PASSWORD=$1 psql postgres://localhost/db"), [])
 * ```
 */
export function findSecrets(text: string): readonly SecretSpan[] {
  if (!hasTrace(text)) return []
  const found: SecretSpan[] = []
  for (const find of finders) {
    for (const secret of find(text)) found.push(secret)
  }
  for (const secret of findInShell(text, finders)) found.push(secret)
  if (found.length < 2) return found
  found.sort((left, right) => left.start - right.start || left.end - right.end || rank(left) - rank(right))
  const merged: SecretSpan[] = []
  for (const span of found) {
    const last = merged.at(-1)
    if (last === undefined || last.end <= span.start) {
      merged.push(span)
      continue
    }
    const name = rank(span) < rank(last) ? span.name : last.name
    merged[merged.length - 1] = { name, start: last.start, end: Math.max(last.end, span.end) }
  }
  return merged
}

function rank({ name }: SecretSpan): number {
  return kinds.indexOf(name)
}
