import type { Finding } from "../schema/finding.ts"

/** A check of an audit of memories: the number that it is asked for by, and what it is about. */
export interface MemoryDimension {
  readonly number: number
  readonly about: string
}

const dimensions = {
  index: { number: 1, about: "the index" },
  fields: { number: 2, about: "front matter" },
  relations: { number: 3, about: "relations" },
  duplicates: { number: 4, about: "duplicates" },
  references: { number: 5, about: "stale references" },
  superseded: { number: 7, about: "superseded memories in the index" },
} as const satisfies { readonly [name: string]: MemoryDimension }

/** What the key of a finding starts with decides where a pass looks at several things. The first row that fits holds. */
const table: readonly { readonly pass: string; readonly key: RegExp; readonly dimension: MemoryDimension }[] = [
  { pass: "decision-integrity", key: /^index-shows-superseded\b/u, dimension: dimensions.superseded },
  { pass: "decision-integrity", key: /^vanished-artefact\b/u, dimension: dimensions.references },
  { pass: "decision-integrity", key: /^(?!contradicting)/u, dimension: dimensions.relations },
  { pass: "index-drift", key: /^/u, dimension: dimensions.index },
  { pass: "frontmatter", key: /^relations\b/u, dimension: dimensions.relations },
  { pass: "frontmatter", key: /^/u, dimension: dimensions.fields },
  { pass: "consolidation", key: /^/u, dimension: dimensions.duplicates },
  { pass: "path-reference", key: /^/u, dimension: dimensions.references },
]

/** The check of an audit that a finding belongs to; `undefined`: to none that is known. */
export function memoryDimension({ pass, key = "", locator }: Finding): MemoryDimension | undefined {
  if (pass === "link-integrity") return /(?:^|\/)MEMORY\.md$/u.test(locator) ? dimensions.index : dimensions.references
  return table.find((row) => row.pass === pass && row.key.test(key))?.dimension
}
