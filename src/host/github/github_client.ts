import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import { CommentsFailed, type CommentsFailedReason } from "../../engine/comments_failed.ts"
import { Progress } from "../../engine/progress.ts"
import { harmless, reasonOf, wordsOf } from "./github_failure.ts"
import type { GitHubSettings } from "./github_settings.ts"
import { type Answer, isRateLimited, pauseAfter, pauseOf } from "./rate_limit.ts"

/** What is asked of GitHub. */
export interface GitHubRequest {
  /** What it is for, as words that follow "Cannot". */
  readonly action: string
  readonly method: "GET" | "POST" | "PATCH" | "DELETE"
  readonly url: string
  /** Sent as JSON. */
  readonly body?: unknown
  /** Whether asking twice does no more than asking once. */
  readonly isRepeatable: boolean
}

/** Asks GitHub; what comes back is a success (2xx). */
export type GitHubClient = (request: GitHubRequest) => Effect.Effect<Answer, CommentsFailed>

/** One request, with its answer, in milliseconds. */
const longestExchange = 30_000
/** How often a request is made. */
const mostTries = 4
/** What is worth waiting for, in milliseconds; the limit of an hour is not. */
const longestPause = 120_000
const mostRedirects = 3

/**
 * Asks GitHub with a token: requests that failed for a reason that passes are made again, up to three times, after the
 * time that GitHub asks for or a growing pause. A request that is not repeatable is made again only when GitHub says
 * that it did nothing. The token goes to the origin of the request alone.
 */
export function gitHubClient({ token }: Pick<GitHubSettings, "token">): GitHubClient {
  const secret = Redacted.value(token)
  return Effect.fn("askGitHub")(function* (request) {
    const { action } = request
    for (let tries = 1;; tries++) {
      const outcome = yield* exchange(request, token).pipe(Effect.catch((words) => Effect.succeed({ words })))
      if ("status" in outcome && isSuccess(outcome)) return outcome
      const now = yield* Clock.currentTimeMillis
      const { reason, pause, words } = "status" in outcome
        ? setback(outcome, tries, now, secret)
        : { reason: "unavailable" as const, pause: pauseOf(tries), words: harmless(outcome.words, secret) }
      const detail = tries === 1 ? words : `${words}, at try ${tries}`
      const isLimited = reason === "rate limited"
      const passes = isLimited || reason === "unavailable" && request.isRepeatable
      if (!passes || tries === mostTries || pause > longestPause) {
        return yield* new CommentsFailed({
          action,
          reason,
          detail: isLimited ? `${detail}, and not before ${new Date(now + pause).toISOString()}` : detail,
          ..."status" in outcome ? { status: outcome.status } : {},
        })
      }
      yield* (yield* Progress)(`waiting ${Math.ceil(pause / 1000)} s to ${action}: ${detail}`)
      yield* Effect.sleep(pause)
    }
  })
}

function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300
}

/** Why an answer is no success, in a word and in words, and how long to wait before the next try. */
function setback(
  answer: Answer,
  tries: number,
  now: number,
  secret: string,
): { readonly reason: CommentsFailedReason; readonly pause: number; readonly words: string } {
  return {
    reason: isRateLimited(answer) ? "rate limited" : reasonOf(answer),
    pause: pauseAfter(answer, tries, now),
    words: wordsOf(answer, secret),
  }
}

/** One request and its answer; fails with what the network says. */
const exchange = (request: GitHubRequest, token: Redacted.Redacted): Effect.Effect<Answer, string> =>
  followed(request, token, request.url, 0).pipe(
    Effect.timeoutOrElse({
      duration: longestExchange,
      orElse: () => Effect.fail(`there is no answer within ${longestExchange / 1000} s`),
    }),
    Effect.provide(FetchHttpClient.layer),
    Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" }),
    Effect.provideService(HttpClient.TracerPropagationEnabled, false),
  )

/** GitHub moves what was renamed; it asks to send the same to the new address. Nothing is sent to another origin. */
function followed(
  request: GitHubRequest,
  token: Redacted.Redacted,
  url: string,
  redirects: number,
): Effect.Effect<Answer, string, HttpClient.HttpClient> {
  return Effect.flatMap(sent(request, token, url), (answer) => {
    const { location } = answer.headers
    if (answer.status < 300 || answer.status > 399 || location === undefined) return Effect.succeed(answer)
    const target = URL.canParse(location, url) ? new URL(location, url) : undefined
    return target?.origin === new URL(url).origin && redirects < mostRedirects
      ? followed(request, token, target.href, redirects + 1)
      : Effect.succeed({ ...answer, text: JSON.stringify({ message: `it moved to ${location}` }) })
  })
}

const sent = Effect.fnUntraced(function* (request: GitHubRequest, token: Redacted.Redacted, url: string) {
  const client = yield* HttpClient.HttpClient
  const { method, body } = request
  const bare = HttpClientRequest.make(method)(url, {
    headers: {
      accept: "application/vnd.github+json",
      "x-github-api-version": "2022-11-28",
      // GitHub refuses requests without one.
      "user-agent": "retro",
    },
  }).pipe(HttpClientRequest.bearerToken(token))
  const full = body === undefined ? bare : HttpClientRequest.bodyText(bare, JSON.stringify(body), "application/json")
  const { status, headers, text } = yield* client.execute(full).pipe(Effect.catch(notSent))
  return { status, headers, text: yield* text.pipe(Effect.catch(notSent)) }
})

/** What Deno refuses is no failure of the network, and the user is told which flag is missing. */
function notSent({ reason, message }: HttpClientError.HttpClientError): Effect.Effect<never, string> {
  const cause = "cause" in reason ? reason.cause : undefined
  if (cause instanceof Error && cause.name === "NotCapable") return Effect.die(cause)
  return Effect.fail(cause instanceof Error ? networkWords(cause) : message)
}

/** Node's own message is "fetch failed"; what failed is in its cause. */
function networkWords(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message
}
