import * as Effect from "effect/Effect"
import { isAdvisoryComment } from "../core/comment/comment_marker.ts"
import type { CommentsFailedReason } from "./comments_failed.ts"
import { Progress } from "./progress.ts"
import {
  type CommentsFailure,
  type PullRequest,
  type PullRequestComment,
  PullRequestComments,
} from "./pull_request_comments.ts"

/** What to say, and where. */
export interface AdvisoryComment {
  /** Where to say it. */
  readonly pullRequest: PullRequest
  /** As `renderAdvisoryComment` gives it: with its marker. */
  readonly body: string
  /** Whose comments count as own when the token may not ask who it is: a login, `github-actions[bot]` by default. */
  readonly author?: string
}

/** What became of an advisory comment. */
export interface PostedComment {
  /** `unchanged`: the comment said the same already, and nothing was sent. */
  readonly result: "created" | "updated" | "unchanged"
  /** As GitHub counts comments. */
  readonly id: number
  /** Where a person reads it. */
  readonly url: string
  /** Whose comment it is. */
  readonly author: string
  /** Whom the token was taken for when it was not the author's: each run makes a comment and takes it back. */
  readonly takenFor?: string
  /** Further advisory comments of the same author, which were left as they are. */
  readonly duplicates: readonly string[]
}

const actionsBot = "github-actions[bot]"
/** How often the comments are looked up when what was found is gone, or nobody knows whether a comment was made. */
const mostLookups = 3
/** For what was perhaps made to be seen, in milliseconds; longer each time. */
const pauseBeforeLook = 1000

/**
 * Says something in the one advisory comment of a pull request: the oldest with a marker, of whatever version, that the
 * own account made is updated, whoever edited it since; without one, a comment is made. A comment of somebody else is
 * never touched. Further own comments with a marker stay and are named. When two runs make a comment at the same time,
 * the later one is taken back.
 *
 * @example
 * ```ts
 * import { postAdvisoryComment, PullRequestComments, renderAdvisoryComment } from "@retro/cli"
 * import * as Effect from "effect/Effect"
 * import { strictEqual } from "node:assert/strict"
 * const body = renderAdvisoryComment({ internalToolingOnly: true, rawCallViolations: [], allowedWriteOps: [] })
 * const none = Effect.die("not asked")
 * const there: PullRequestComments = {
 *   viewer: Effect.succeed("me"), create: () => none, update: () => none, remove: () => none,
 *   list: () => Effect.succeed([{ id: 1, author: "me", body, url: "https://example.org/1" }]),
 * }
 * const post = postAdvisoryComment({ pullRequest: { repository: "acme/widgets", number: 7 }, body })
 * strictEqual(Effect.runSync(post.pipe(Effect.provideService(PullRequestComments, there))).result, "unchanged")
 * ```
 */
export const postAdvisoryComment: (
  comment: AdvisoryComment,
) => Effect.Effect<PostedComment, CommentsFailure, PullRequestComments> = Effect.fn("postAdvisoryComment")(
  function* ({ pullRequest, body, author = actionsBot }) {
    const comments = yield* PullRequestComments
    const self = (yield* comments.viewer) ?? author
    let isPerhapsMade = false
    for (let lookups = 1;; lookups++) {
      const own = ownAmong(yield* comments.list(pullRequest), self)
      const [oldest] = own
      const post = oldest === undefined
        ? Effect.flatMap(
          comments.create(pullRequest, body),
          (made) => settle(comments, { pullRequest, body, author: self }, made),
        )
        : Effect.map(say(comments, pullRequest, oldest, body), (said) => posted(said, self, own.slice(1)))
      const outcome = yield* Effect.result(post)
      if (outcome._tag === "Success") {
        const { success } = outcome
        return success.result === "unchanged" && isPerhapsMade ? { ...success, result: "created" } : success
      }
      // Gone since it was looked up, or perhaps made: only another look tells.
      const isOpen = hasReason(outcome.failure, oldest === undefined ? "unavailable" : "not found")
      if (!isOpen || lookups === mostLookups) return yield* outcome.failure
      if (oldest === undefined) {
        isPerhapsMade = true
        yield* (yield* Progress)(`waiting ${lookups} s to see whether the comment was made: ${outcome.failure.message}`)
        yield* Effect.sleep(pauseBeforeLook * lookups)
      }
    }
  },
)

function hasReason(failure: CommentsFailure, reason: CommentsFailedReason): boolean {
  return failure._tag === "CommentsFailed" && failure.reason === reason
}

/** Logins do not differ in case alone. */
function isSameLogin(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase()
}

/** The advisory comments of an account, the oldest first. */
function ownAmong(comments: readonly PullRequestComment[], login: string): readonly PullRequestComment[] {
  return comments
    .filter(({ author, body }) => author !== undefined && isSameLogin(author, login) && isAdvisoryComment(body))
    .sort((left, right) => left.id - right.id)
}

interface Said {
  readonly result: PostedComment["result"]
  readonly comment: PullRequestComment
}

/** Makes a comment say something, unless it does. */
function say(
  comments: PullRequestComments,
  pullRequest: PullRequest,
  comment: PullRequestComment,
  body: string,
): Effect.Effect<Said, CommentsFailure> {
  return asKept(comment.body) === asKept(body)
    ? Effect.succeed({ result: "unchanged", comment })
    : Effect.map(comments.update(pullRequest, comment.id, body), (updated) => ({ result: "updated", comment: updated }))
}

/** A body as it is compared: a browser writes other line breaks, and GitHub may drop blanks at the end. */
function asKept(body: string): string {
  return body.replaceAll("\r\n", "\n").trimEnd()
}

/**
 * Looks again after a comment was made: it is taken back when its author has an older one. Another run may have made it
 * meanwhile; or the author is not who the token was taken for, which is known only now.
 */
const settle = Effect.fnUntraced(function* (
  comments: PullRequestComments,
  { pullRequest, body, author: expected }: Required<AdvisoryComment>,
  made: PullRequestComment,
) {
  const author = made.author ?? expected
  const mistake = isSameLogin(author, expected) ? {} : { takenFor: expected }
  // The comment is made: that this look fails is no failure.
  const all = yield* comments.list(pullRequest).pipe(Effect.orElseSucceed(() => []))
  const [older, ...others] = ownAmong(all, author).filter(({ id }) => id < made.id)
  const alone: PostedComment = { ...posted({ result: "created", comment: made }, author, []), ...mistake }
  if (older === undefined) return alone
  return yield* say(comments, pullRequest, older, body).pipe(
    Effect.flatMap((said) =>
      comments.remove(pullRequest, made.id).pipe(
        Effect.catchIf((failure) => hasReason(failure, "not found"), () => Effect.void),
        Effect.as(others),
        Effect.orElseSucceed(() => [...others, made]),
        Effect.map((left): PostedComment => ({ ...posted(said, author, left), ...mistake })),
      )
    ),
    Effect.orElseSucceed(() => ({ ...alone, duplicates: [older, ...others].map(({ url }) => url) })),
  )
})

function posted({ result, comment }: Said, author: string, others: readonly PullRequestComment[]): PostedComment {
  const { id, url } = comment
  return { result, id, url, author: comment.author ?? author, duplicates: others.map((other) => other.url) }
}
