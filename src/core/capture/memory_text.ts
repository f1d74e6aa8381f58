import { yamlQuoted, yamlScalar } from "../yaml/scalar.ts"
import type { CapturePayload, CaptureRelation } from "./capture_payload.ts"
import { isRule } from "./memory_place.ts"

/** The file of a memory: front matter in the order of the convention, the description always in quotes, and the body. */
export function memoryText(payload: CapturePayload, relations: readonly CaptureRelation[]): string {
  const { name, description, type, kind, scope, relevance, body } = payload
  return [
    "---",
    `name: ${yamlScalar(name)}`,
    `description: ${yamlQuoted(description)}`,
    `type: ${type}`,
    ...(type === "session-recap" ? [] : [`kind: ${kind}`]),
    `scope: [${scope.map(yamlScalar).join(", ")}]`,
    ...(relevance.length === 0 ? [] : [`relevance: ${written(relevance)}`]),
    ...(isRule(payload) ? ["origin: project"] : []),
    ...(relations.length === 0 ? [] : ["relations:", ...relations.flatMap(relationLines)]),
    "---",
    "",
    body.replace(/\r\n?/gu, "\n"),
    "",
  ].join("\n")
}

function written(relevance: readonly string[]): string {
  const [only = ""] = relevance
  return relevance.length === 1 ? yamlScalar(only) : `[${relevance.map(yamlScalar).join(", ")}]`
}

function relationLines({ type, target, note }: CaptureRelation): readonly string[] {
  return [
    `  - type: ${type}`,
    `    target: ${yamlScalar(target)}`,
    ...(note === undefined ? [] : [`    note: ${yamlQuoted(note)}`]),
  ]
}
