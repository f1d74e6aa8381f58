import { isMapping } from "../foreign/foreign_value.ts"
import { findSecrets } from "./find_secrets.ts"
import { isPlaceholder } from "./placeholder_values.ts"
import { isPasswordName, isSecretName } from "./secret_names.ts"
import type { SecretSpan } from "./secret_span.ts"

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
    const next = withoutSecrets(known, secrets, 0, known.length)
    if (next === known) break
    known = next
  }
  return known
}

/**
 * A piece that was cut out of a text, without the secrets that begin before it or end behind it: the piece alone does not
 * show that they are some. `secrets` are those of the whole text.
 */
export function redactCut(text: string, secrets: readonly SecretSpan[], from: number, to: number): string {
  const cut = secrets.filter(({ start, end }) => start < to && end > from && (start <= from || end > to))
  return withoutSecrets(text, cut, from, to)
}

/** A part of a text with some of its secrets replaced. */
function withoutSecrets(text: string, secrets: readonly SecretSpan[], from: number, to: number): string {
  const parts: string[] = []
  let at = from
  for (const { name, start, end } of secrets) {
    parts.push(text.slice(at, start), placeholderOf(name))
    at = end
  }
  return parts.join("") + text.slice(at, to)
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

/** Redacts objects as {@link redactValue} does, but for the fields that are known to hold no secret. */
export function redactBeside(clean: ReadonlySet<string>): <Fields extends object>(fields: Fields) => Fields
export function redactBeside(clean: ReadonlySet<string>): (fields: { readonly [name: string]: unknown }) => object {
  return (fields) => redactFields(fields, 0, clean)
}

/** A value under the nearest key above it. */
function redactBelow(value: unknown, key: string | undefined, depth: number): unknown {
  if (typeof value === "string") return redactUnder(key, value)
  if (typeof value !== "object" || value === null) return value
  if (depth >= deepest) return "<redacted:too-deep>"
  if (Array.isArray(value)) return redactItems(value, key, depth)
  return isMapping(value) ? redactFields(value, depth) : value
}

/** The same list when it holds no secret: most do not, and copies of large reports cost time. */
function redactItems(
  items: readonly unknown[],
  key: string | undefined,
  depth: number,
): readonly unknown[] {
  let copy: unknown[] | undefined
  items.forEach((item, index) => {
    const redacted = redactBelow(item, key, depth + 1)
    if (redacted !== item) (copy ??= [...items])[index] = redacted
  })
  return copy ?? items
}

/** The same object when it holds no secret. */
function redactFields(
  fields: { readonly [name: string]: unknown },
  depth: number,
  clean?: ReadonlySet<string>,
): object {
  let changed: [string, unknown][] | undefined
  for (const name of Object.keys(fields)) {
    if (clean?.has(name)) continue
    const item = fields[name]
    const redacted = redactBelow(item, name, depth + 1)
    if (redacted !== item) (changed ??= []).push([name, redacted])
  }
  // `fromEntries` makes a field of `__proto__`, as JSON does.
  return changed === undefined ? fields : Object.fromEntries([...Object.entries(fields), ...changed])
}

function redactUnder(key: string | undefined, text: string): string {
  if (key === undefined || !isSecretName(key) || isPlaceholder(text)) return redact(text)
  return placeholderOf(isPasswordName(key) ? "password-assignment" : "secret-assignment")
}
