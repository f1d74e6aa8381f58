import * as Result from "effect/Result"
import { LineCounter, parseDocument } from "yaml"
import { nestingBound } from "./nesting_bound.ts"
import { indexNodes, repeatedKey } from "./node_index.ts"

/** A place in a YAML document: keys and indices from the root. */
export type YamlPath = readonly PropertyKey[]

/** A YAML text, read. Lines are 1-based. */
export type YamlDocument =
  | { readonly _tag: "invalid"; readonly problem: string; readonly line: number }
  | {
    readonly _tag: "document"
    /** The content as plain values; `null` when there is none. */
    readonly value: unknown
    /** The line of the key at a path, or of the nearest one above that is there. */
    readonly lineOfKey: (path: YamlPath) => number
    /** The line of the value at a path, or of the nearest one above that is there. */
    readonly lineOfValue: (path: YamlPath) => number
  }

const maxDepth = 100
const maxAliases = 100

/**
 * Reads one document by YAML 1.2's core schema. It never throws: what is no YAML, has duplicate keys, is nested more
 * than 100 levels deep or expands aliases without bound is `invalid` and says where.
 */
export function parseYaml(text: string): YamlDocument {
  const lines = new LineCounter()
  const lineAt = (offset: number): number => lines.linePos(offset).line
  if (nestingBound(text) > maxDepth) {
    return { _tag: "invalid", problem: `nested more than ${maxDepth} levels deep`, line: 1 }
  }
  const document = parseDocument(text, {
    version: "1.2",
    schema: "core",
    lineCounter: lines,
    prettyErrors: false,
    // Looked for below, in one pass.
    uniqueKeys: false,
    // Warnings go to the console: a key that is a list is one.
    logLevel: "error",
  })
  const error = document.errors[0]
  if (error !== undefined) {
    const problem = error.code === "MULTIPLE_DOCS" ? "multiple documents; keep one" : error.message
    return { _tag: "invalid", problem: `not YAML: ${problem}`, line: lineAt(error.pos[0]) }
  }
  const repeated = repeatedKey(document)
  if (repeated !== undefined) {
    return { _tag: "invalid", problem: "not YAML: Map keys must be unique", line: lineAt(repeated) }
  }
  const value = Result.try((): unknown => document.toJS({ maxAliasCount: maxAliases }))
  if (Result.isFailure(value)) {
    return { _tag: "invalid", problem: `aliases that expand to more than ${maxAliases} nodes`, line: 1 }
  }
  const index = indexNodes(document)
  return {
    _tag: "document",
    value: value.success,
    lineOfKey: (path) => lineAt(nearest(path, index.keyOffset)),
    lineOfValue: (path) => lineAt(nearest(path, index.valueOffset)),
  }
}

function nearest(path: YamlPath, offset: (path: YamlPath) => number | undefined): number {
  for (let length = path.length; length > 0; length--) {
    const found = offset(path.slice(0, length))
    if (found !== undefined) return found
  }
  return 0
}
