import { isPlaceholder } from "./placeholder_values.ts"
import type { SecretSpan } from "./secret_span.ts"

/** The schemes whose credentials have a name of their own. */
const connectionNames: ReadonlyMap<string, string> = new Map([
  ["mongodb", "mongodb-conn"],
  ["mongodb+srv", "mongodb-conn"],
  ["postgres", "postgres-conn"],
  ["postgresql", "postgres-conn"],
  ["mysql", "mysql-conn"],
  ["mariadb", "mysql-conn"],
  ["redis", "redis-conn"],
  ["rediss", "redis-conn"],
])

/** What ends a URL in running text, in a program and in its quotes. */
const stop = /[\s"'`<>]|\\+[nrt"'`]/g
const scheme = /[a-z][a-z0-9+.-]{0,30}$/i
const authorityEnd = /[/?#]/g

/** `user:password` of URLs; a user alone is none, unless it is as long as a token. */
export function findUrlCredentials(text: string): readonly SecretSpan[] {
  const found: SecretSpan[] = []
  stop.lastIndex = 0
  let stopAt = -1
  let lastAt = -1
  for (let at = text.indexOf("://"); at >= 0; at = text.indexOf("://", at + 3)) {
    const start = at + 3
    if (stopAt < start) {
      stop.lastIndex = start
      stopAt = stop.exec(text)?.index ?? text.length
      lastAt = start + text.slice(start, stopAt).lastIndexOf("@")
    }
    if (lastAt < start) continue
    authorityEnd.lastIndex = start
    const slash = Math.min(authorityEnd.exec(text)?.index ?? stopAt, stopAt)
    const end = userEnd(text, start, slash, lastAt)
    if (end <= start || !isCredential(text.slice(start, end))) continue
    found.push({ name: nameFor(text, at), start, end })
    at = Math.max(at, end - 3)
  }
  return found
}

/** The last `@` of the authority; a password with an unescaped slash hides it, a port does not look like one. */
function userEnd(text: string, start: number, slash: number, lastAt: number): number {
  const authority = text.slice(start, slash)
  const inside = authority.lastIndexOf("@")
  if (inside >= 0) return start + inside
  const colon = authority.indexOf(":")
  const port = authority.slice(colon + 1)
  return colon < 0 || authority.startsWith("[") || /^\d*$|^[$%{*]|^port$/i.test(port) ? -1 : lastAt
}

const longUser = /^(?=[^\d]{0,99}\d)[A-Za-z0-9_-]{20,}$/

function isCredential(user: string): boolean {
  const colon = user.indexOf(":")
  if (colon < 0) return longUser.test(user)
  const password = user.slice(colon + 1)
  return isPlaceholder(password) ? longUser.test(user.slice(0, colon)) : true
}

function nameFor(text: string, colon: number): string {
  const found = scheme.exec(text.slice(Math.max(0, colon - 32), colon))
  return connectionNames.get(found?.[0].toLowerCase() ?? "") ?? "url-credentials"
}
