import { strictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import MarkdownIt from "markdown-it"
import { isAdvisoryComment } from "../../../src/core/comment/comment_marker.ts"
import { type CommentReading, renderAdvisoryComment } from "../../../src/core/comment/render_comment.ts"
import { redact } from "../../../src/core/redact/redact.ts"
import type { RetrospectiveFindings } from "../../../src/core/schema/retrospective_findings.ts"
import { assignments, tokens, values } from "../redact/made_up_secrets.ts"

/** Pieces of which hostile and ordinary commands are made. */
const pieces = [
  ..."@user @org/team #12 o/r#1 GH-1 gh- -7 @ # / 12 a é 😀 👨‍👩‍👧 \u0301 \u202e \ud83d \ude00 \u0000 \r".split(" "),
  ..."deadbeef da39a3ee5e6b4b0d3255bfef95601890afd80709 https:// github.com/o/r/issues/ /pull/ /commit/ 3".split(" "),
  ..."` `` ``` ```` ~ ~~~ <!-- --> -- > < m </details> </pre> <script> [x](y) ![ * _ | \\ &#64; &amp;".split(" "),
  "<!-- retro:retrospective-findings v1 -->",
  "```text\n",
  "\n",
  "\r\n",
  "\t",
  " ",
  "\u200b",
  "x".repeat(240),
  "password:",
  "-----BEGIN PRIVATE KEY-----",
  ...Object.values(tokens).slice(0, 4),
  ...values.slice(0, 4),
  ...assignments.slice(0, 12).flatMap((place) => place.split("@")),
]
const texts = Arbitrary.map(
  Arbitrary.array(Arbitrary.schema(Schema.Literals([...new Set(pieces)])), { maxLength: 12 }),
  (parts) => parts.join(""),
)
const lists = Arbitrary.array(texts, { maxLength: 14 })
/** Some lists are so long that they do not fit. */
const repeated = Arbitrary.flatMap(
  Arbitrary.schema(Schema.Literals([1, 1, 1, 40, 900])),
  (times) => Arbitrary.map(lists, (list) => Array.from({ length: times }, () => list).flat()),
)
const reading: Arbitrary.Arbitrary<CommentReading> = Arbitrary.schema(
  Schema.Struct({
    undecided: Schema.optionalKey(Schema.Literals([0, 1, 5])),
    complete: Schema.optionalKey(Schema.Boolean),
  }),
)
const findings: Arbitrary.Arbitrary<RetrospectiveFindings> = Arbitrary.flatMap(
  Arbitrary.schema(Schema.Boolean),
  (internalToolingOnly) =>
    Arbitrary.flatMap(
      repeated,
      (rawCallViolations) =>
        Arbitrary.map(repeated, (allowedWriteOps) => ({ internalToolingOnly, rawCallViolations, allowedWriteOps })),
    ),
)
const bodies = Arbitrary.flatMap(
  findings,
  (given) => Arbitrary.map(reading, (how) => ({ given, how, body: renderAdvisoryComment(given, how) })),
)

async function holds(
  property: (rendered: typeof bodies extends Arbitrary.Arbitrary<infer R> ? R : never) => boolean,
  seed: number,
  runs = 400,
): Promise<void> {
  const result = await Effect.runPromise(Arbitrary.checkEffect(bodies, property, { runs, seed }))
  strictEqual(result._tag, "Passed", result._tag === "Passed" ? "" : Arbitrary.formatCheckFailure(result))
}

const markdown = new MarkdownIt({ html: true, linkify: true })

/** The shape of a comment: what was typed must not add to it. */
const shapes = new Set([
  "html_block",
  "heading_open",
  "heading_close",
  "paragraph_open",
  "paragraph_close",
  "inline",
  "fence",
])

Deno.test("renderAdvisoryComment gives the same bytes for the same findings", () =>
  holds(({ given, how, body }) => renderAdvisoryComment(structuredClone(given), { ...how }) === body, 21, 200))

Deno.test("renderAdvisoryComment gives a body that GitHub takes and that is found again", () =>
  holds(({ body }) => body.length <= 65_536 && body.isWellFormed() && isAdvisoryComment(body), 22))

Deno.test("renderAdvisoryComment keeps what was typed inside closed code blocks, whatever it is", () =>
  holds(({ given, body }) => {
    const tokens = markdown.parse(body, {})
    const fences = tokens.filter(({ type }) => type === "fence").length
    const lists = [given.rawCallViolations, given.allowedWriteOps].filter((list) => list.length > 0).length
    const html = tokens.filter(({ type }) => type === "html_block").map(({ content }) => content.trim())
    const ours =
      /^(?:<!-- retro:retrospective-findings v1 -->|<details><summary>[\w ]+ \(<code>\w+<\/code>\): \d+<\/summary>|<\/details>)$/u
    return fences === lists && tokens.every(({ type }) => shapes.has(type)) && html.every((block) =>
      ours.test(block)
    ) &&
      body.split("```").length - 1 === 2 * lists
  }, 23))

const active = /@[\p{L}\p{N}]|#\d|\bGH-\d|\b[0-9a-f]{7,40}\b|\/(?:issues|pull|commit)\/[0-9a-f]|[\u202a-\u202e]/iu

Deno.test("renderAdvisoryComment leaves no mention, reference, marker or direction mark of what was typed", () =>
  holds(
    ({ body }) =>
      !active.test(body) && !body.includes("\0") && body.split("<!--").length === 2 && body.split("-->").length === 2,
    24,
  ))

Deno.test("renderAdvisoryComment leaves nothing that redact would take out", () =>
  holds(({ body }) => redact(body) === body, 25))

Deno.test("renderAdvisoryComment shows or counts every entry", () =>
  holds(({ given, body }) => {
    const shown = markdown.parse(body, {}).flatMap(({ type, content }) =>
      type === "fence" ? [content.split("\n").length - 1] : []
    )
    const cut = [...body.matchAll(/^(\d+) more \(of \d+\) are not shown/gmu)].map(([, count]) => Number(count))
    const all = given.rawCallViolations.length + given.allowedWriteOps.length
    return [...shown, ...cut].reduce((sum, count) => sum + count, 0) === all
  }, 26))
