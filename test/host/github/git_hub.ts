import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** The pull request that there is. */
export const pullRequest = { repository: "Acme/widgets", number: 7 }
/** The token that is valid. */
export const token = "tok-5f0c1d"

/** A comment as the server keeps it. */
export interface KeptComment {
  readonly id: number
  readonly login: string | undefined
  body: string
}

/** A request as the server saw it. */
export interface Seen {
  readonly method: string
  /** With its parameters. */
  readonly path: string
  readonly headers: Headers
  readonly body: string
}

/** Answers instead of the server, or does something before it answers. */
export type Before = (seen: Seen) => Response | undefined | void | Promise<Response | undefined>

/** A server that behaves as GitHub does, as far as the comments of a pull request go. */
export interface GitHub {
  readonly url: string
  readonly comments: KeptComment[]
  readonly seen: Seen[]
  /** The methods and paths of the requests so far. */
  readonly requests: () => readonly string[]
  /** What happens before a request is answered; those that answer are used once, in their order. */
  readonly before: Before[]
  /** Adds a comment. */
  readonly say: (login: string | undefined, body: string) => KeptComment
  /** Whose the token is. */
  login: string
  /** What who-am-I says: the login, 403, or 200 with an error as GraphQL has it. */
  viewer: "login" | "403" | "FORBIDDEN"
  /** The longest page. */
  page: number
  /** Lets go of requests that are never answered. */
  readonly release: (() => void)[]
}

function json(status: number, value: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
  })
}

/** An answer in the words of GitHub. */
export function refusal(status: number, message: string, headers: Record<string, string> = {}): Response {
  return json(status, { message, documentation_url: "https://docs.github.com/rest", status: `${status}` }, headers)
}

const notAccessible = "Resource not accessible by integration"
const longestBody = 65_536

/** Starts the server for the scope of a test. */
export const gitHub: Effect.Effect<GitHub, never, Scope.Scope> = Effect.acquireRelease(
  Effect.promise(async () => {
    const ready = Promise.withResolvers<string>()
    const server = Deno.serve({
      hostname: "127.0.0.1",
      port: 0,
      onListen: ({ port }) => ready.resolve(`http://127.0.0.1:${port}`),
    }, async (request) => {
      const { pathname, search } = new URL(request.url)
      const { method, headers } = request
      const seen = { method, path: pathname + search, headers, body: await request.text() }
      hub.seen.push(seen)
      for (const [index, before] of hub.before.entries()) {
        const answer = await before(seen)
        if (answer === undefined) continue
        if (hub.before[index] === before) hub.before.splice(index, 1)
        return answer
      }
      return answerOf(hub, seen)
    })
    let last = 1000
    const comments: KeptComment[] = []
    const hub: GitHub = {
      url: await ready.promise,
      comments,
      seen: [],
      requests: () => hub.seen.map(({ method, path }) => `${method} ${path}`),
      before: [],
      say: (login, body) => {
        const comment = { id: ++last, login, body }
        comments.push(comment)
        return comment
      },
      login: "conductor",
      viewer: "login",
      page: 100,
      release: [],
    }
    return { hub, server }
  }),
  ({ hub, server }) =>
    Effect.promise(() => {
      for (const release of hub.release) release()
      return server.shutdown()
    }),
).pipe(Effect.map(({ hub }) => hub))

function answerOf(hub: GitHub, { method, path, headers, body }: Seen): Response {
  if (headers.get("authorization") !== `Bearer ${token}`) return refusal(401, "Bad credentials")
  if (headers.get("user-agent") === null) return refusal(403, "Request forbidden by administrative rules.")
  if (method === "POST" && path === "/graphql") return viewerAnswer(hub)
  const issues = "/repos/acme/widgets/issues"
  const [bare = "", parameters] = path.toLowerCase().split("?")
  if (bare === `${issues}/7/comments`) {
    if (method === "GET") return pageAnswer(hub, new URLSearchParams(parameters))
    if (method === "POST") return created(hub, body)
  }
  const [, id] = /^\/repos\/acme\/widgets\/issues\/comments\/(\d+)$/u.exec(bare) ?? []
  const comment = hub.comments.find((one) => one.id === Number(id))
  if (comment === undefined) return refusal(404, "Not Found")
  if (comment.login?.toLowerCase() !== hub.login.toLowerCase()) {
    return refusal(403, "Must have admin rights to Repository.")
  }
  if (method === "DELETE") {
    hub.comments.splice(hub.comments.indexOf(comment), 1)
    return new Response(null, { status: 204 })
  }
  const said = bodyOf(body)
  if (said instanceof Response) return said
  comment.body = said
  return json(200, shown(hub, comment))
}

function viewerAnswer({ viewer, login }: GitHub): Response {
  const answers: { readonly [kind in GitHub["viewer"]]: () => Response } = {
    login: () => json(200, { data: { viewer: { login } } }),
    "403": () => refusal(403, notAccessible),
    FORBIDDEN: () =>
      json(200, { data: null, errors: [{ type: "FORBIDDEN", path: ["viewer"], message: notAccessible }] }),
  }
  return answers[viewer]()
}

function pageAnswer(hub: GitHub, parameters: URLSearchParams): Response {
  const size = Math.min(Number(parameters.get("per_page") ?? 30), hub.page)
  const page = Number(parameters.get("page") ?? 1)
  const last = Math.max(1, Math.ceil(hub.comments.length / size))
  const at = (number: number): string =>
    `<${hub.url}/repos/acme/widgets/issues/7/comments?per_page=${size}&page=${number}>`
  const links = [
    ...page > 1 ? [`${at(page - 1)}; rel="prev"`] : [],
    ...page < last ? [`${at(page + 1)}; rel="next"`, `${at(last)}; rel="last"`] : [],
  ]
  const comments = hub.comments.slice((page - 1) * size, page * size).map((comment) => shown(hub, comment))
  return json(200, comments, links.length === 0 ? {} : { link: links.join(", ") })
}

function created(hub: GitHub, body: string): Response {
  const said = bodyOf(body)
  return said instanceof Response ? said : json(201, shown(hub, hub.say(hub.login, said)))
}

/** The body that a request holds, or why GitHub does not take it. */
function bodyOf(text: string): string | Response {
  const { body }: { body?: unknown } = JSON.parse(text)
  const invalid = (message: string): Response =>
    json(422, {
      message: "Validation Failed",
      errors: [{ resource: "IssueComment", code: "unprocessable", field: "data", message }],
    })
  if (typeof body !== "string" || body.trim() === "") return invalid("Body can't be blank")
  return body.length > longestBody ? invalid(`Body is too long (maximum is ${longestBody} characters)`) : body
}

function shown({ url }: GitHub, { id, login, body }: KeptComment): object {
  const user = login === undefined ? null : { login, id: 1, type: login.endsWith("[bot]") ? "Bot" : "User" }
  return { id, url: `${url}/x`, html_url: `https://github.com/Acme/widgets/pull/7#issuecomment-${id}`, body, user }
}

/** Something that happens before a kind of request is answered, once. */
export function once(method: string, path: RegExp, happens: (seen: Seen) => Response | void): Before {
  let isDone = false
  return (seen) => {
    if (isDone || seen.method !== method || !path.test(seen.path)) return undefined
    isDone = true
    return happens(seen)
  }
}

/** A request that the server never answers; the effect ends when it is made. */
export function silence(hub: GitHub): Effect.Effect<void> {
  const asked = Promise.withResolvers<void>()
  hub.before.push(() => {
    hub.before.splice(0, 1)
    asked.resolve()
    return new Promise((resolve) => hub.release.push(() => resolve(new Response())))
  })
  return Effect.promise(() => asked.promise)
}
