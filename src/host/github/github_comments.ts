import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { decodeAt } from "../../core/diff/decode_at.ts"
import { CommentsFailed } from "../../engine/comments_failed.ts"
import type { PullRequest, PullRequestComment, PullRequestComments } from "../../engine/pull_request_comments.ts"
import { type GitHubClient, gitHubClient, type GitHubRequest } from "./github_client.ts"
import { harmless } from "./github_failure.ts"
import type { GitHubSettings } from "./github_settings.ts"
import { nextPage } from "./link_header.ts"
import type { Answer } from "./rate_limit.ts"

/** A comment as GitHub gives it. */
const Comment = Schema.Struct({
  id: Schema.Int,
  user: Schema.optionalKey(Schema.NullOr(Schema.Struct({ login: Schema.String }))),
  body: Schema.optionalKey(Schema.NullOr(Schema.String)),
  html_url: Schema.optionalKey(Schema.NullOr(Schema.String)),
})
const decodeComment = Schema.decodeUnknownResult(Comment, { reportInput: true })
const decodeComments = Schema.decodeUnknownResult(Schema.Array(Comment), { reportInput: true })

const decodeViewer = Schema.decodeUnknownResult(
  Schema.Struct({
    data: Schema.optionalKey(Schema.NullOr(Schema.Struct({
      viewer: Schema.optionalKey(Schema.NullOr(Schema.Struct({ login: Schema.String }))),
    }))),
    errors: Schema.optionalKey(Schema.Array(Schema.Struct({
      type: Schema.optionalKey(Schema.String),
      message: Schema.optionalKey(Schema.String),
    }))),
  }),
  { reportInput: true },
)

/** A pull request has at most 2,500 comments, which are 25 pages; more are no pages of GitHub. */
const mostPages = 100

/** {@link PullRequestComments} by the REST and GraphQL interfaces of GitHub. */
export function gitHubComments(settings: GitHubSettings): PullRequestComments {
  const ask = gitHubClient(settings)
  const secret = Redacted.value(settings.token)
  const one = (request: GitHubRequest, pullRequest: PullRequest): Effect.Effect<PullRequestComment, CommentsFailed> =>
    Effect.map(asked(ask, request, decodeComment, secret), ({ value }) => commentOf(value, pullRequest, secret))
  const issues = ({ repository }: PullRequest): string => `${settings.api}/repos/${repository}/issues`
  return {
    viewer: viewerBy(ask, settings.graphql, secret),
    list: Effect.fn("listComments")(function* (pullRequest) {
      const action = `list the comments of ${nameOf(pullRequest)}`
      const found = new Map<number, PullRequestComment>()
      let url: string | undefined = `${issues(pullRequest)}/${pullRequest.number}/comments?per_page=100`
      for (let pages = 1; url !== undefined; pages++) {
        const request: GitHubRequest = { action, method: "GET", url, isRepeatable: true }
        const page = yield* asked(ask, request, decodeComments, secret)
        for (const comment of page.value) found.set(comment.id, commentOf(comment, pullRequest, secret))
        const next = nextPage(page.headers["link"])
        if (next === undefined) break
        if (pages === mostPages || !isSameOrigin(next, url)) {
          const detail = pages === mostPages
            ? `there are more than ${mostPages} pages`
            : `the next page is said to be at ${harmless(next, secret)}, which is another host`
          return yield* new CommentsFailed({ action, reason: "unreadable", detail })
        }
        url = new URL(next, url).href
      }
      return [...found.values()]
    }),
    create: (pullRequest, body) =>
      one({
        action: `comment on ${nameOf(pullRequest)}`,
        method: "POST",
        url: `${issues(pullRequest)}/${pullRequest.number}/comments`,
        body: { body },
        isRepeatable: false,
      }, pullRequest),
    update: (pullRequest, id, body) =>
      one({
        action: `update the comment ${id} of ${nameOf(pullRequest)}`,
        method: "PATCH",
        url: `${issues(pullRequest)}/comments/${id}`,
        body: { body },
        isRepeatable: true,
      }, pullRequest),
    remove: (pullRequest, id) =>
      Effect.asVoid(ask({
        action: `delete the comment ${id} of ${nameOf(pullRequest)}`,
        method: "DELETE",
        url: `${issues(pullRequest)}/comments/${id}`,
        isRepeatable: true,
      })),
  }
}

/** What GitHub says in GraphQL to a token that may not ask. */
const mayNotAsk = /^(?:FORBIDDEN|INSUFFICIENT_SCOPES)$|not accessible by/u

function viewerBy(
  ask: GitHubClient,
  url: string,
  secret: string,
): Effect.Effect<string | undefined, CommentsFailed> {
  const action = "ask whose token this is"
  const body = { query: "query { viewer { login } }" }
  return asked(ask, { action, method: "POST", url, body, isRepeatable: true }, decodeViewer, secret).pipe(
    Effect.flatMap(({ value: { data, errors = [] } }) => {
      const login = data?.viewer?.login
      if (login !== undefined) return Effect.succeed(harmless(login, secret))
      if (errors.some(({ type = "", message = "" }) => mayNotAsk.test(type) || mayNotAsk.test(message))) {
        return Effect.succeed(undefined)
      }
      const said = errors.flatMap(({ message }) => message ?? []).join("; ")
      const isLimited = errors.some(({ type }) => type === "RATE_LIMITED")
      const detail = said === "" ? "the answer holds no login" : `GitHub says: ${harmless(said, secret)}`
      return Effect.fail(
        new CommentsFailed(
          isLimited
            ? { action, reason: "rate limited", detail: `${detail}, and not before the limit is reset` }
            : { action, reason: "unreadable", detail },
        ),
      )
    }),
    // The token may not ask, or there is no GraphQL to ask.
    Effect.catchIf(
      ({ reason }) => reason === "access denied" || reason === "not found",
      () => Effect.succeed(undefined),
    ),
  )
}

/** The decoded body of an answer, with its headers. */
function asked<A>(
  ask: GitHubClient,
  request: GitHubRequest,
  decode: (value: unknown) => Result.Result<A, Schema.SchemaError>,
  secret: string,
): Effect.Effect<{ readonly value: A; readonly headers: Answer["headers"] }, CommentsFailed> {
  const unreadable = (detail: string): CommentsFailed =>
    new CommentsFailed({ action: request.action, reason: "unreadable", detail: harmless(detail, secret) })
  return Effect.flatMap(ask(request), ({ text, headers }) =>
    Effect.fromResult(
      Result.try({
        try: (): unknown => JSON.parse(text),
        catch: () => unreadable(`the answer is not JSON: ${JSON.stringify(text.slice(0, 80))}`),
      }).pipe(
        Result.flatMap((json) => decodeAt(decode, json, "").pipe(Result.mapError(refused))),
        Result.map((value) => ({ value, headers })),
      ),
    ))

  function refused({ field, expected }: { readonly field: string; readonly expected: string }): CommentsFailed {
    return unreadable(`the answer is not as GitHub's: ${field === "" ? "" : `${field}: `}${expected}`)
  }
}

function commentOf(
  { id, user, body, html_url }: typeof Comment.Type,
  pullRequest: PullRequest,
  secret: string,
): PullRequestComment {
  const login = user?.login
  return {
    id,
    body: body ?? "",
    url: addressOf(html_url ?? "", secret) ?? `${nameOf(pullRequest)} (comment ${id})`,
    ...login === undefined ? {} : { author: harmless(login, secret) },
  }
}

/** What a server calls the address of a comment is printed: it must be one, and hold neither the token nor a login. */
function addressOf(text: string, secret: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isFit = (url?.protocol === "https:" || url?.protocol === "http:") && url.username === "" && url.password === ""
  return isFit ? harmless(url.href, secret) : undefined
}

function nameOf({ repository, number }: PullRequest): string {
  return `${repository}#${number}`
}

/** The token is for one host. */
function isSameOrigin(next: string, url: string): boolean {
  return URL.canParse(next, url) && new URL(next, url).origin === new URL(url).origin
}
