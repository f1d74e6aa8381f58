import { deepStrictEqual, doesNotMatch, match, strictEqual } from "node:assert/strict"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { commentMarker } from "../../src/core/comment/comment_marker.ts"
import { gitHubLayer } from "../../src/host/github/github_layer.ts"
import { type GitHub, gitHub, refusal, token } from "../host/github/git_hub.ts"
import { retroIn } from "../services/in_process.ts"
import { type Outcome, projectRoot, withFolder } from "../services/program.ts"

const findings = { internalToolingOnly: false, rawCallViolations: ["gh: gh api x"], allowedWriteOps: ["gh pr ready 1"] }
const place = ["tooling", "comment", "--repo", "Acme/widgets", "--pr", "7"]

/** Runs the command against a server. */
function comment(hub: GitHub, flags: readonly string[], stdin: unknown = findings): Promise<Outcome> {
  const environment = { GITHUB_TOKEN: token, GITHUB_API_URL: hub.url }
  return retroIn("/", [...place, ...flags], stdin, gitHubLayer(environment))
}

/** Runs the command without a token: it must not need one. */
function dryRun(flags: readonly string[], stdin: unknown = findings): Promise<Outcome> {
  return retroIn("/", [...place, "--dry-run", ...flags], stdin)
}

function withGitHub(name: string, test: (hub: GitHub) => Promise<void>): void {
  Deno.test(
    name,
    () => Effect.runPromise(Effect.scoped(Effect.flatMap(gitHub, (hub) => Effect.promise(() => test(hub))))),
  )
}

withGitHub("retro tooling comment creates, leaves and updates one comment, and says which", async (hub) => {
  const made = await comment(hub, [])
  deepStrictEqual([made.code, made.stderr], [0, ""])
  match(made.stdout, /^created https:\/\/github\.com\/Acme\/widgets\/pull\/7#issuecomment-\d+\n$/u)
  strictEqual((await comment(hub, [])).stdout, made.stdout.replace("created", "unchanged"))
  const clean = { internalToolingOnly: true, rawCallViolations: [], allowedWriteOps: [] }
  strictEqual((await comment(hub, [], clean)).stdout, made.stdout.replace("created", "updated"))
  deepStrictEqual(hub.comments.map(({ body }) => /^### .*$/mu.exec(body)?.[0]), [
    "### Retrospective: internal tooling only",
  ])
})

withGitHub("retro tooling comment --json prints what became of the comment, and what it says", async (hub) => {
  const { stdout } = await comment(hub, ["--json"])
  const { result, id, url, author, duplicates, body, ...others } = JSON.parse(stdout)
  deepStrictEqual([result, author, duplicates, others], ["created", "conductor", [], {}])
  deepStrictEqual([{ id, login: "conductor", body }], hub.comments)
  match(url, new RegExp(`-${id}$`, "u"))
})

withGitHub(
  "retro tooling comment --dry-run prints what would be posted, to the last byte, and asks nothing",
  async (hub) => {
    const secret = {
      ...findings,
      rawCallViolations: ["gh: GH_TOKEN=hunter2 gh api x -f t='```\n@team #12 <!-- m -->'"],
    }
    const { code, stdout, stderr } = await dryRun([], secret)
    deepStrictEqual([code, stderr, hub.seen.length], [0, "", 0])
    await comment(hub, [], secret)
    strictEqual(stdout, `${hub.comments[0]?.body}\n`)
    doesNotMatch(stdout, /hunter2|@team|#12|<!-- m|'```/u)
    deepStrictEqual(JSON.parse((await dryRun(["--json"], secret)).stdout), {
      result: "dry_run",
      body: stdout.replace(/\n$/u, ""),
    })
  },
)

Deno.test("retro tooling comment takes what a check prints, findings, and an envelope, from a file as well", async () => {
  const checked = { ok: false, ...findings, details: [], undecided: [{}], coverage: { complete: false, files: 1 } }
  const bare = (await dryRun([])).stdout
  strictEqual((await dryRun([], { handoffVersion: 1, retrospectiveFindings: findings })).stdout, bare)
  match((await dryRun([], checked)).stdout, /^Undecided: 1 command\.[^]*^Not everything was read/mu)
  await withFolder({ "findings.json": JSON.stringify(findings) }, async (folder) => {
    strictEqual((await dryRun(["--findings", join(folder, "findings.json")], "")).stdout, bare)
    const missing = await dryRun(["--findings", join(folder, "none.json")])
    deepStrictEqual([missing.code, missing.stdout], [2, ""])
    match(missing.stderr, /none\.json": there is no such file/u)
  })
})

Deno.test("retro tooling comment takes what retro tooling check prints", async () => {
  const check = await retroIn("/", ["tooling", "check", "--from", "lines", "--json"], "gh api user\ngh pr ready 1\n")
  match((await dryRun([], check.stdout)).stdout, /^gh: gh api user$[^]*^gh pr ready 1$/mu)
})

const refused: readonly (readonly [stdin: unknown, says: RegExp])[] = [
  ["{", /^retro: Cannot read the standard input: it is not JSON/u],
  [[], /holds no findings: expected what "retro tooling check --json" prints/u],
  [{ handoffVersion: 1 }, /the handoff envelope carries no "retrospectiveFindings"; correct it and run again$/mu],
  [{ ...findings, rawCallViolations: "gh" }, /rawCallViolations: Expected array/u],
  [{ retrospectiveFindings: { ...findings, allowedWriteOps: [5] } }, /allowedWriteOps\[0\]: Expected string, got 5/u],
  [{ rawCallViolations: [], allowedWriteOps: [] }, /internalToolingOnly: Missing key/u],
]
for (const [stdin, says] of refused) {
  Deno.test(`retro tooling comment refuses ${JSON.stringify(stdin)} and never calls it clean`, async () => {
    const { code, stdout, stderr } = await dryRun([], stdin)
    deepStrictEqual([code, stdout], [2, ""])
    match(stderr, says)
  })
}

const usages: readonly (readonly [args: readonly string[], says: RegExp])[] = [
  [["--repo", "widgets", "--pr", "7"], /^retro: --repo "widgets" is no repository; write it as owner\/name/u],
  [["--repo", "a/../b", "--pr", "7"], /--repo "a\/\.\.\/b" is no repository/u],
  [["--repo", "a/b", "--pr", "0"], /^retro: --pr 0 is no number of a pull request/u],
  [["--repo", "a/b", "--pr", "x"], /--pr/u],
  [["--repo", "a/b"], /Missing required flag: --pr/u],
  [["--repo", "a/b", "--pr", "7", "--author", "a b"], /--author "a b" is no login/u],
]
for (const [args, says] of usages) {
  Deno.test(`retro tooling comment ${args.join(" ")} is bad usage`, async () => {
    const { code, stdout, stderr } = await retroIn("/", ["tooling", "comment", ...args, "--dry-run"], findings)
    deepStrictEqual([code, stdout], [2, ""])
    match(stderr, says)
  })
}

Deno.test("retro tooling comment without a usable token or address ends with 2, and does not show the token", async () => {
  const cases: readonly (readonly [Parameters<typeof gitHubLayer>[0], RegExp])[] = [
    [{}, /^retro: Cannot ask GitHub: GITHUB_TOKEN \(or GH_TOKEN\) is needed; set it to a token that may write/u],
    [{ GITHUB_TOKEN: "  ", GH_TOKEN: "" }, /GITHUB_TOKEN \(or GH_TOKEN\) is needed/u],
    [{ GH_TOKEN: "tok en-5f0c1d" }, /^retro: Cannot ask GitHub: GH_TOKEN holds a character that no token has/u],
    [{ GITHUB_TOKEN: token, GITHUB_API_URL: "github.example" }, /GITHUB_API_URL is no address of an API: expected/u],
    [{ GITHUB_TOKEN: token, GITHUB_API_URL: "https://me:pw@github.example" }, /GITHUB_API_URL is no address/u],
    [{ GITHUB_TOKEN: token, GITHUB_GRAPHQL_URL: "file:///x" }, /GITHUB_GRAPHQL_URL is no address/u],
  ]
  for (const [environment, says] of cases) {
    const { code, stdout, stderr } = await retroIn("/", place, findings, gitHubLayer(environment))
    deepStrictEqual([code, stdout], [2, ""])
    match(stderr, says)
    doesNotMatch(stderr, /5f0c1d|me:pw/u)
  }
})

withGitHub("retro tooling comment ends with 3 when GitHub refuses, and says why and what to do", async (hub) => {
  hub.before.push(({ method, path }) =>
    method === "POST" && path.includes("comments") ? refusal(403, `Not for ${token}`) : undefined
  )
  const { code, stdout, stderr } = await comment(hub, ["--json"])
  deepStrictEqual([code, stdout], [3, ""])
  match(
    stderr,
    /^retro: Cannot comment on Acme\/widgets#7: GitHub answers 403 \(Not for <red.*>\); give the token[^\n]*\n$/u,
  )
})

withGitHub("retro tooling comment says on the standard error whom it should have been told of", async (hub) => {
  hub.say("conductor", `${commentMarker} old`.replace(" old", "\nold"))
  const second = hub.say("conductor", commentMarker)
  const other = await comment(hub, ["--author", "someone"])
  match(other.stderr, /^retro: the token is that of conductor, not of someone: leave --author out$/mu)
  match(
    other.stderr,
    new RegExp(`another advisory comment, which nobody updates; delete it: https.*-${second.id}$`, "mu"),
  )
  hub.comments.splice(0)
  Object.assign(hub, { login: "loop[bot]", viewer: "403" })
  const wrong = await comment(hub, [])
  deepStrictEqual([wrong.code, hub.comments.length], [0, 1])
  match(
    wrong.stderr,
    /taken for that of github-actions\[bot\], and is that of loop\[bot\]: run with --author "loop\[bot\]"/u,
  )
  strictEqual((await comment(hub, ["--author", "loop[bot]"])).stderr, "")
})

withGitHub("retro tooling comment prints of an address and a login only what they may be", async (hub) => {
  const addresses: readonly (readonly [unknown, RegExp])[] = [
    [
      "https://example.org/\u001b[2J\u0007?a=" + token,
      /^created https:\/\/example\.org\/%1B\[2J%07\?a=<redacted:[a-z-]+>\n$/u,
    ],
    ["\u001b]0;x\u0007 " + token, /^created Acme\/widgets#7 \(comment 5\)\n$/u],
    ["javascript:alert(1)", /^created Acme\/widgets#7 \(comment 5\)\n$/u],
    [`https://me:${token}@example.org/`, /^created Acme\/widgets#7 \(comment 5\)\n$/u],
    [null, /^created Acme\/widgets#7 \(comment 5\)\n$/u],
  ]
  for (const [html_url, printed] of addresses) {
    const answer = { id: 5, html_url, body: "", user: { login: `a\u001b[31m${token}` } }
    hub.before.push(({ method, path }) =>
      method === "POST" && path !== "/graphql" ? Response.json(answer, { status: 201 }) : undefined
    )
    const run = await comment(hub, [])
    match(run.stdout, printed)
    // deno-lint-ignore no-control-regex -- finding control characters is the purpose of the pattern
    doesNotMatch(run.stdout + run.stderr, /[\u0000-\u0009\u000b-\u001f]/u)
    strictEqual((run.stdout + run.stderr).includes(token), false)
  }
})

withGitHub(
  "retro tooling comment as a process takes its settings from the environment and needs no other permission",
  async (hub) => {
    const variables = {
      GITHUB_TOKEN: "",
      GH_TOKEN: token,
      GITHUB_API_URL: `${hub.url}/`,
      GITHUB_GRAPHQL_URL: `${hub.url}/graphql`,
    }
    const run = async (permissions: readonly string[]): Promise<Outcome> => {
      const child = new Deno.Command(Deno.execPath(), {
        args: ["run", "--no-prompt", "--quiet", ...permissions, `${projectRoot}cli.ts`, ...place],
        env: variables,
        stdin: "piped",
        stdout: "piped",
        stderr: "piped",
      }).spawn()
      const writer = child.stdin.getWriter()
      await writer.write(new TextEncoder().encode(JSON.stringify(findings)))
      await writer.close()
      const { code, stdout, stderr } = await child.output()
      return { code, stdout: new TextDecoder().decode(stdout), stderr: new TextDecoder().decode(stderr) }
    }
    const environment = `--allow-env=${Object.keys(variables).join(",")}`
    const net = `--allow-net=${new URL(hub.url).host}`
    const allowed = await run([environment, net])
    deepStrictEqual([allowed.code, allowed.stderr, hub.comments.length], [0, "", 1])
    for (const permissions of [[environment], [net]]) {
      const { code, stderr } = await run(permissions)
      strictEqual(code, 3)
      match(stderr, /^retro: Requires (?:net|env) access/u)
    }
  },
)
