import * as Data from "effect/Data"

/**
 * Why the comments of a pull request could not be read or written: the token is not valid, it may not do this, there is
 * no such repository, pull request or comment (for this token), GitHub does not take what was sent, asks to come back
 * later than is worth waiting for, does not answer, or answers what no GitHub API answers.
 */
export type CommentsFailedReason =
  | "token refused"
  | "access denied"
  | "not found"
  | "rejected"
  | "rate limited"
  | "unavailable"
  | "unreadable"

const advices: { readonly [reason in CommentsFailedReason]: string } = {
  "token refused": "set GITHUB_TOKEN or GH_TOKEN to a token that is valid",
  "access denied":
    'give the token the permission "pull-requests: write" for this repository, and see that the conversation is not locked',
  "not found": "check the repository and the number, and that the token may see them",
  rejected: "look at what is sent, with --dry-run",
  "rate limited": "run again then",
  unavailable: "run again later",
  unreadable: "check that GITHUB_API_URL and GITHUB_GRAPHQL_URL are the addresses of a GitHub API",
}

/**
 * The comments of a pull request could not be read or written. It says nothing of the token but that it was refused.
 *
 * @example
 * ```ts
 * import { CommentsFailed } from "@retro/cli"
 * import { strictEqual } from "node:assert/strict"
 * const failed = new CommentsFailed({
 *   action: "list the comments of acme/widgets#7", reason: "unavailable", detail: "GitHub answers 503",
 * })
 * strictEqual(failed.message, "Cannot list the comments of acme/widgets#7: GitHub answers 503; run again later")
 * ```
 */
export class CommentsFailed extends Data.Error<{
  /** What was tried, as words that follow "Cannot". */
  readonly action: string
  readonly reason: CommentsFailedReason
  /** What GitHub or the network said, without secrets. */
  readonly detail: string
  /** The HTTP status of the answer, if there was one. */
  readonly status?: number
}> {
  /** Tells the error from others, as for `Effect.catchTag`. */
  readonly _tag = "CommentsFailed"
  /** What a log calls the error. */
  override readonly name = "CommentsFailed"
  /** What failed, why, and the next step. */
  override get message(): string {
    return `Cannot ${this.action}: ${this.detail}; ${advices[this.reason]}`
  }
}

/**
 * A variable of the environment that says how to reach GitHub is missing or wrong; nothing was asked.
 *
 * @example
 * ```ts
 * import { GitHubSettingInvalid } from "@retro/cli"
 * import { strictEqual } from "node:assert/strict"
 * const invalid = new GitHubSettingInvalid({ variable: "GH_TOKEN", problem: "holds a blank; copy the token again" })
 * strictEqual(invalid.message, "Cannot ask GitHub: GH_TOKEN holds a blank; copy the token again")
 * ```
 */
export class GitHubSettingInvalid extends Data.Error<{
  /** The variable, or the variables of which one is needed. */
  readonly variable: string
  /** What is wrong, and what to do. */
  readonly problem: string
}> {
  /** Tells the error from others, as for `Effect.catchTag`. */
  readonly _tag = "GitHubSettingInvalid"
  /** What a log calls the error. */
  override readonly name = "GitHubSettingInvalid"
  /** What failed, why, and the next step. */
  override get message(): string {
    return `Cannot ask GitHub: ${this.variable} ${this.problem}`
  }
}
