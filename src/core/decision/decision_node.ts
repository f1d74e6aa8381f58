import type { FieldBlock } from "./field.ts"

/** What a status says, whatever the words of its corpus. */
export type StatusClass = "live" | "open" | "dead" | "moved" | "unknown"

/** A status as written, at a 1-based line of the file. */
export interface DecisionStatus {
  /** The words as they are written. */
  readonly raw: string
  /** The words that name the status: lower case, without note or link. */
  readonly normal: string
  /** What the words mean. */
  readonly class: StatusClass
  /** 1-based. */
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
  /** The reference as it is written. */
  readonly raw: string
  /** 1-based. */
  readonly line: number
  /** What it was resolved to. */
  readonly target: ReferenceTarget
  /** "in part", "amends", "deprecates": never a whole supersession. */
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
  /** Its number in the family; absent where the convention gives none. */
  readonly number?: number
  /** As the file writes it, the number included where its heading has one; the file name when it has none. */
  readonly title: string
  /** Absent: the file says none. */
  readonly status?: DecisionStatus
  /** The decisions that it says it replaces. */
  readonly supersedes: readonly DecisionReference[]
  /** The decisions that it says replace it. */
  readonly superseded_by: readonly DecisionReference[]
  /** The decisions that it depends on. */
  readonly requires: readonly DecisionReference[]
  /** Decisions that it only mentions as related. */
  readonly related: readonly DecisionReference[]
  /** The decisions that it says it contradicts. */
  readonly contradicts: readonly DecisionReference[]
  /** The versions that a plan is drafted against. */
  readonly pins: readonly DecisionReference[]
  /** One of several versions of the same subject. */
  readonly version?: { readonly slug: string; readonly number: number }
  /** As written, in whatever form the file uses. */
  readonly created?: string
  /** As written, in whatever form the file uses. */
  readonly updated?: string
  /** The decision that this file only redirects to. */
  readonly redirect_to?: string
  /** A form to copy, not a decision. */
  readonly template: boolean
}
