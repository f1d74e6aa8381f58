import type { Policy } from "../schema/policy.ts"
import { defaultPolicy } from "./built_in_policies.ts"
import { compilePolicy } from "./compiled_policy.ts"
import { readTranscript } from "./read_transcript.ts"
import type { TranscriptReading, UndecidedCommand } from "./tooling_use.ts"

/** What an agent typed, in short. */
export interface TranscriptFindings {
  /** `<label>: <command>` of each raw call, in source order. */
  readonly violations: readonly string[]
  /** Each allowed write operation. */
  readonly allowedWriteOps: readonly string[]
  /** Whether there is no violation. */
  readonly internalToolingOnly: boolean
  /** Commands of which it cannot be decided what they run. */
  readonly undecided: readonly UndecidedCommand[]
}

/**
 * Reads a transcript of shell commands, one a line; quotes and heredocs may continue a command over several lines.
 * What is no string is turned into one; nothing (null, undefined) is empty. Nothing is redacted, but
 * the rest of a secret that was cut in two where a text does not parse.
 *
 * @example
 * ```ts
 * import { analyzeTranscript } from "@retro/cli/core"
 * import { deepStrictEqual } from "node:assert/strict"
 * deepStrictEqual(analyzeTranscript("git commit -m 'use gh; not curl'\ncd x && gh pr merge 7\nsh -c 'gh api user'\n"), {
 *   violations: ["gh: gh api user"],
 *   allowedWriteOps: ["gh pr merge 7"],
 *   internalToolingOnly: false,
 *   undecided: [],
 * })
 * ```
 */
export function analyzeTranscript(transcript: unknown, policy: Policy = defaultPolicy): TranscriptFindings {
  const { uses, undecided } = readTooling(transcript, policy)
  const violations = uses.filter(({ kind }) => kind === "violation").map(({ label, segment }) => `${label}: ${segment}`)
  const allowedWriteOps = uses.filter(({ kind }) => kind === "allowed").map(({ segment }) => segment)
  return { violations, allowedWriteOps, internalToolingOnly: violations.length === 0, undecided }
}

/**
 * What {@link analyzeTranscript} finds, with all details: rule, what to use instead, how a command was reached, its line.
 *
 * @example
 * ```ts
 * import { readTooling } from "@retro/cli/core"
 * import { deepStrictEqual } from "node:assert/strict"
 * const [use] = readTooling("git fetch\nsudo bash -c 'gh api user'").uses
 * deepStrictEqual([use?.rule, use?.segment, use?.via, use?.line], ["raw-gh", "gh api user", ["sudo", "bash -c"], 2])
 * ```
 */
export function readTooling(transcript: unknown, policy: Policy = defaultPolicy): TranscriptReading {
  const text = transcript === null || transcript === undefined ? "" : String(transcript)
  return readTranscript(text, compilePolicy(policy))
}
