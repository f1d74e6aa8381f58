import * as Result from "effect/Result"
import { isMap, isScalar, LineCounter, parseDocument } from "yaml"
import type { Document } from "yaml"
import { nestingBound } from "./nesting_bound.ts"

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
    // Warnings go to the console: a key that is a list is one.
    logLevel: "error",
  })
  const error = document.errors[0]
  if (error !== undefined) return { _tag: "invalid", problem: `not YAML: ${error.message}`, line: lineAt(error.pos[0]) }
  const value = Result.try((): unknown => document.toJS({ maxAliasCount: maxAliases }))
  if (Result.isFailure(value)) {
    return { _tag: "invalid", problem: `aliases that expand to more than ${maxAliases} nodes`, line: 1 }
  }
  return {
    _tag: "document",
    value: value.success,
    lineOfKey: (path) => lineAt(nearest(path, (place) => keyOffset(document, place))),
    lineOfValue: (path) => lineAt(nearest(path, (place) => offsetOf(document.getIn(place, true)))),
  }
}

function nearest(path: YamlPath, offset: (path: YamlPath) => number | undefined): number {
  for (let length = path.length; length > 0; length--) {
    const found = offset(path.slice(0, length))
    if (found !== undefined) return found
  }
  return 0
}

function keyOffset(document: Document, path: YamlPath): number | undefined {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true)
  const name = String(path.at(-1))
  const pair = isMap(parent) ? parent.items.find(({ key }) => isScalar(key) && String(key.value) === name) : undefined
  return offsetOf(pair?.key)
}

function offsetOf(node: unknown): number | undefined {
  const range: unknown = typeof node === "object" && node !== null && "range" in node ? node.range : undefined
  const start: unknown = Array.isArray(range) ? range[0] : undefined
  return typeof start === "number" ? start : undefined
}
