import { deepStrictEqual, match, strictEqual } from "node:assert/strict"
import * as Effect from "effect/Effect"
import { commentMarker } from "../../../src/core/comment/comment_marker.ts"
import { renderAdvisoryComment } from "../../../src/core/comment/render_comment.ts"
import { type AdvisoryComment, postAdvisoryComment } from "../../../src/engine/advisory_comment.ts"
import { type GitHub, once, pullRequest, refusal } from "./git_hub.ts"
import { ask, gitHubTest, start } from "./standing_clock.ts"

const body = renderAdvisoryComment({ internalToolingOnly: true, rawCallViolations: [], allowedWriteOps: [] })
const before = `${commentMarker}\n\nWhat an earlier run found.`

function post(given: Partial<AdvisoryComment> = {}): ReturnType<typeof postAdvisoryComment> {
  return postAdvisoryComment({ pullRequest, body, ...given })
}

/** What the server keeps: who made it, and whether it says what the run found. */
function kept(hub: GitHub): readonly string[] {
  return hub.comments.map(({ login, body: said }) =>
    `${login}: ${said === body ? "new" : said === before ? "old" : said}`
  )
}

/** How often something was sent that changes a comment. */
function writes(hub: GitHub): { readonly posts: number; readonly updates: number; readonly deletions: number } {
  const count = (method: string): number =>
    hub.seen.filter((seen) => seen.method === method && seen.path !== "/graphql").length
  return { posts: count("POST"), updates: count("PATCH"), deletions: count("DELETE") }
}

const nothing = { posts: 0, updates: 0, deletions: 0 }

gitHubTest(
  "postAdvisoryComment makes one comment, and sends nothing when it says the same already",
  (hub) =>
    Effect.gen(function* () {
      const made = yield* ask(hub, post())
      deepStrictEqual([made.result, made.author, made.duplicates], ["created", "conductor", []])
      match(made.url, new RegExp(`#issuecomment-${made.id}$`, "u"))
      deepStrictEqual([kept(hub), writes(hub)], [["conductor: new"], { ...nothing, posts: 1 }])
      deepStrictEqual(yield* ask(hub, post()), { ...made, result: "unchanged" })
      strictEqual(writes(hub).posts, 1)
    }),
)

gitHubTest("postAdvisoryComment updates its comment on whatever page it is", (hub) =>
  Effect.gen(function* () {
    hub.page = 2
    for (const text of ["a", "b", "c"]) hub.say("someone", text)
    hub.say("conductor", "I am on it.")
    const { id } = hub.say("Conductor", before)
    const { result, id: updated } = yield* ask(hub, post())
    deepStrictEqual([result, updated], ["updated", id])
    deepStrictEqual(writes(hub), { ...nothing, updates: 1 })
    deepStrictEqual(kept(hub).slice(3), ["conductor: I am on it.", "Conductor: new"])
  }))

gitHubTest(
  "postAdvisoryComment leaves a comment of somebody else alone, marker or not",
  (hub) =>
    Effect.gen(function* () {
      hub.say("someone-else", before)
      hub.say(undefined, body)
      hub.say("conductor", `> ${before}`)
      strictEqual((yield* ask(hub, post())).result, "created")
      deepStrictEqual(writes(hub), { ...nothing, posts: 1 })
      deepStrictEqual(kept(hub).filter((text) => text.endsWith("new")), ["undefined: new", "conductor: new"])
    }),
)

gitHubTest(
  "postAdvisoryComment takes its comment back to what a run found after somebody edited it",
  (hub) =>
    Effect.gen(function* () {
      hub.say("conductor", `Seen by a maintainer.\r\n\r\n${body.replaceAll("\n", "\r\n")}`)
      strictEqual((yield* ask(hub, post())).result, "updated")
      deepStrictEqual(kept(hub), ["conductor: new"])
      // Other line breaks are no other text.
      hub.comments.splice(0, 1, { id: 9, login: "conductor", body: `${body.replaceAll("\n", "\r\n")}\r\n` })
      strictEqual((yield* ask(hub, post())).result, "unchanged")
    }),
)

gitHubTest(
  "postAdvisoryComment updates the oldest of several own comments, of whatever version, and names the others",
  (hub) =>
    Effect.gen(function* () {
      const first = hub.say("conductor", before.replace("v1", "v3"))
      const second = hub.say("conductor", before)
      const third = hub.say("conductor", body)
      const { id, duplicates } = yield* ask(hub, post())
      deepStrictEqual([id, writes(hub)], [first.id, { ...nothing, updates: 1 }])
      const ids = duplicates.map((url) => Number(/\d+$/u.exec(url)?.[0]))
      deepStrictEqual(ids, [second.id, third.id])
      deepStrictEqual(kept(hub), ["conductor: new", "conductor: old", "conductor: new"])
    }),
)

for (const viewer of ["403", "FORBIDDEN"] as const) {
  gitHubTest(
    `postAdvisoryComment takes github-actions[bot] for itself when its token may not ask: ${viewer}`,
    (hub) =>
      Effect.gen(function* () {
        Object.assign(hub, { login: "github-actions[bot]", viewer })
        hub.say("github-actions[bot]", before)
        strictEqual((yield* ask(hub, post())).result, "updated")
      }),
  )
}

gitHubTest(
  "postAdvisoryComment takes the author that it is told for itself, but only when its token may not ask",
  (hub) =>
    Effect.gen(function* () {
      Object.assign(hub, { login: "loop[bot]", viewer: "403" })
      hub.say("loop[bot]", before)
      strictEqual((yield* ask(hub, post({ author: "loop[bot]" }))).result, "updated")
      Object.assign(hub, { viewer: "login" })
      const { result, author } = yield* ask(hub, post({ author: "someone-else" }))
      deepStrictEqual([result, author], ["unchanged", "loop[bot]"])
    }),
)

gitHubTest(
  "postAdvisoryComment finds out by its own comment that it took itself for somebody else",
  (hub) =>
    Effect.gen(function* () {
      Object.assign(hub, { login: "loop[bot]", viewer: "403" })
      hub.say("loop[bot]", before)
      const { result, author, takenFor } = yield* ask(hub, post())
      deepStrictEqual([result, author, takenFor], ["updated", "loop[bot]", "github-actions[bot]"])
      deepStrictEqual(kept(hub), ["loop[bot]: new"])
      hub.comments.splice(0)
      const other = yield* ask(hub, post({ author: "Loop[bot]" }))
      deepStrictEqual([other.result, other.author, other.takenFor], ["created", "loop[bot]", undefined])
    }),
)

gitHubTest(
  "postAdvisoryComment makes a comment when the one it found is deleted before it is updated",
  (hub) =>
    Effect.gen(function* () {
      hub.say("conductor", before)
      hub.before.push(once("PATCH", /comments/u, () => void hub.comments.splice(0)))
      strictEqual((yield* ask(hub, post())).result, "created")
      deepStrictEqual(kept(hub), ["conductor: new"])
    }),
)

gitHubTest("postAdvisoryComment gives up when what it finds is always gone", (hub) =>
  Effect.gen(function* () {
    hub.say("conductor", before)
    hub.before.push(...Array.from({ length: 9 }, () => once("PATCH", /comments/u, () => refusal(404, "Not Found"))))
    match((yield* Effect.flip(ask(hub, post()))).message, /^Cannot update the comment \d+ of Acme\/widgets#7: .* 404/u)
    deepStrictEqual(writes(hub), { ...nothing, updates: 3 })
  }))

gitHubTest(
  "postAdvisoryComment takes its comment back when another run was a little faster",
  (hub) =>
    Effect.gen(function* () {
      hub.before.push(once("POST", /comments/u, () => void hub.say("conductor", before)))
      const { result, duplicates } = yield* ask(hub, post())
      deepStrictEqual([result, duplicates, kept(hub)], ["updated", [], ["conductor: new"]])
      deepStrictEqual(writes(hub), { posts: 1, updates: 1, deletions: 1 })
    }),
)

gitHubTest("two runs of postAdvisoryComment at the same time leave one comment", (hub) =>
  Effect.gen(function* () {
    // Both have looked before either has made its comment.
    const looked = Promise.withResolvers<void>()
    let looks = 0
    hub.before.push(async ({ method, path }) => {
      if (method !== "GET" || !path.includes("comments") || looks === 2) return undefined
      looks++
      if (looks === 2) looked.resolve()
      await looked.promise
      return undefined
    })
    const other = renderAdvisoryComment({
      internalToolingOnly: false,
      rawCallViolations: ["gh: gh"],
      allowedWriteOps: [],
    })
    const [first, second] = yield* ask(hub, Effect.all([post(), post({ body: other })], { concurrency: 2 }))
    strictEqual(writes(hub).posts, 2)
    deepStrictEqual([hub.comments.length, first.id === second.id], [1, true])
    deepStrictEqual([first.duplicates, second.duplicates], [[], []])
  }))

gitHubTest(
  "postAdvisoryComment keeps both comments, and names them, when it may not take its own back",
  (hub) =>
    Effect.gen(function* () {
      hub.before.push(
        once("POST", /comments/u, () => void hub.say("conductor", before)),
        once("DELETE", /comments/u, () => refusal(403, "Must have admin rights to Repository.")),
      )
      const { result, id, duplicates } = yield* ask(hub, post())
      deepStrictEqual([result, hub.comments.map((comment) => comment.id)], ["updated", [id, id + 1]])
      match(duplicates.join(" "), new RegExp(`-${id + 1}$`, "u"))
    }),
)

for (const isMade of [true, false]) {
  gitHubTest(
    `postAdvisoryComment leaves one comment when a failure hides ${isMade ? "that" : "whether"} it was made`,
    (hub) =>
      Effect.gen(function* () {
        hub.before.push(once("POST", /comments/u, () => {
          if (isMade) hub.say("conductor", body)
          return refusal(502, "Server Error")
        }))
        const running = yield* start(hub, post())
        yield* running.waits(1, /see whether the comment was made: Cannot comment on Acme\/widgets#7: .*502/u)
        strictEqual((yield* running.outcome).result, "created")
        deepStrictEqual([kept(hub), writes(hub).posts], [["conductor: new"], isMade ? 1 : 2])
      }),
  )
}

gitHubTest(
  "postAdvisoryComment has made its comment even if it cannot look at it again",
  (hub) =>
    Effect.gen(function* () {
      hub.before.push(once("POST", /comments/u, () => {
        hub.before.push(once("GET", /comments/u, () => refusal(401, "Bad credentials")))
      }))
      strictEqual((yield* ask(hub, post())).result, "created")
    }),
)

const failures: readonly (readonly [status: number, message: string])[] = [
  [401, "Bad credentials"],
  [403, "Resource not accessible by personal access token"],
  [404, "Not Found"],
  [422, "Validation Failed"],
]
for (const [status, message] of failures) {
  gitHubTest(
    `postAdvisoryComment fails when it is answered ${status} instead of making a comment`,
    (hub) =>
      Effect.gen(function* () {
        hub.before.push(once("POST", /comments/u, () => refusal(status, message)))
        match(
          (yield* Effect.flip(ask(hub, post()))).message,
          new RegExp(`^Cannot comment on .*answers ${status} `, "u"),
        )
        deepStrictEqual([hub.comments, writes(hub)], [[], { ...nothing, posts: 1 }])
      }),
  )
}
