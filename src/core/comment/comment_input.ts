import * as Schema from "effect/Schema"
import { normalizeRetrospectiveFindings } from "../envelope/findings.ts"
import { fieldOf, isGiven, isMapping } from "../foreign/foreign_value.ts"
import type { RetrospectiveFindings } from "../schema/retrospective_findings.ts"
import { callNotes } from "./call_notes.ts"
import type { CommentReading } from "./render_comment.ts"

/** Findings as a check prints them: with what could not be decided, and whether everything was read. */
export interface CommentInput extends RetrospectiveFindings {
  /** What is known of each raw call and each allowed write operation. */
  readonly details?: readonly unknown[]
  /** Commands that could not be decided. */
  readonly undecided?: readonly unknown[]
  /** How much was read. */
  readonly coverage?: { readonly complete: boolean; readonly commands?: number }
}
/** {@link CommentInput} as a schema. Fields that it does not know are dropped. */
export const CommentInput: Schema.Codec<CommentInput> = Schema.Struct({
  internalToolingOnly: Schema.Boolean,
  rawCallViolations: Schema.Array(Schema.String),
  allowedWriteOps: Schema.Array(Schema.String),
  details: Schema.optionalKey(Schema.Array(Schema.Unknown)),
  undecided: Schema.optionalKey(Schema.Array(Schema.Unknown)),
  coverage: Schema.optionalKey(
    Schema.Struct({ complete: Schema.Boolean, commands: Schema.optionalKey(Schema.Natural) }),
  ),
})

/** The findings of a document: what a handoff envelope carries, or else the document itself. */
export function carriedFindings(document: unknown): unknown {
  return isEnvelope(document) ? fieldOf(document, "retrospectiveFindings") : document
}

/** What is wrong with a document that holds no findings, not even wrong ones. */
export function withoutFindings(document: unknown): string | undefined {
  if (isEnvelope(document)) {
    return isGiven(fieldOf(document, "retrospectiveFindings"))
      ? undefined
      : 'the handoff envelope carries no "retrospectiveFindings"'
  }
  return isMapping(document) && Object.keys(findingsFields).some((field) => field in document)
    ? undefined
    : 'it holds no findings: expected what "retro tooling check --json" prints, retrospective findings ' +
      '("internalToolingOnly", "rawCallViolations", "allowedWriteOps"), or a handoff envelope that carries them'
}

const findingsFields: { readonly [field in keyof RetrospectiveFindings]: true } = {
  internalToolingOnly: true,
  rawCallViolations: true,
  allowedWriteOps: true,
}

/** Only an envelope has one of these fields. */
function isEnvelope(document: unknown): boolean {
  return isMapping(document) && ("handoffVersion" in document || "retrospectiveFindings" in document)
}

/** What an input says, in the two parts that a comment is rendered from. */
export function commentParts(
  input: CommentInput,
): { readonly findings: RetrospectiveFindings; readonly reading: CommentReading } {
  const { details = [], undecided, coverage } = input
  const findings = normalizeRetrospectiveFindings(input) ?? input
  return {
    findings,
    reading: {
      ...undecided === undefined ? {} : { undecided: undecided.length },
      ...coverage === undefined ? {} : { complete: coverage.complete },
      ...coverage?.commands === undefined ? {} : { commands: coverage.commands },
      ...callNotes(findings.rawCallViolations, details, undecided ?? []),
    },
  }
}
