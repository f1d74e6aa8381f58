import { textOf } from "../foreign/foreign_value.ts"
import type { Finding } from "../schema/finding.ts"
import { memoryDescriptionOf, memoryNameOf } from "./memory_words.ts"

/**
 * The payload of a capture as far as the finding says it: what its pass has filled in, and for the rest a memory that says
 * what the finding asks to do. Kind, scope and relevance are for a person to say.
 */
export function captureDraft(
  { capture = {}, proposed_action, what }: Finding,
): { readonly [field: string]: unknown } {
  const body = textOf(capture["body"]) ?? textOf(proposed_action) ?? what
  return {
    ...capture,
    name: textOf(capture["name"]) ?? memoryNameOf(body),
    description: textOf(capture["description"]) ?? memoryDescriptionOf(body),
    type: textOf(capture["type"]) ?? "user",
    body,
  }
}

/** A payload with another body, and with it the name and the description that were made of the old one. */
export function withBody(
  payload: { readonly [field: string]: unknown },
  body: string,
): { readonly [field: string]: unknown } {
  const before = textOf(payload["body"]) ?? ""
  return {
    ...payload,
    ...(payload["name"] === memoryNameOf(before) ? { name: memoryNameOf(body) } : {}),
    ...(payload["description"] === memoryDescriptionOf(before) ? { description: memoryDescriptionOf(body) } : {}),
    body,
  }
}
