import { findSecrets } from "./find_secrets.ts"
import { isPlaceholder } from "./placeholder_values.ts"
import { isPasswordName, isSecretName } from "./secret_names.ts"

/** How often a text is looked at again after its secrets were replaced. */
const rounds = 8

/**
 * A text with each secret replaced by `<redacted:NAME>`; everything else, and the number of lines, stays as it is.
 * Redacting the result again changes nothing.
 *
 * @example
 * ```ts
 * import { redact } from "@retro/cli/core"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(
 *   redact("GH_TOKEN=hunter2 curl https://me:hunter2@example.org"),
 *   "GH_TOKEN=<redacted:secret-assignment> curl https://<redacted:url-credentials>@example.org",
 * )
 * strictEqual(redact("send a Bearer token to postgres://localhost/db"), "send a Bearer token to postgres://localhost/db")
 * ```
 */
export function redact(text: string): string {
  let known = text
  for (let round = 0; round < rounds; round++) {
    const secrets = findSecrets(known)
    if (secrets.length === 0) break
    const parts: string[] = []
    let at = 0
    for (const { name, start, end } of secrets) {
      parts.push(known.slice(at, start), placeholderOf(name))
      at = end
    }
    known = parts.join("") + known.slice(at)
  }
  return known
}

function placeholderOf(name: string): string {
  return `<redacted:${name}>`
}

/** The depth to which a value is looked at: deeper ones are replaced as a whole. */
const deepest = 200

/**
 * A JSON value with the secrets of its texts replaced, at any depth; keys, numbers and order stay. A text under a
 * secret-looking key, such as `{"password": "…"}`, is a secret as a whole. What lies deeper than 200 levels is replaced.
 *
 * @example
 * ```ts
 * import { redactValue } from "@retro/cli/core"
 * import { deepStrictEqual } from "node:assert/strict"
 * deepStrictEqual(redactValue({ key: "docs/a.md", env: ["PASSWORD=hunter2"], token: "abc123" }), {
 *   key: "docs/a.md",
 *   env: ["PASSWORD=<redacted:password-assignment>"],
 *   token: "<redacted:secret-assignment>",
 * })
 * ```
 */
export function redactValue<Value>(value: Value): Value
export function redactValue(value: unknown): unknown {
  return redactBelow(value, undefined, 0)
}

function redactBelow(value: unknown, key: string | undefined, depth: number): unknown {
  if (typeof value === "string") return redactUnder(key, value)
  if (typeof value !== "object" || value === null) return value
  if (depth >= deepest) return "<redacted:too-deep>"
  if (Array.isArray(value)) return value.map((item: unknown) => redactBelow(item, key, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]: [string, unknown]) => [name, redactBelow(item, name, depth + 1)]),
  )
}

function redactUnder(key: string | undefined, text: string): string {
  if (key === undefined || !isSecretName(key) || isPlaceholder(text)) return redact(text)
  return placeholderOf(isPasswordName(key) ? "password-assignment" : "secret-assignment")
}
