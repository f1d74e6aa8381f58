import { isMap, isScalar, isSeq, visit } from "yaml"
import type { Document, Pair, YAMLMap } from "yaml"
import type { YamlPath } from "./parse_yaml.ts"

/**
 * Where the nodes of a document are, by path. Each mapping is looked through once, because a caller may ask for every
 * key of a large one.
 */
export interface NodeIndex {
  /** The offset of the key at a path. */
  readonly keyOffset: (path: YamlPath) => number | undefined
  /** The offset of the value at a path. */
  readonly valueOffset: (path: YamlPath) => number | undefined
}

/** The index of a document. */
export function indexNodes(document: Document): NodeIndex {
  const seen = new Map<YAMLMap, ReadonlyMap<string, Pair>>()
  const pairs = (map: YAMLMap): ReadonlyMap<string, Pair> => {
    const known = seen.get(map) ?? pairsOf(map)
    seen.set(map, known)
    return known
  }
  const child = (node: unknown, step: PropertyKey): unknown =>
    isMap(node) ? pairs(node).get(String(step))?.value : isSeq(node) ? node.items[Number(step)] : undefined
  const nodeAt = (path: YamlPath): unknown => path.reduce(child, document.contents)
  return {
    keyOffset: (path) => {
      const parent = nodeAt(path.slice(0, -1))
      return isMap(parent) ? offsetOf(pairs(parent).get(String(path.at(-1)))?.key) : undefined
    },
    valueOffset: (path) => offsetOf(nodeAt(path)),
  }
}

function pairsOf(map: YAMLMap): ReadonlyMap<string, Pair> {
  const found = new Map<string, Pair>()
  for (const pair of map.items) {
    const name = isScalar(pair.key) ? String(pair.key.value) : undefined
    if (name !== undefined && !found.has(name)) found.set(name, pair)
  }
  return found
}

/** The offset of the first key that its mapping has twice. The parser's own check compares each key with all others. */
export function repeatedKey(document: Document): number | undefined {
  const offsets: number[] = []
  visit(document, {
    Map(_, map): void {
      const values = new Set<unknown>()
      for (const { key } of map.items) {
        if (!isScalar(key)) continue
        if (values.has(key.value)) offsets.push(offsetOf(key) ?? 0)
        values.add(key.value)
      }
    },
  })
  return offsets.length === 0 ? undefined : offsets.reduce((first, offset) => Math.min(first, offset))
}

function offsetOf(node: unknown): number | undefined {
  const range: unknown = typeof node === "object" && node !== null && "range" in node ? node.range : undefined
  const start: unknown = Array.isArray(range) ? range[0] : undefined
  return typeof start === "number" ? start : undefined
}
