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
  const found = finders.flatMap((find) => [...find(text)])
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
