import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type CommentsFailure, PullRequestComments } from "../../engine/pull_request_comments.ts"
import { type GitHubEnvironment, gitHubEnvironment, readSettings } from "./github_settings.ts"

/**
 * {@link PullRequestComments} on GitHub, with the token in GITHUB_TOKEN or GH_TOKEN, at GITHUB_API_URL and
 * GITHUB_GRAPHQL_URL or else github.com. `environment` replaces these variables. Building it reads nothing and loads no
 * HTTP client; the first use does. Under Deno: `--allow-env` for the four variables, and `--allow-net` for the host.
 *
 * @example
 * ```ts
 * import { gitHubLayer, PullRequestComments } from "@retro/cli"
 * import * as Effect from "effect/Effect"
 * import { match } from "node:assert/strict"
 * const viewer = Effect.flatMap(PullRequestComments, (comments) => comments.viewer)
 * const failure = await Effect.runPromise(viewer.pipe(Effect.flip, Effect.provide(gitHubLayer({}))))
 * match(failure.message, /^Cannot ask GitHub: GITHUB_TOKEN \(or GH_TOKEN\) is needed/u)
 * ```
 */
export function gitHubLayer(environment?: GitHubEnvironment): Layer.Layer<PullRequestComments> {
  return Layer.effect(
    PullRequestComments,
    Effect.map(
      Effect.cached(Effect.gen(function* () {
        const settings = yield* Effect.suspend(() =>
          Effect.fromResult(readSettings(environment ?? gitHubEnvironment()))
        )
        // Most commands ask nothing of GitHub, and start faster without an HTTP client.
        const { gitHubComments } = yield* Effect.promise(() => import("./github_comments.ts"))
        return gitHubComments(settings)
      })),
      (loaded): PullRequestComments => {
        const use = <A>(
          ask: (comments: PullRequestComments) => Effect.Effect<A, CommentsFailure>,
        ): Effect.Effect<A, CommentsFailure> => Effect.flatMap(loaded, ask)
        return {
          viewer: use((comments) => comments.viewer),
          list: (pullRequest) => use((comments) => comments.list(pullRequest)),
          create: (pullRequest, body) => use((comments) => comments.create(pullRequest, body)),
          update: (pullRequest, id, body) => use((comments) => comments.update(pullRequest, id, body)),
          remove: (pullRequest, id) => use((comments) => comments.remove(pullRequest, id)),
        }
      },
    ),
  )
}
