import { findLogins } from "./login_flags.ts"
import { findPrivateKeys } from "./private_keys.ts"
import { findAssignments } from "./secret_assignments.ts"
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
  findAssignments,
]

/** A token is at least so long. */
const shortestToken = 12
/** Words that a value follows after a space. */
const leads = ["bearer", "basic", "setenv", "config", "login"]

/**
 * Whether a text has what every secret comes with: an operator, an address or element, a flag, a run that is long enough
 * for a token, or a word that leads to a value. Most texts have none of it, and need no closer look.
 */
function hasTrace(text: string): boolean {
  let run = 0
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index)
    if (isOperator(character) || character === hyphen && run === 0) return true
    run = isTokenCharacter(character) ? run + 1 : 0
    if (run >= shortestToken) return true
  }
  const lower = text.toLowerCase()
  return leads.some((lead) => lower.includes(lead))
}

const [equals, colon, at, lessThan, hyphen, underscore] = [0x3d, 0x3a, 0x40, 0x3c, 0x2d, 0x5f] as const

function isOperator(character: number): boolean {
  return character === equals || character === colon || character === at || character === lessThan
}

/** Letters, digits, `-`, `_`, and all that is not ASCII. */
function isTokenCharacter(character: number): boolean {
  return character >= 0x61 && character <= 0x7a || character >= 0x41 && character <= 0x5a ||
    character >= 0x30 && character <= 0x39 || character === hyphen || character === underscore || character > 0x7f
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
  "password-assignment",
  "secret-flag",
  "secret-assignment",
]

/**
 * The secrets of a text, in its order, none overlapping another and none spanning a line break: tokens that are known by
 * their beginning, private keys, credentials in URLs and headers, and the values of secret-looking assignments and flags.
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
