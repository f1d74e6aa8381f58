import type { Severity } from "../schema/finding.ts"
import type { DecisionFile } from "./decision_file.ts"
import type { FieldBlock } from "./field.ts"

/** What a convention asks of two decisions of which one replaces the other. */
export interface Obligation {
  /** The sides that it has a field for. */
  readonly sides: readonly ("superseded_by" | "supersedes")[]
  /** A successor that the replaced decision does not name: `High` is meant for two live decisions, the rest is `Low`. */
  readonly old_side: Severity
  /** A replaced decision that its successor does not name. */
  readonly new_side: Severity
  /** Whether every pair is to be reported, however many lack the link back: the convention asks for it in so many words. */
  readonly every_pair: boolean
  /** A successor is to be named before it is in force, even when it never will be; absent: once it took over. */
  readonly at_once?: true
  /** The status of what was replaced; absent: the convention ties the field to none. */
  readonly replaced_status?: string
  /** Live statuses of a successor that has not taken over yet. */
  readonly not_yet?: readonly string[]
}

/** How a convention writes the name of another decision. */
export type ReferenceForm = "number" | "root-path" | "link" | "sibling" | "memory-path"

/** Where a convention writes what replaced a decision. */
export type FieldForm =
  /** A header line after the last of the block: `Superseded-By: 12`. */
  | "header"
  /** A key of the front matter, before its end. */
  | "front-matter"
  /** A list under a key of a YAML file. */
  | "yaml-list"
  /** A line of the section "Status": `Superseded by [12. Title](0012-title.md)`. */
  | "status-line"
  /** The status itself: `superseded by [ADR-12](0012-title.md)`. */
  | "status"
  /** A row of a table of two columns. */
  | "table"
  /** Nothing that could be written without knowing the file's prose. */
  | "prose"

/** One convention of writing decisions. */
export interface DecisionAdapter {
  readonly id: string
  /** The fields of a file of this convention; `undefined` when the file is of another. */
  readonly read: (file: DecisionFile, lines: readonly string[]) => FieldBlock | undefined
  readonly obligation: Obligation
  /** The statuses that the convention declares, lower case. */
  readonly vocabulary?: readonly string[]
  readonly reference_form: ReferenceForm
  readonly superseded_by_form: FieldForm
  readonly supersedes_form: FieldForm
  /** The names of the two fields, as they are written anew. */
  readonly keys: { readonly superseded_by: string; readonly supersedes: string }
  /** Whether a field may name several decisions. */
  readonly several: boolean
}
