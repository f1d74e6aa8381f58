import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import * as TestConsole from "effect/testing/TestConsole"
import { mainFor, presenterLayer, reportFailure, teardown } from "../../src/cli/main.ts"
import { Git, GitFailed } from "../../src/engine/git.ts"
import type { PullRequestComments } from "../../src/engine/pull_request_comments.ts"
import { gitHubLayer } from "../../src/host/github/github_layer.ts"
import { hostLayer } from "../../src/host/host_layer.ts"
import { stderrPrompterLayer } from "../../src/host/stderr_prompter.ts"
import type { Outcome } from "./program.ts"

const unused = Effect.die("not asked in these tests")

/** A machine whose working directory is the root of a repository, or where git fails. */
function gitAt(root: string | undefined): Layer.Layer<Git> {
  const failure = Effect.fail(new GitFailed({ command: "rev-parse", detail: "dubious ownership" }))
  return Layer.succeed(Git, {
    installed: Effect.succeed(true),
    repository: () => root === undefined ? failure : Effect.succeed({ top_level: root, shallow: false }),
    mainWorktree: () => root === undefined ? failure : Effect.succeed(root),
    listFiles: () => unused,
    changesSince: () => unused,
    commitBefore: () => unused,
    readAt: () => unused,
    changeBase: () => unused,
    readTree: () => unused,
    commitsSince: () => unused,
    origin: () => unused,
    lastChanges: () => unused,
    lineDays: () => unused,
    unknownCommits: () => unused,
    dirty: () => unused,
    ignores: () => unused,
  })
}

/** Runs `retro` in this process, so that many runs take little time. Without a root, git fails; GitHub has no token. */
export async function retroIn(
  root: string | undefined,
  args: readonly string[],
  stdin: unknown = "",
  comments: Layer.Layer<PullRequestComments> = gitHubLayer({}),
): Promise<Outcome> {
  const text = typeof stdin === "string" ? stdin : JSON.stringify(stdin)
  const lines = (said: readonly unknown[]): string => said.map((line) => `${line}\n`).join("")
  return await Effect.runPromise(
    Effect.gen(function* () {
      const exit = yield* Effect.flatMap(mainFor(args), (main) => Command.runWith(main, { version: "1" })([...args]))
        .pipe(
          Effect.tapCause(reportFailure),
          Effect.exit,
        )
      let code = -1
      teardown(exit, (given) => code = given)
      return { code, stdout: lines(yield* TestConsole.logLines), stderr: lines(yield* TestConsole.errorLines) }
    }).pipe(
      Effect.provide(Layer.mergeAll(
        gitAt(root),
        comments,
        stderrPrompterLayer,
        presenterLayer,
        TestConsole.layer,
        Stdio.layerTest({ stdin: Stream.make(new TextEncoder().encode(text)) }),
      )),
      Effect.provide(hostLayer),
    ),
  )
}
