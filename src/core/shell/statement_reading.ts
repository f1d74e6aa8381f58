import type { ShellText } from "./shell_text.ts"
import type { SimpleCommand } from "./simple_command.ts"
import type { Script } from "./syntax.ts"

/**
 * What a statement holds, in source order: commands, scripts in substitutions, texts that expand as in double quotes, and
 * texts that are a shell's in another reading.
 */
export type Entry =
  | { readonly kind: "command"; readonly command: SimpleCommand }
  | { readonly kind: "script"; readonly script: Script; readonly text: ShellText }
  | { readonly kind: "quoted"; readonly text: ShellText }
  | { readonly kind: "subshells"; readonly text: ShellText }

/** A half-open range of the source. */
export type Span = readonly [start: number, end: number]

/** What was read of one statement. */
export interface StatementReading {
  readonly entries: readonly Entry[]
  /** The ranges that the tree accounts for. */
  readonly leaves: readonly Span[]
  /** Where the statement starts, measured by what it holds. */
  readonly start: number
  /** Where it stops, its heredocs left out. */
  readonly stop: number
  /** Where it and its heredocs end. */
  readonly end: number
  /** The first construct that never closes, though the parser does not say so. */
  readonly openAt?: number
  /** The first place of which the parser drops something, and does not say so. */
  readonly droppedAt?: number
  /** Whether a compound in it was recovered, and has lost its place. */
  readonly broken: boolean
}
