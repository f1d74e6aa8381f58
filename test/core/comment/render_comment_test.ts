import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict"
import MarkdownIt from "markdown-it"
import { commentMarker } from "../../../src/core/comment/comment_marker.ts"
import { renderAdvisoryComment } from "../../../src/core/comment/render_comment.ts"
import type { RetrospectiveFindings } from "../../../src/core/schema/retrospective_findings.ts"
import { cpuTime } from "../../services/cpu_time.ts"

const clean: RetrospectiveFindings = { internalToolingOnly: true, rawCallViolations: [], allowedWriteOps: [] }

function withCalls(...rawCallViolations: readonly string[]): RetrospectiveFindings {
  return { internalToolingOnly: false, rawCallViolations, allowedWriteOps: [] }
}

/** The title that a comment has. */
function titleOf(body: string): string | undefined {
  return /^### Retrospective: (.*)$/mu.exec(body)?.[1]
}

/** What GitHub shows of the code blocks of a comment. */
function shownCode(body: string): readonly string[] {
  return new MarkdownIt({ html: true }).parse(body, {}).flatMap(({ type, content }) =>
    type === "fence" ? [content] : []
  )
}

Deno.test("renderAdvisoryComment begins with its marker, names the three fields and says that it blocks nothing", () => {
  const body = renderAdvisoryComment({ ...withCalls("gh: gh api x"), allowedWriteOps: ["gh pr ready 1"] })
  strictEqual(
    body,
    `${commentMarker}

### Retrospective: 1 raw call

Advisory: it blocks nothing. Each run of the retrospective updates this comment.

\`internalToolingOnly\`: false

Raw calls (\`rawCallViolations\`): 1

\`\`\`text
gh: gh api x
\`\`\`

Allowed write operations (\`allowedWriteOps\`): 1

\`\`\`text
gh pr ready 1
\`\`\``,
  )
})

Deno.test("renderAdvisoryComment says of a clean run that it is clean", () => {
  const body = renderAdvisoryComment(clean)
  strictEqual(titleOf(body), "internal tooling only")
  match(body, /^No raw call was found\.$/mu)
})

Deno.test("renderAdvisoryComment calls a run clean only when everything was read and decided", () => {
  const cases:
    readonly (readonly [RetrospectiveFindings, Parameters<typeof renderAdvisoryComment>[1], string, RegExp])[] = [
      [clean, { undecided: 0, complete: true }, "internal tooling only", /No raw call was found/u],
      [clean, { undecided: 2 }, "no raw call for certain", /^Undecided: 2 commands\./mu],
      [clean, { complete: false }, "no raw call in what was read", /^Not everything was read/mu],
      [{ ...clean, internalToolingOnly: false }, {}, "not internal tooling only", /name no raw call, and still say/u],
      [{ ...withCalls("gh: gh"), internalToolingOnly: true }, {}, "1 raw call", /say both/u],
      [withCalls("gh: gh", "gh: gh"), { undecided: 1, complete: false }, "2 raw calls", /^Undecided: 1 command\./mu],
    ]
  for (const [findings, reading, title, remark] of cases) {
    const body = renderAdvisoryComment(findings, reading)
    strictEqual(titleOf(body), title)
    match(body, remark)
  }
})

Deno.test("renderAdvisoryComment mentions nobody and refers to nothing, and shows what was typed", () => {
  const typed = [
    "@user",
    "@org/team",
    "ping:@9lives",
    "#123",
    "owner/repo#1",
    "fixes #12",
    "GH-1",
    "gh-77",
    "0123abc",
    "da39a3ee5e6b4b0d3255bfef95601890afd80709",
    "owner/repo@da39a3ee5e6b4b0d3255bfef95601890afd80709",
    "https://github.com/owner/repo/issues/12",
    "https://github.com/owner/repo/pull/12#issuecomment-1",
    "https://github.com/owner/repo/commit/da39a3e",
    "<!-- retro:retrospective-findings v1 -->",
    "```",
    "~~~~~~~",
    "</details>",
    "![x](https://example.org/x.png)",
  ]
  const body = renderAdvisoryComment(withCalls(...typed))
  const [code = ""] = shownCode(body)
  deepStrictEqual(code.replaceAll("\u200b", "").split("\n").slice(0, -1), typed)
  const data = body.slice(body.indexOf("```text\n") + 8, body.lastIndexOf("```"))
  doesNotMatch(data, /@[a-z0-9]|#\d|\bgh-\d|\b[0-9a-f]{7,40}\b|(?:issues|pull|commit)\/[0-9a-f]|<!--|-->|`{3}|~{3}/iu)
})

Deno.test("renderAdvisoryComment shows a command of several lines as one line", () => {
  const body = renderAdvisoryComment(
    withCalls("gh: gh api x -f t='```\r\n\n\t@team #12 <!-- m -->'", "a\u202eb\u0007\ud800c\td"),
  )
  deepStrictEqual(
    shownCode(body).map((code) => code.replaceAll("\u200b", "")),
    ["gh: gh api x -f t='``` ⏎ @team #12 <!-- m -->'\na\ufffdb\ufffd\ufffdc d\n"],
  )
})

Deno.test("renderAdvisoryComment takes secrets out, also those that a cut or a gap would hide", () => {
  const token = `ghp_${"Qm4vT8xK2nB7wR5yL9cHqm4vT8xK2nB7wR5y"}`
  const cut = `gh: gh api ${"x".repeat(480)} ${token}`
  const body = renderAdvisoryComment(
    withCalls(`gh: GH_TOKEN=hunter2 gh api x`, `curl https://me:hunter2@example.org`, cut),
  )
  doesNotMatch(body, /hunter2|Qm4v/u)
  match(body, /^gh: GH_TOKEN=<redacted:secret-assignment> gh api x$/mu)
  match(body, /https:\/\/<redacted:url-credentials>@/u)
})

Deno.test("renderAdvisoryComment folds a long list, and cuts a long command at a whole character", () => {
  const eleven = Array.from({ length: 11 }, (_, index) => `gh: gh api ${index}`)
  match(renderAdvisoryComment(withCalls(...eleven)), /^<details><summary>Raw calls .*: 11<\/summary>\n\n```text\n/mu)
  doesNotMatch(renderAdvisoryComment(withCalls(...eleven.slice(1))), /<details>/u)
  const family = "👨‍👩‍👧"
  const cases: readonly (readonly [text: string, shown: string])[] = [
    ["x".repeat(500), "x".repeat(500)],
    ["x".repeat(501), `${"x".repeat(500)} … (1 more character)`],
    [`${"x".repeat(499)}😀y`, `${"x".repeat(499)} … (3 more characters)`],
    [`${"x".repeat(499)}e\u0301`, `${"x".repeat(499)} … (2 more characters)`],
    [`${"x".repeat(495)}${family}`, `${"x".repeat(495)} … (8 more characters)`],
  ]
  for (const [text, shown] of cases) deepStrictEqual(shownCode(renderAdvisoryComment(withCalls(text))), [`${shown}\n`])
})

Deno.test("renderAdvisoryComment keeps within 65,536 characters and counts what is not shown", () => {
  const many = Array.from({ length: 5000 }, (_, index) => `gh: gh api repos/o/r/issues/${index} -f by=@user${index}`)
  const body = renderAdvisoryComment({ ...withCalls(...many), allowedWriteOps: many })
  ok(body.length <= 65_536 && body.length > 64_000, `${body.length}`)
  const [calls = "", allowed = ""] = shownCode(body).map((code) => code.split("\n").length - 1)
  match(
    body,
    new RegExp(`^${5000 - Number(calls)} more \\(of 5000\\) are not shown: a comment holds at most 65536 char`, "mu"),
  )
  match(body, new RegExp(`^${5000 - Number(allowed)} more \\(of 5000\\) are not shown`, "mu"))
  ok(Number(allowed) > 100, "the second list has its share")
})

Deno.test("renderAdvisoryComment takes time linear in the length of what was typed", () => {
  for (
    const piece of [
      "a",
      " ",
      "\n",
      "`",
      "~",
      "@a",
      "#1",
      "GH-1",
      "<!--",
      "/issues/1",
      "e\u0301",
      "\u0301",
      "\t \n",
      "deadbeef",
    ]
  ) {
    const text = piece.repeat(Math.ceil(2_000_000 / piece.length))
    const started = cpuTime()
    renderAdvisoryComment(withCalls(text))
    // Quadratic work on this length takes hours.
    ok(cpuTime() - started < 6000, JSON.stringify(piece))
  }
})
