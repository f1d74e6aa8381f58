import { deepStrictEqual, match } from "node:assert/strict"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Queue from "effect/Queue"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { PullRequestComments } from "../../../src/engine/pull_request_comments.ts"
import { Progress } from "../../../src/engine/progress.ts"
import { gitHubLayer } from "../../../src/host/github/github_layer.ts"
import { type GitHub, gitHub, token } from "./git_hub.ts"

/** A real server is answered in real time, which a standing clock does not wait for. */
const realPause = Effect.promise(() => new Promise<void>((resolve) => setTimeout(resolve, 20)))

/** A program that is running while the clock stands. */
export interface Running<A, E> {
  /** Waits until the program says that it waits, lets the time pass, and checks that it waited so long and no shorter. */
  readonly waits: (seconds: number, why?: RegExp) => Effect.Effect<void>
  readonly outcome: Effect.Effect<A, E>
}

/** Starts a program against a server; nothing waits but on the clock of the test. */
export const start = <A, E>(
  hub: GitHub,
  program: Effect.Effect<A, E, PullRequestComments>,
): Effect.Effect<Running<A, E>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const said = yield* Queue.unbounded<string>()
    const fiber = yield* program.pipe(
      Effect.provideService(Progress, (doing) => Effect.asVoid(Queue.offer(said, doing))),
      Effect.provide(gitHubLayer({ GITHUB_TOKEN: token, GITHUB_API_URL: hub.url })),
      Effect.forkScoped,
    )
    return {
      waits: Effect.fnUntraced(function* (seconds: number, why = /(?:)/u) {
        match(yield* Queue.take(said), new RegExp(`^waiting ${Math.ceil(seconds)} s to .*${why.source}`, "u"))
        yield* realPause
        const before = hub.seen.length
        yield* TestClock.adjust(seconds * 1000 - 1)
        yield* realPause
        deepStrictEqual(hub.seen.length, before, `asked again before ${seconds} s had passed`)
        yield* TestClock.adjust(1)
      }),
      outcome: Fiber.join(fiber),
    }
  })

/** A test with a server of its own, under a clock that stands. */
export function gitHubTest<E>(name: string, test: (hub: GitHub) => Effect.Effect<void, E, Scope.Scope>): void {
  Deno.test(name, async () => {
    await Effect.runPromise(
      Effect.flatMap(gitHub, test).pipe(Effect.scoped, Effect.provide(TestClock.layer({ warningDelay: "1 hour" }))),
    )
  })
}

/** A call of the service. */
export function use<A, E>(call: (comments: PullRequestComments) => Effect.Effect<A, E>): Effect.Effect<
  A,
  E,
  PullRequestComments
> {
  return Effect.flatMap(PullRequestComments, call)
}

/** Runs a program that need not wait. */
export const ask = <A, E>(hub: GitHub, program: Effect.Effect<A, E, PullRequestComments>): Effect.Effect<A, E> =>
  Effect.provide(program, gitHubLayer({ GITHUB_TOKEN: token, GITHUB_API_URL: hub.url }))
