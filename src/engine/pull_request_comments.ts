import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { CommentsFailed, GitHubSettingInvalid } from "./comments_failed.ts"

/** A pull request on GitHub. */
export interface PullRequest {
  /** `owner/name`. */
  readonly repository: string
  /** From 1. */
  readonly number: number
}

/** A comment in the conversation of a pull request. */
export interface PullRequestComment {
  /** Ascending in the order in which comments were made. */
  readonly id: number
  /** The login of who made it, whoever edited it since; absent when the account is gone. */
  readonly author?: string
  /** Its Markdown, as the last who edited it left it. */
  readonly body: string
  /** Where a person reads it. */
  readonly url: string
}

/** Why comments could not be read or written. */
export type CommentsFailure = CommentsFailed | GitHubSettingInvalid

/** The comments in the conversations of pull requests, as one account sees and writes them. */
export interface PullRequestComments {
  /** The login of the account; `undefined` when its token may not ask. */
  readonly viewer: Effect.Effect<string | undefined, CommentsFailure>
  /** All comments, whoever made them, the oldest first. */
  readonly list: (pullRequest: PullRequest) => Effect.Effect<readonly PullRequestComment[], CommentsFailure>
  /** Makes a comment. It is not tried again when nobody knows whether it was made: reason `unavailable`. */
  readonly create: (pullRequest: PullRequest, body: string) => Effect.Effect<PullRequestComment, CommentsFailure>
  /** Gives a comment another body; reason `not found` when it is gone. */
  readonly update: (
    pullRequest: PullRequest,
    id: number,
    body: string,
  ) => Effect.Effect<PullRequestComment, CommentsFailure>
  /** Deletes a comment. */
  readonly remove: (pullRequest: PullRequest, id: number) => Effect.Effect<void, CommentsFailure>
}
/**
 * {@link PullRequestComments} as a service. On GitHub it is `gitHubLayer`; a test may provide answers of its own.
 *
 * @example
 * ```ts
 * import { PullRequestComments } from "@retro/cli"
 * import * as Effect from "effect/Effect"
 * import { strictEqual } from "node:assert/strict"
 * const pullRequest = { repository: "acme/widgets", number: 7 }
 * const count = Effect.gen(function* () {
 *   return (yield* (yield* PullRequestComments).list(pullRequest)).length
 * })
 * const none = Effect.die("not asked")
 * const empty: PullRequestComments = {
 *   viewer: none, list: () => Effect.succeed([]), create: () => none, update: () => none, remove: () => none,
 * }
 * strictEqual(Effect.runSync(count.pipe(Effect.provideService(PullRequestComments, empty))), 0)
 * ```
 */
export const PullRequestComments: Context.Service<PullRequestComments, PullRequestComments> = Context.Service(
  "retro/PullRequestComments",
)
