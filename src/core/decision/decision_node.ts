import type { FieldBlock } from "./field.ts"

/** What a status says, whatever the words of its corpus. */
export type StatusClass = "live" | "open" | "dead" | "moved" | "unknown"

/** A status as written, at a 1-based line of the file. */
export interface DecisionStatus {
  readonly raw: string
  /** The words that name the status: lower case, without note or link. */
  readonly normal: string
  readonly class: StatusClass
  readonly line: number
}

/** What a reference points to. */
export type ReferenceTarget =
  | { readonly _tag: "node"; readonly path: string }
  /** A file of the corpus that is no decision. */
  | { readonly _tag: "file"; readonly path: string }
  | { readonly _tag: "external" }
  /** Words that name something, but neither a number nor a path. */
  | { readonly _tag: "label" }
  /** "n/a", "none", "TBD": the field is there and says nothing. */
  | { readonly _tag: "none" }
  /** Several decisions have this number; path ascending. */
  | { readonly _tag: "ambiguous"; readonly candidates: readonly string[] }
  /** Left over from a template. */
  | { readonly _tag: "residue" }
  | { readonly _tag: "dangling"; readonly moved_to?: string }

/** One decision naming another in a field, at a 1-based line of the file. */
export interface DecisionReference {
  readonly raw: string
  readonly line: number
  readonly target: ReferenceTarget
  /** "in part", "amends", "partly superseded": never a whole supersession. */
  readonly partial: boolean
}

/** A decision of any convention. */
export interface DecisionNode {
  /** The file, relative to the root: the locator of findings about it. */
  readonly path: string
  /** The file's text. */
  readonly text: string
  /** Its fields as written, for writing to them. */
  readonly block: FieldBlock
  /** The convention that it was read by: a key of the adapter table. */
  readonly adapter: string
  /** The folder whose decisions belong together: numbers are unique in it. */
  readonly family: string
  readonly number?: number
  readonly title: string
  readonly status?: DecisionStatus
  readonly supersedes: readonly DecisionReference[]
  readonly superseded_by: readonly DecisionReference[]
  readonly requires: readonly DecisionReference[]
  readonly related: readonly DecisionReference[]
  readonly contradicts: readonly DecisionReference[]
  /** The versions that a plan is drafted against. */
  readonly pins: readonly DecisionReference[]
  /** One of several versions of the same subject. */
  readonly version?: { readonly slug: string; readonly number: number }
  readonly created?: string
  readonly updated?: string
  /** The decision that this file only redirects to. */
  readonly redirect_to?: string
  /** A form to copy, not a decision. */
  readonly template: boolean
}
