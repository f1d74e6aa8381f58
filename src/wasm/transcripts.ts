import * as Result from "effect/Result"
import type { Policy } from "../core/schema/policy.ts"
import { analyzeTranscript as analyze } from "../core/transcript/analyze_transcript.ts"
import { defaultPolicy, strictPolicy } from "../core/transcript/built_in_policies.ts"
import { parsePolicy } from "../core/transcript/parse_policy.ts"
import type { UndecidedReason } from "../core/transcript/tooling_use.ts"
import { answer, wellFormed } from "./answer.ts"
import type { Failure } from "./failure.ts"

/** Which commands count. */
export type PolicyChoice =
  | { readonly tag: "default" }
  | { readonly tag: "strict" }
  | { readonly tag: "custom"; readonly val: string }

/** The reasons as the world writes them. */
const reasons = {
  "computed word": "computed-word",
  "opaque program": "opaque-program",
  "does not parse": "does-not-parse",
  "too deep": "too-deep",
} as const satisfies { readonly [reason in UndecidedReason]: string }

/** The record `transcript-findings`. */
export interface TranscriptFindings {
  readonly violations: readonly string[]
  readonly allowedWriteOps: readonly string[]
  readonly internalToolingOnly: boolean
  readonly undecided: readonly {
    readonly segment: string
    readonly reason: typeof reasons[UndecidedReason]
    readonly line: number
  }[]
}

/** The operation `transcripts.analyze-transcript`. */
export function analyzeTranscript(transcript: string, choice: PolicyChoice): TranscriptFindings {
  const { violations, allowedWriteOps, internalToolingOnly, undecided } = analyze(transcript, answer(policyOf(choice)))
  return {
    violations: violations.map(wellFormed),
    allowedWriteOps: allowedWriteOps.map(wellFormed),
    internalToolingOnly,
    undecided: undecided.map(({ segment, reason, line }) => ({
      segment: wellFormed(segment),
      reason: reasons[reason],
      line,
    })),
  }
}

function policyOf(choice: PolicyChoice): Result.Result<Policy, Failure> {
  switch (choice.tag) {
    case "default":
      return Result.succeed(defaultPolicy)
    case "strict":
      return Result.succeed(strictPolicy)
    case "custom":
      return Result.mapError(
        parsePolicy(choice.val, "custom"),
        ({ line, message }) => ({ kind: "refused", argument: "policy", line, message }),
      )
  }
}
