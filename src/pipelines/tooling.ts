import * as Effect from "effect/Effect"
import { normalizeRetrospectiveFindings } from "../core/envelope/findings.ts"
import type { Policy } from "../core/schema/policy.ts"
import type { RetrospectiveFindings } from "../core/schema/retrospective_findings.ts"
import type { ToolingReport } from "../core/schema/tooling_report.ts"
import type { SessionFormatChoice } from "../core/session/session_file.ts"
import { ToolingTally } from "../core/session/tooling_tally.ts"
import { defaultPolicy } from "../core/transcript/built_in_policies.ts"
import type { IoFailed } from "../engine/io_failed.ts"
import { readSessions, type SessionServices } from "../engine/read_sessions.ts"
import type { SessionNotOpened } from "../engine/session_sources.ts"

/** What {@link checkTooling} looks at. */
export interface ToolingOptions {
  /** Files, folders (every `*.jsonl` in them), and `-` for the standard input; without any, the standard input. */
  readonly transcripts: readonly string[]
  /** The format of the files; by default it is found by their content. */
  readonly from?: SessionFormatChoice
  /** What counts as a raw call. */
  readonly policy?: Policy
}

/** What {@link checkTooling} found. */
export interface ToolingRun {
  /** All that was found, with what was read and what was not. */
  readonly report: ToolingReport
  /** The same, as a handoff envelope carries it in its field `retrospectiveFindings`. */
  readonly findings: RetrospectiveFindings
}

/**
 * The tooling verifier: reads what an agent typed, plain or in session files, and reports raw calls of tools that internal
 * tooling should stand for. Files are streamed. Advisory: nothing is written. What looks like a secret is redacted.
 *
 * @example
 * ```ts
 * import { checkTooling, hostLayer } from "@retro/cli"
 * import * as Effect from "effect/Effect"
 * import * as FileSystem from "effect/FileSystem"
 * import { deepStrictEqual } from "node:assert/strict"
 * const program = Effect.gen(function* () {
 *   const fs = yield* FileSystem.FileSystem
 *   const transcript = yield* fs.makeTempFileScoped()
 *   yield* fs.writeFileString(transcript, "git status\nsudo gh api user && gh pr merge 7\n")
 *   return yield* checkTooling({ transcripts: [transcript] })
 * })
 * const { findings } = await Effect.runPromise(program.pipe(Effect.scoped, Effect.provide(hostLayer)))
 * deepStrictEqual(findings, {
 *   internalToolingOnly: false,
 *   rawCallViolations: ["gh: sudo gh api user"],
 *   allowedWriteOps: ["gh pr merge 7"],
 * })
 * ```
 */
export const checkTooling: (
  options: ToolingOptions,
) => Effect.Effect<ToolingRun, SessionNotOpened | IoFailed, SessionServices> = Effect.fn("checkTooling")(
  function* ({ transcripts, from = "auto", policy = defaultPolicy }) {
    const tally = new ToolingTally(policy)
    yield* readSessions(transcripts, from, tally)
    const report = tally.report()
    const { internalToolingOnly, rawCallViolations, allowedWriteOps } = report
    const findings = normalizeRetrospectiveFindings(report) ??
      { internalToolingOnly, rawCallViolations, allowedWriteOps }
    return { report, findings }
  },
)
