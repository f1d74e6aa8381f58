import * as Data from "effect/Data"

/** What a process exit says: done, the answer is no, bad usage or input, could not finish. */
export type ExitCode = 0 | 1 | 2 | 3

/** The answer is no, and has been printed: the program ends with this code and no further message. */
export class AnswerIsNo extends Data.Error<{ readonly code: ExitCode }> {
  readonly _tag = "AnswerIsNo"
  override readonly name = "AnswerIsNo"
}

/** Errors whose cause is what the user passed in; nothing was written. Every other error is 3: could not finish. */
const badInput: ReadonlySet<string> = new Set([
  "BaselineConflict",
  "BaselineInvalid",
  "BaselineNewer",
  "CheckpointTextBlank",
  "ConfigExists",
  "ConfigInvalid",
  "EnvelopeNotBuilt",
  "FindingsInvalid",
  "GitHubSettingInvalid",
  "InputInvalid",
  "ModulesUnknown",
  "PathInvalid",
  "PolicyInvalid",
  "ScopeSlugInvalid",
  "SelectionInvalid",
  "SessionNotOpened",
  "SinceInvalid",
  "SlugUnknown",
  "TodayInvalid",
  "UsageInvalid",
])

/** The exit code of a failure, by its tag. */
export function exitCodeOf(error: { readonly _tag: string }): ExitCode {
  return error instanceof AnswerIsNo ? error.code : badInput.has(error._tag) ? 2 : 3
}
