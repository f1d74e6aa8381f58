import { isMapping, quoted } from "../foreign/foreign_value.ts"
import type { RetrospectiveFindings } from "../schema/retrospective_findings.ts"

/**
 * Findings as an envelope carries them; `null` when there are none to carry. Entries are trimmed texts, blank ones go,
 * and other fields (`ok`) are dropped. The three fields are not checked against each other: they are advisory.
 *
 * @example
 * ```ts
 * import { normalizeRetrospectiveFindings } from "@retro/cli/core"
 * import { deepStrictEqual } from "node:assert/strict"
 * deepStrictEqual(normalizeRetrospectiveFindings({ ok: true, internalToolingOnly: true }), {
 *   internalToolingOnly: true,
 *   rawCallViolations: [],
 *   allowedWriteOps: [],
 * })
 * deepStrictEqual(normalizeRetrospectiveFindings("none"), null)
 * ```
 */
export function normalizeRetrospectiveFindings(findings: unknown): RetrospectiveFindings | null {
  if (!isMapping(findings)) return null
  return {
    internalToolingOnly: findings["internalToolingOnly"] === true,
    rawCallViolations: entries(findings["rawCallViolations"]),
    allowedWriteOps: entries(findings["allowedWriteOps"]),
  }
}

function entries(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.map((entry: unknown) => asText(entry).trim()).filter((text) => text !== "") : []
}

/** An entry as text; what has no text of its own is named by its type. */
function asText(entry: unknown): string {
  try {
    return String(entry)
  } catch {
    return quoted(entry)
  }
}
