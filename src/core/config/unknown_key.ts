import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { isMapping } from "../foreign/foreign_value.ts"

/** A key that a schema does not know. */
export interface UnknownKey {
  /** Keys and indices that lead to it. */
  readonly path: readonly PropertyKey[]
  /** The keys that the schema knows there. */
  readonly known: readonly string[]
}

/** The first key of a value that its schema does not know; wrong types are the schema's own to tell. */
export function unknownKey(schema: Schema.Top, value: unknown): UnknownKey | undefined {
  return search([schema.ast], value, [])
}

function search(
  types: readonly SchemaAST.AST[],
  value: unknown,
  path: readonly PropertyKey[],
): UnknownKey | undefined {
  const alternatives = types.flatMap(alternativesOf)
  if (Array.isArray(value)) {
    const elements = alternatives.filter(SchemaAST.isArrays).flatMap((array) => array.rest)
    return first(value.entries(), ([index, element]) => search(elements, element, [...path, index]))
  }
  const objects = alternatives.filter(SchemaAST.isObjects)
  if (!isMapping(value) || objects.length === 0) return undefined
  const named = objects.flatMap((object) => object.propertySignatures)
  const others = objects.flatMap((object) => object.indexSignatures).map((index) => index.type)
  return first(Object.entries(value), ([key, inner]) => {
    const own = named.filter((property) => property.name === key).map((property) => property.type)
    if (own.length > 0) return search(own, inner, [...path, key])
    if (others.length > 0) return search(others, inner, [...path, key])
    return { path: [...path, key], known: [...new Set(named.map((property) => String(property.name)))] }
  })
}

/** The types that a value may have: those of a union, without the union. */
function alternativesOf(type: SchemaAST.AST): readonly SchemaAST.AST[] {
  return SchemaAST.isUnion(type) ? type.types.flatMap(alternativesOf) : [type]
}

function first<Item, Found>(items: Iterable<Item>, find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}
