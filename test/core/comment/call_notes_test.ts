import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict"
import * as Schema from "effect/Schema"
import { CommentInput, commentParts } from "../../../src/core/comment/comment_input.ts"
import { renderAdvisoryComment } from "../../../src/core/comment/render_comment.ts"
import { bashCall, reportOn, toolResult } from "../session/session_report.ts"

const decode = Schema.decodeUnknownSync(CommentInput)

/** The body for what a check printed. */
function bodyOf(checked: unknown): string {
  const { findings, reading } = commentParts(decode(JSON.parse(JSON.stringify(checked))))
  return renderAdvisoryComment(findings, reading)
}

Deno.test("the comment on a check says where raw calls were typed, that they failed, what to use instead, and what is undecided", () => {
  const report = reportOn([[
    bashCall("t1", "gh x"),
    toolResult("t1", true),
    bashCall("t2", "$X y"),
    bashCall("t3", "gh z"),
  ]])
  const details = report.details.map((detail) => ({
    ...detail,
    source: { ...detail.source, file: `/home/me/secret-project/s.jsonl` },
  }))
  const body = bodyOf({ ...report, details })
  deepStrictEqual(body.split("\n").slice(4), [
    "Advisory: it blocks nothing. Each run of the retrospective updates this comment.",
    "",
    "Undecided: 1 command. They may be raw calls.",
    "",
    "`internalToolingOnly`: false",
    "",
    "Raw calls (`rawCallViolations`): 2",
    "",
    "```text",
    "gh: gh x  [s.jsonl:1] (it failed)",
    "gh: gh z  [s.jsonl:4]",
    "```",
    "",
    "What to use instead: 1",
    "",
    "```text",
    "instead of gh, use the internal tooling for GitHub",
    "```",
    "",
    "Undecided (`undecided`): 1",
    "",
    "```text",
    "computed word: $X y  [0:3]",
    "```",
  ])
  strictEqual(bodyOf({ ...report, details }), body)
})

Deno.test("the comment shows of a place and of advice nothing but text, and no secret", () => {
  const token = `ghp_${"Qm4vT8xK2nB7wR5yL9cHqm4vT8xK2nB7wR5y"}`
  const [label, segment] = ["gh", "gh x"]
  const body = bodyOf({
    internalToolingOnly: false,
    rawCallViolations: [`${label}: ${segment}`],
    allowedWriteOps: [],
    details: [{
      kind: "violation",
      label,
      segment,
      instead: `@team \`\`\` <!-- x --> #12 ${token}`,
      source: { file: `a/${token} @me \`\`\`\n#7`, line: 3 },
    }],
    undecided: [{ segment: `$X @you ${token}`, reason: "computed word", source: { file: "-", line: 1 } }],
  })
  doesNotMatch(body.slice(50), /Qm4v|@team|@me|@you|#12|#7|<!--|````|``` </u)
  match(body, /\[<redacted:github-token> @\u200bme/u)
})

Deno.test("details of another document, and values that are no text, are left out of the comment", () => {
  const findings = { internalToolingOnly: false, rawCallViolations: ["gh: gh x"], allowedWriteOps: [] }
  const detail = { kind: "violation", label: "gh", segment: "gh x", source: { file: "a.txt", line: 1 } }
  const bare = bodyOf(findings)
  const others: readonly unknown[][] = [
    [],
    [{ ...detail, segment: "gh y" }],
    [detail, detail],
    [{ ...detail, kind: "allowed" }],
    [null],
    [7, "x", [detail]],
    [{ ...detail, source: { file: 7, line: "1" } }],
    [{ ...detail, source: null }],
  ]
  for (const details of others) strictEqual(bodyOf({ ...findings, details }), bare, JSON.stringify(details))
  ok(bodyOf({ ...findings, details: [detail] }).includes("gh: gh x  [a.txt:1]\n"))
  match(
    bodyOf({ ...findings, undecided: [{}, 5] }),
    /^Undecided: 2 commands\. They are not all listed, and may be raw calls\.$/mu,
  )
})

Deno.test("the comment on a check that read no command does not say that all is well", () => {
  const empty = bodyOf(reportOn([""]))
  match(empty, /^### Retrospective: no command was read$/mu)
  match(empty, /^No command of an agent was read, so nothing was judged\.$/mu)
  match(bodyOf(reportOn([[{ command: "gh x" }]])), /^### Retrospective: no raw call in what was read$/mu)
})

Deno.test("the comment keeps within its limit when everything in it is long", () => {
  const many = Array.from({ length: 4000 }, (_, index) => `gh ${"x".repeat(index % 300)} ${index}`)
  const source = { file: `${"f".repeat(600)}.txt`, line: 1 }
  const body = bodyOf({
    internalToolingOnly: false,
    rawCallViolations: many.map((segment) => `${segment}: gh`),
    allowedWriteOps: many,
    details: many.map((label) => ({ kind: "violation", label, segment: "gh", instead: "y".repeat(400), source })),
    undecided: many.map((segment) => ({ segment, reason: "computed word", source })),
  })
  ok(body.length <= 65_536 && body.length > 60_000, `${body.length}`)
  strictEqual(body.match(/ more \(of 4000\) are not shown/gu)?.length, 4)
})
