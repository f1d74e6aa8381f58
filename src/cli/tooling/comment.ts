import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { carriedFindings, CommentInput, commentParts, withoutFindings } from "../../core/comment/comment_input.ts"
import { renderAdvisoryComment } from "../../core/comment/render_comment.ts"
import { normalRepositoryName } from "../../core/envelope/repository_name.ts"
import { quoted } from "../../core/foreign/foreign_value.ts"
import { postAdvisoryComment, type PostedComment } from "../../engine/advisory_comment.ts"
import { Progress } from "../../engine/progress.ts"
import type { PullRequest } from "../../engine/pull_request_comments.ts"
import { readDecoded, UsageInvalid } from "../input.ts"
import { jsonFlag, printJson, printNote, printResult, printWarnings } from "../output.ts"

/** `retro tooling comment`: says what a retrospective found in one comment of the pull request. */
export const comment = Command.make(
  "comment",
  {
    repo: Flag.String("repo").pipe(Flag.withMetavar("OWNER/NAME"), Flag.withDescription("The repository on GitHub")),
    pr: Flag.Int("pr").pipe(Flag.withMetavar("NUMBER"), Flag.withDescription("The number of the pull request")),
    findings: Flag.String("findings").pipe(
      Flag.withMetavar("FILE"),
      Flag.withDefault("-"),
      Flag.withDescription(
        'What "retro tooling check --json" prints, retrospective findings, or a handoff envelope that carries them; ' +
          '"-" for the standard input (the default)',
      ),
    ),
    author: Flag.String("author").pipe(
      Flag.withMetavar("LOGIN"),
      Flag.withDescription(
        "Whose comment it is, where the token may not ask (default: github-actions[bot]); a comment of another is never touched",
      ),
      Flag.optional,
    ),
    dryRun: Flag.Boolean("dry-run").pipe(
      Flag.withDefault(false),
      Flag.withDescription("Print the comment, and ask nothing of GitHub"),
    ),
    json: jsonFlag,
  },
  Effect.fnUntraced(function* ({ repo, pr, findings, author, dryRun, json }) {
    const pullRequest = yield* pullRequestOf(repo, pr)
    const login = yield* loginOf(author)
    const input = yield* readDecoded(findings, CommentInput, carriedFindings, withoutFindings)
    const parts = commentParts(input)
    const body = renderAdvisoryComment(parts.findings, parts.reading)
    if (dryRun) return yield* json ? printJson({ result: "dry_run", body }) : printResult(body)
    const posted = yield* postAdvisoryComment({ pullRequest, body, ...login === undefined ? {} : { author: login } })
      .pipe(
        Effect.provideService(Progress, (doing) => printNote(`retro: ${doing}`)),
      )
    yield* json ? printJson({ ...posted, body }) : printResult(`${posted.result} ${posted.url}`)
    yield* printWarnings(warningsOf(posted, login))
  }),
).pipe(
  Command.withDescription("Say what a retrospective found in one comment of the pull request, which blocks nothing"),
  Command.withExamples([
    {
      command:
        "retro tooling check --transcript session.jsonl --json | retro tooling comment --repo acme/widgets --pr 7",
      description: "Check a session, and say in the pull request what was found",
    },
  ]),
)

function pullRequestOf(repo: string, number: number): Effect.Effect<PullRequest, UsageInvalid> {
  const repository = repo.trim()
  const problem = normalRepositoryName(repository) === undefined
    ? `--repo ${quoted(repo)} is no repository; write it as owner/name, such as acme/widgets`
    : number < 1
    ? `--pr ${number} is no number of a pull request; they start with 1`
    : undefined
  return problem === undefined ? Effect.succeed({ repository, number }) : Effect.fail(new UsageInvalid({ problem }))
}

function loginOf(author: Option.Option<string>): Effect.Effect<string | undefined, UsageInvalid> {
  const login = Option.getOrUndefined(author)?.trim().replace(/^@/u, "")
  return login === undefined || /^[a-z0-9][a-z0-9_-]*(?:\[bot\])?$/iu.test(login) ? Effect.succeed(login) : Effect.fail(
    new UsageInvalid({ problem: `--author ${quoted(login)} is no login; write one such as github-actions[bot]` }),
  )
}

function warningsOf({ author, takenFor, duplicates }: PostedComment, login: string | undefined): readonly string[] {
  const isOther = login !== undefined && login.toLowerCase() !== author.toLowerCase()
  return [
    ...takenFor === undefined ? [] : [
      `the token was taken for that of ${takenFor}, and is that of ${author}: run with --author "${author}"; ` +
      "without it each run makes a second comment and takes it back",
    ],
    ...takenFor === undefined && isOther ? [`the token is that of ${author}, not of ${login}: leave --author out`] : [],
    ...duplicates.map((url) => `there is another advisory comment, which nobody updates; delete it: ${url}`),
  ]
}
