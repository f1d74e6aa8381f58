import type { DecisionAdapter } from "../adapter.ts"
import type { Field } from "../field.ts"
import { lineHolding, scalarText, yamlBlock, type YamlMapping } from "../syntax/yaml_block.ts"

/** The keys that a type of relation stands for. */
const relationKeys: ReadonlyMap<string, string> = new Map([
  ["supersedes", "supersedes"],
  ["contradicts", "contradicts"],
  ["supports", "related"],
  ["related_to", "related"],
])

/** Memories: front matter with `type` and `scope`, `relations` of a type, and `superseded_by` on what was replaced. */
export const contextureMemory: DecisionAdapter = {
  id: "contexture-memory",
  read: ({ document }, lines) => {
    const front = document?.front_matter
    if (front?._tag !== "mapping" || scalarText(front.values["type"]) === undefined) return undefined
    if (front.values["scope"] === undefined || front.values["scope"] === null) return undefined
    const block = yamlBlock(front, lines)
    const name = scalarText(front.values["name"])
    return {
      fields: [
        ...block.fields.filter((field) => field.key !== "relations" && field.key !== "status"),
        ...relations(front, lines),
      ],
      insert_after: block.insert_after,
      ...(name === undefined ? {} : { title: name }),
    }
  },
  obligation: {
    sides: ["superseded_by", "supersedes"],
    old_side: "High",
    new_side: "Medium",
    every_pair: true,
    at_once: true,
  },
  reference_form: "memory-path",
  superseded_by_form: "front-matter",
  supersedes_form: "front-matter",
  keys: { superseded_by: "superseded_by", supersedes: "relations" },
  several: false,
}

function relations(front: YamlMapping, lines: readonly string[]): readonly Field[] {
  const list = front.values["relations"]
  const first = front.lines["relations"]
  if (!Array.isArray(list) || first === undefined) return []
  const fields: Field[] = []
  let from = first
  for (const entry of list) {
    if (entry === null || typeof entry !== "object" || Array.isArray(entry)) continue
    const values: { readonly [key: string]: unknown } = entry
    const key = typeof values["type"] === "string"
      ? relationKeys.get(values["type"].trim().replace(/-/gu, "_"))
      : undefined
    const target = typeof values["target"] === "string" ? values["target"].trim() : ""
    if (target === "") continue
    const line = lineHolding(target, from, front.end_line, lines) ?? first
    from = line
    if (key !== undefined) fields.push({ key, items: [{ value: target, line }], line, end_line: line })
  }
  return fields
}
