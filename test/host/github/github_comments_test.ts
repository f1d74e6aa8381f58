import { deepStrictEqual, doesNotMatch, match, strictEqual } from "node:assert/strict"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { PullRequestComments } from "../../../src/engine/pull_request_comments.ts"
import { gitHubLayer } from "../../../src/host/github/github_layer.ts"
import { type GitHub, pullRequest, refusal, silence, token } from "./git_hub.ts"
import { ask, gitHubTest, start, use } from "./standing_clock.ts"

const comments = "/repos/Acme/widgets/issues/7/comments"
const list = use((service) => service.list(pullRequest))

function failure(hub: GitHub, answer: Response): Effect.Effect<string> {
  hub.before.push(() => answer)
  return Effect.map(Effect.orDie(Effect.flip(ask(hub, list))), ({ message }) => message)
}

gitHubTest("list gives the comments of all pages, the oldest first", (hub) =>
  Effect.gen(function* () {
    hub.page = 2
    for (const body of ["a", "b", "c", "d", "e"]) hub.say(body === "c" ? undefined : "someone", body)
    const all = yield* ask(hub, list)
    deepStrictEqual(all.map(({ body, author }) => `${body} ${author}`), [
      "a someone",
      "b someone",
      "c undefined",
      "d someone",
      "e someone",
    ])
    strictEqual(all[0]?.url, `https://github.com/Acme/widgets/pull/7#issuecomment-${all[0]?.id}`)
    strictEqual(hub.seen.length, 3)
  }))

gitHubTest("list ends when a server says each time that there is another page", (hub) =>
  Effect.gen(function* () {
    const link = `<${hub.url}${comments}?page=2>; rel="next"`
    hub.before.push(...Array.from({ length: 120 }, () => () => Response.json([], { headers: { link } })))
    match((yield* Effect.flip(ask(hub, list))).message, /: there are more than 100 pages; check that GITHUB_API_URL/u)
    strictEqual(hub.seen.length, 100)
  }))

gitHubTest(
  "list asks for JSON as GitHub wants it, with the token, and no trace of this program's insides",
  (hub) =>
    Effect.gen(function* () {
      yield* ask(hub, list)
      const [seen] = hub.seen
      strictEqual(seen?.path, `${comments}?per_page=100`)
      const sent = ["authorization", "accept", "x-github-api-version", "user-agent", "traceparent", "b3"]
      deepStrictEqual(sent.map((name) => seen.headers.get(name)), [
        `Bearer ${token}`,
        "application/vnd.github+json",
        "2022-11-28",
        "retro",
        null,
        null,
      ])
    }),
)

gitHubTest("list gives the token to no other host, be it a next page or a move", (hub) =>
  Effect.gen(function* () {
    const elsewhere = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => {
      throw new Error("asked elsewhere")
    })
    yield* Effect.addFinalizer(() => Effect.promise(() => elsewhere.shutdown()))
    const url = `http://127.0.0.1:${elsewhere.addr.port}/x`
    const next = Response.json([], { headers: { link: `<${url}>; rel="next"` } })
    match(
      yield* failure(hub, next),
      /the next page is said to be at http:\/\/127\.0\.0\.1:\d+\/x, which is another host/u,
    )
    match(yield* failure(hub, new Response(null, { status: 307, headers: { location: url } })), /it moved to http/u)
    hub.before.push(() => Response.json([], { headers: { link: `<${hub.url}${comments}?page=2>; rel="next"` } }))
    deepStrictEqual(yield* ask(hub, list), [])
  }))

gitHubTest("create follows a repository that was renamed, with what it has to say", (hub) =>
  Effect.gen(function* () {
    hub.before.push(() => new Response(null, { status: 301, headers: { location: comments.toLowerCase() } }))
    const { body } = yield* ask(hub, use((service) => service.create({ repository: "acme/old", number: 7 }, "said")))
    deepStrictEqual([body, hub.comments.map((comment) => comment.body)], ["said", ["said"]])
    hub.before.push(
      ...Array.from({ length: 9 }, () => () => new Response(null, { status: 302, headers: { location: "/round" } })),
    )
    match((yield* Effect.flip(ask(hub, list))).message, /GitHub answers 302 \(it moved to \/round\)/u)
  }))

const refusals: readonly (readonly [status: number, message: string, says: RegExp])[] = [
  [401, "Bad credentials", /GitHub answers 401 \(Bad credentials\); set GITHUB_TOKEN or GH_TOKEN to a token that is/u],
  [403, "Resource not accessible by integration", /403 \(Resource not.*\); give the token the permission "pull-requ/u],
  [404, "Not Found", /404 \(Not Found\); check the repository and the number, and that the token may see them$/u],
  [410, "Issues are disabled for this repo", /410 \(Issues are disabled for this repo\); check the repository/u],
  [422, "Validation Failed", /422 \(Validation Failed\); look at what is sent, with --dry-run$/u],
]
for (const [status, message, says] of refusals) {
  gitHubTest(`list says what ${status} means, and does not ask again`, (hub) =>
    Effect.gen(function* () {
      const said = yield* failure(hub, refusal(status, message))
      match(said, /^Cannot list the comments of Acme\/widgets#7: /u)
      match(said, says)
      strictEqual(hub.seen.length, 1)
    }))
}

gitHubTest("a refusal names what GitHub says to each field", (hub) =>
  Effect.gen(function* () {
    const failed = yield* Effect.flip(ask(hub, use((service) => service.create(pullRequest, "x".repeat(65_537)))))
    match(
      failed.message,
      /^Cannot comment on Acme\/widgets#7: GitHub answers 422 \(Validation Failed; Body is too long/u,
    )
  }))

gitHubTest("no message holds the token, not even when the server repeats it", (hub) =>
  Effect.gen(function* () {
    const said = yield* failure(hub, refusal(422, `Bad\nheader: Bearer ${token}, ${"x".repeat(1000)}`))
    doesNotMatch(said, new RegExp(token, "u"))
    match(said, /\(Bad ⏎ header: Bearer <redacted:/u)
    strictEqual(said.length < 500, true)
  }))

const unreadables: readonly (readonly [what: string, answer: () => Response, says: RegExp])[] = [
  ["broken JSON", () => new Response('[{"id": 1'), /the answer is not JSON: "\[\{\\"id\\": 1"; check that GITHUB_API/u],
  ["a page for people", () => new Response("<html>sign in</html>"), /the answer is not JSON: "<html>sign in/u],
  ["no list", () => Response.json({ ok: true }), /the answer is not as GitHub's: /u],
  ["a comment without a number", () => Response.json([{ id: "x" }]), /not as GitHub's: \[0\]\.id: /u],
]
for (const [what, answer, says] of unreadables) {
  gitHubTest(
    `list says that ${what} is no answer of GitHub`,
    (hub) => Effect.map(failure(hub, answer()), (said) => match(said, says)),
  )
}

gitHubTest("a failure of the server is tried again after growing pauses, and passes", (hub) =>
  Effect.gen(function* () {
    hub.before.push(() => refusal(502, "Server Error"), () => new Response("busy", { status: 503 }))
    const running = yield* start(hub, list)
    yield* running.waits(0.5, /GitHub answers 502 \(Server Error\)$/u)
    yield* running.waits(1, /GitHub answers 503, at try 2$/u)
    deepStrictEqual(yield* running.outcome, [])
    strictEqual(hub.seen.length, 3)
  }))

gitHubTest("a failure of the server that stays ends after four tries", (hub) =>
  Effect.gen(function* () {
    hub.before.push(...Array.from({ length: 9 }, () => () => refusal(500, "Server Error")))
    const running = yield* start(hub, Effect.flip(list))
    for (const seconds of [0.5, 1, 2]) yield* running.waits(seconds)
    match((yield* running.outcome).message, /GitHub answers 500 \(Server Error\), at try 4; run again later$/u)
    strictEqual(hub.seen.length, 4)
  }))

const limits: readonly (readonly [what: string, answer: () => Response, seconds: number])[] = [
  ["403 with retry-after", () => refusal(403, "You have exceeded a secondary rate limit", { "retry-after": "30" }), 30],
  ["429 with retry-after", () => refusal(429, "Too many requests", { "retry-after": "7" }), 7],
  ["a date in retry-after", () => refusal(429, "", { "retry-after": "Thu, 01 Jan 1970 00:00:09 GMT" }), 9],
  ["503 with retry-after", () => refusal(503, "Unavailable", { "retry-after": "11" }), 11],
  [
    "an exhausted limit",
    () => refusal(403, "API rate limit exceeded", { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "40" }),
    41,
  ],
  ["a secondary limit that names no time", () => refusal(403, "You have exceeded a secondary rate limit"), 60],
  ["429 alone", () => refusal(429, "Too many requests"), 0.5],
]
for (const [what, answer, seconds] of limits) {
  gitHubTest(`${what} is waited for: ${seconds} s`, (hub) =>
    Effect.gen(function* () {
      hub.before.push(answer)
      const running = yield* start(hub, list)
      yield* running.waits(seconds)
      deepStrictEqual(yield* running.outcome, [])
    }))
}

gitHubTest("a limit of an hour is not waited for; the message says when it ends", (hub) =>
  Effect.gen(function* () {
    const answer = refusal(403, "API rate limit exceeded", {
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": "3600",
    })
    match(yield* failure(hub, answer), /exceeded\), and not before 1970-01-01T01:00:01\.000Z; run again then$/u)
    strictEqual(hub.seen.length, 1)
  }))

gitHubTest("limits that follow each other end after four tries", (hub) =>
  Effect.gen(function* () {
    hub.before.push(...Array.from({ length: 9 }, () => () => refusal(429, "", { "retry-after": "1" })))
    const running = yield* start(hub, Effect.flip(list))
    for (const seconds of [1, 1, 1]) yield* running.waits(seconds)
    const failed = yield* running.outcome
    strictEqual(failed._tag === "CommentsFailed" && failed.reason, "rate limited")
    strictEqual(hub.seen.length, 4)
  }))

gitHubTest(
  "create is tried again after a limit, and not after a failure that may have made the comment",
  (hub) =>
    Effect.gen(function* () {
      const create = use((service) => service.create(pullRequest, "said"))
      hub.before.push(() => refusal(403, "secondary rate limit", { "retry-after": "2" }))
      const limited = yield* start(hub, create)
      yield* limited.waits(2)
      strictEqual((yield* limited.outcome).body, "said")
      hub.before.push(() => refusal(502, "Server Error"))
      match((yield* Effect.flip(ask(hub, create))).message, /answers 502 \(Server Error\); run again later$/u)
      deepStrictEqual(hub.requests(), Array.from({ length: 3 }, () => `POST ${comments}`))
    }),
)

gitHubTest(
  "an answer that does not come is given up after 30 s, and asked for again",
  (hub) =>
    Effect.gen(function* () {
      const asked = silence(hub)
      const running = yield* start(hub, list)
      yield* asked
      yield* TestClock.adjust("30 seconds")
      yield* running.waits(0.5, /there is no answer within 30 s$/u)
      deepStrictEqual(yield* running.outcome, [])
    }),
)

gitHubTest("a server that is not there is named by what the network says", (hub) =>
  Effect.gen(function* () {
    const gone = Deno.listen({ hostname: "127.0.0.1", port: 0 })
    const { port } = gone.addr
    gone.close()
    const running = yield* start({ ...hub, url: `http://127.0.0.1:${port}` }, Effect.flip(list))
    for (const seconds of [0.5, 1, 2]) yield* running.waits(seconds)
    match((yield* running.outcome).message, /^Cannot list .*refused.*, at try 4; run again later$/u)
  }))

gitHubTest(
  "viewer is the login of the token, and undefined when the token may not ask",
  (hub) =>
    Effect.gen(function* () {
      const viewer = use((service) => service.viewer)
      strictEqual(yield* ask(hub, viewer), "conductor")
      for (const kind of ["403", "FORBIDDEN"] as const) {
        hub.viewer = kind
        strictEqual(yield* ask(hub, viewer), undefined)
      }
      hub.before.push(() => refusal(404, "Not Found"))
      strictEqual(yield* ask(hub, viewer), undefined)
      hub.before.push(() => refusal(401, "Bad credentials"))
      match((yield* Effect.flip(ask(hub, viewer))).message, /^Cannot ask whose token this is: GitHub answers 401/u)
      hub.before.push(() => Response.json({ errors: [{ type: "RATE_LIMITED", message: "API rate limit exceeded" }] }))
      match((yield* Effect.flip(ask(hub, viewer))).message, /says: API rate limit exceeded, and not before/u)
      hub.before.push(() => Response.json({ data: { viewer: null } }))
      match((yield* Effect.flip(ask(hub, viewer))).message, /the answer holds no login; check that GITHUB_API_URL/u)
    }),
)

gitHubTest("viewer is asked at GITHUB_GRAPHQL_URL", (hub) =>
  Effect.gen(function* () {
    const environment = {
      GH_TOKEN: token,
      GITHUB_API_URL: "http://127.0.0.1:1",
      GITHUB_GRAPHQL_URL: `${hub.url}/graphql`,
    }
    const viewer = Effect.flatMap(PullRequestComments, (service) => service.viewer)
    strictEqual(yield* Effect.provide(viewer, gitHubLayer(environment)), "conductor")
  }))
