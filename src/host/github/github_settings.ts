import process from "node:process"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { GitHubSettingInvalid } from "../../engine/comments_failed.ts"

/** How to reach GitHub. */
export interface GitHubSettings {
  readonly token: Redacted.Redacted
  /** Without a slash at its end. */
  readonly api: string
  readonly graphql: string
}

/** The variables that say how to reach GitHub. */
export type GitHubVariable = "GITHUB_TOKEN" | "GH_TOKEN" | "GITHUB_API_URL" | "GITHUB_GRAPHQL_URL"

/** {@link GitHubVariable}s with their values. */
export type GitHubEnvironment = { readonly [name in GitHubVariable]?: string | undefined }

/** Those of this process. Needs the permission to read the four. */
export function gitHubEnvironment(): GitHubEnvironment {
  return {
    GITHUB_TOKEN: process.env["GITHUB_TOKEN"],
    GH_TOKEN: process.env["GH_TOKEN"],
    GITHUB_API_URL: process.env["GITHUB_API_URL"],
    GITHUB_GRAPHQL_URL: process.env["GITHUB_GRAPHQL_URL"],
  }
}

const publicApi = "https://api.github.com"

/** Reads the settings; a blank variable counts as not set. No message holds a token. */
export function readSettings(environment: GitHubEnvironment): Result.Result<GitHubSettings, GitHubSettingInvalid> {
  return Result.gen(function* () {
    const token = yield* readToken(environment)
    const api = yield* readAddress("GITHUB_API_URL", environment, publicApi)
    const graphql = yield* readAddress("GITHUB_GRAPHQL_URL", environment, graphqlBeside(api))
    return { token, api, graphql }
  })
}

function readToken(environment: GitHubEnvironment): Result.Result<Redacted.Redacted, GitHubSettingInvalid> {
  for (const variable of ["GITHUB_TOKEN", "GH_TOKEN"] as const) {
    const token = environment[variable]?.trim() ?? ""
    if (token === "") continue
    return /^[\x21-\x7e]+$/u.test(token) ? Result.succeed(Redacted.make(token, { label: variable })) : Result.fail(
      new GitHubSettingInvalid({ variable, problem: "holds a character that no token has; copy the token again" }),
    )
  }
  const problem = 'is needed; set it to a token that may write comments ("pull-requests: write"), or look at the ' +
    "comment with --dry-run"
  return Result.fail(new GitHubSettingInvalid({ variable: "GITHUB_TOKEN (or GH_TOKEN)", problem }))
}

function readAddress(
  variable: "GITHUB_API_URL" | "GITHUB_GRAPHQL_URL",
  environment: GitHubEnvironment,
  otherwise: string,
): Result.Result<string, GitHubSettingInvalid> {
  const given = environment[variable]?.trim() ?? ""
  if (given === "") return Result.succeed(otherwise)
  const url = URL.canParse(given) ? new URL(given) : undefined
  const isFit = (url?.protocol === "https:" || url?.protocol === "http:") && url.username === "" &&
    url.password === "" && url.search === "" && url.hash === ""
  return isFit ? Result.succeed(given.replace(/\/+$/u, "")) : Result.fail(
    new GitHubSettingInvalid({
      variable,
      problem: `is no address of an API: expected one such as "${publicApi}", without credentials and parameters`,
    }),
  )
}

/** A GitHub server has its API at `/api/v3` and GraphQL at `/api/graphql`. */
function graphqlBeside(api: string): string {
  return `${api.replace(/\/api\/v3$/u, "/api")}/graphql`
}
