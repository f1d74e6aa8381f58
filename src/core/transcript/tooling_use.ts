/** Why it cannot be decided what a command runs. */
export type UndecidedReason = "computed word" | "opaque program" | "does not parse" | "too deep"

/** A command that a rule of the policy catches. */
export interface ToolingUse {
  /** Whether the policy allows it all the same. */
  readonly kind: "violation" | "allowed"
  /** The label of the rule: `gh`, `node -e`. */
  readonly label: string
  /** The source text of the command. */
  readonly segment: string
  /** The id of the rule. */
  readonly rule: string
  /** What to use instead. */
  readonly instead?: string
  /** The words of the entry that allows it. */
  readonly allowed?: string
  /** How the command was reached, outermost first: `sudo`, `bash -c`, `$()`. */
  readonly via: readonly string[]
  /** The line of the transcript on which it starts, 1-based. */
  readonly line: number
}

/** A command of which it cannot be decided what it runs. */
export interface UndecidedCommand {
  /** The source text of the command. */
  readonly segment: string
  /** What keeps it from being decided. */
  readonly reason: UndecidedReason
  /** The line of the transcript on which it starts, 1-based. */
  readonly line: number
}

/** All that was found in a transcript, in source order. */
export interface TranscriptReading {
  /** The commands that the policy catches, allowed ones included. */
  readonly uses: readonly ToolingUse[]
  /** Those that may be such commands, and may not. */
  readonly undecided: readonly UndecidedCommand[]
  /** On how many lines a command starts. */
  readonly commands: number
}
