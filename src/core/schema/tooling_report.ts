import * as Schema from "effect/Schema"
import type { RetrospectiveFindings } from "./retrospective_findings.ts"

/** Where a command was typed. */
export interface ToolingSource {
  /** The file as it was named, or found in a folder that was named; `-` is the standard input. */
  readonly file: string
  /** The line of the file, 1-based. */
  readonly line: number
  /** The id of the tool call, where the file is a session. */
  readonly call?: string
}

/** A command that a rule of the policy catches. */
export interface ToolingDetail {
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
  /** How the command was reached, outermost first: `sudo`, `bash -c`, `$()`. */
  readonly via: readonly string[]
  /** Where it was typed. */
  readonly source: ToolingSource
  /** What the call ended with, where the session says so. A command that failed counts all the same. */
  readonly outcome?: "ok" | "error"
}

/** A command of which it cannot be decided what it runs. */
export interface UndecidedTooling {
  /** The source text of the command. */
  readonly segment: string
  /** What keeps it from being decided. */
  readonly reason: "computed word" | "opaque program" | "does not parse" | "too deep"
  /** Where it was typed. */
  readonly source: ToolingSource
}

/** A line that was not read. */
export interface SkippedLine {
  /** The file, as {@link ToolingSource} names it. */
  readonly file: string
  /** 1-based. */
  readonly line: number
  /** Why it was not read. */
  readonly reason: string
}

/** What was read, and what was not. */
export interface ToolingCoverage {
  /** Whether every file was text of a known format, and every line short enough to be read. */
  readonly complete: boolean
  /** How many files were read. */
  readonly files: number
  /** How many files are of each format; one of no known format is in none. */
  readonly formats: {
    /** Plain commands. */
    readonly lines: number
    /** Sessions of Claude Code. */
    readonly claude: number
    /** Sessions of Codex. */
    readonly codex: number
    /** Sessions of pi. */
    readonly pi: number
  }
  /** Records of sessions, and lines of plain transcripts that are not blank. */
  readonly records: number
  /** Calls of a shell in sessions, each once; in plain transcripts the lines on which a command starts. */
  readonly commands: number
  /** Commands that the user typed into a session: never violations. */
  readonly userCommands: number
  /** Calls that stand in the files again, because a session was resumed or forked. */
  readonly duplicates: number
  /** Lines that were not read; a file that was not read counts as its first line. */
  readonly skipped: {
    /** How many there are. */
    readonly count: number
    /** The first of them. */
    readonly first?: SkippedLine
  }
  /** How many records there are of each type that is not known. */
  readonly unknownRecords: { readonly [type: string]: number }
}

/**
 * Which raw calls an agent made, with everything that is needed to judge the answer. Advisory: it blocks nothing.
 * What looks like a secret in it is redacted.
 */
export interface ToolingReport extends RetrospectiveFindings {
  /** Whether there is no violation: the same as `internalToolingOnly`. */
  readonly ok: boolean
  /** One for each entry of `rawCallViolations`, then one for each of `allowedWriteOps`. */
  readonly details: readonly ToolingDetail[]
  /** Commands that may be raw calls, and may not: neither clean nor violations. */
  readonly undecided: readonly UndecidedTooling[]
  /** What was read, and what was not. */
  readonly coverage: ToolingCoverage
}

const Source = Schema.Struct({ file: Schema.String, line: Schema.Natural, call: Schema.optionalKey(Schema.String) })
const texts = Schema.Array(Schema.String)

/**
 * {@link ToolingReport} as a schema.
 *
 * @example
 * ```ts
 * import { ToolingReport } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { strictEqual } from "node:assert/strict"
 * const report = Schema.decodeUnknownSync(ToolingReport)({
 *   ok: true,
 *   internalToolingOnly: true,
 *   rawCallViolations: [],
 *   allowedWriteOps: [],
 *   details: [],
 *   undecided: [],
 *   coverage: {
 *     complete: true,
 *     files: 1,
 *     formats: { lines: 1, claude: 0, codex: 0, pi: 0 },
 *     records: 2,
 *     commands: 2,
 *     userCommands: 0,
 *     duplicates: 0,
 *     skipped: { count: 0 },
 *     unknownRecords: {},
 *   },
 * })
 * strictEqual(report.coverage.commands, 2)
 * ```
 */
export const ToolingReport: Schema.Codec<ToolingReport> = Schema.Struct({
  ok: Schema.Boolean,
  internalToolingOnly: Schema.Boolean,
  rawCallViolations: texts,
  allowedWriteOps: texts,
  details: Schema.Array(Schema.Struct({
    kind: Schema.Literals(["violation", "allowed"]),
    label: Schema.String,
    segment: Schema.String,
    rule: Schema.String,
    instead: Schema.optionalKey(Schema.String),
    via: texts,
    source: Source,
    outcome: Schema.optionalKey(Schema.Literals(["ok", "error"])),
  })),
  undecided: Schema.Array(Schema.Struct({
    segment: Schema.String,
    reason: Schema.Literals(["computed word", "opaque program", "does not parse", "too deep"]),
    source: Source,
  })),
  coverage: Schema.Struct({
    complete: Schema.Boolean,
    files: Schema.Natural,
    formats: Schema.Struct({
      lines: Schema.Natural,
      claude: Schema.Natural,
      codex: Schema.Natural,
      pi: Schema.Natural,
    }),
    records: Schema.Natural,
    commands: Schema.Natural,
    userCommands: Schema.Natural,
    duplicates: Schema.Natural,
    skipped: Schema.Struct({
      count: Schema.Natural,
      first: Schema.optionalKey(
        Schema.Struct({ file: Schema.String, line: Schema.Natural, reason: Schema.String }),
      ),
    }),
    unknownRecords: Schema.Record(Schema.String, Schema.Natural),
  }),
}).annotate({ identifier: "ToolingReport", description: "Which raw calls an agent made: advisory" })
