import { byCodeUnit } from "../code_unit_order.ts"
import { itemsOf } from "../foreign/foreign_value.ts"
import { readFrontMatter } from "../markdown/read_front_matter.ts"
import type { MemoryTree } from "./memory_tree.ts"

/** The values that memories give a field, each once, the most frequent first. */
export function memoryValues(tree: MemoryTree, field: "kind" | "scope" | "relevance"): readonly string[] {
  const counts = new Map<string, number>()
  for (const text of tree.texts.values()) {
    const front = readFrontMatter(text)
    if (front._tag !== "mapping") continue
    const given = itemsOf(front.values[field]).flatMap((item) => typeof item === "string" ? [item.trim()] : [])
    for (const value of new Set(given)) if (value !== "") counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...counts].sort(([one, ones], [other, others]) => others - ones || byCodeUnit(one, other))
    .map(([value]) => value)
}
