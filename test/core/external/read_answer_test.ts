import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { redactAnswer } from "../../../src/core/external/answer_items.ts"
import { readAnswer } from "../../../src/core/external/read_answer.ts"

const finding = {
  locator: "docs/a.md",
  verdict: "VAGUE",
  severity: "Low",
  what: "says soon",
  route: "none",
  proposed_action: "",
}
const miss = { locator: "docs/b.md", what: "says soon", why: "it quotes somebody" }
const coverage = { type: "coverage", scanned: ["docs/a.md", "docs/b.md"], complete: true }

const asked = { roots: [], paths: new Set(["a.md", "docs/a.md", "docs/b.md"]) }

function lines(...values: readonly unknown[]): string {
  return values.map((value) => `${typeof value === "string" ? value : JSON.stringify(value)}\n`).join("")
}

Deno.test("readAnswer tells findings, near misses and coverage apart, with or without their type", () => {
  const answer = lines(
    finding,
    { ...finding, type: "finding", pass: "judge", key: "soon" },
    miss,
    { type: "near_miss", ...miss },
    coverage,
  )
  deepStrictEqual(readAnswer("judge", answer, asked), {
    findings: [{ ...finding, pass: "judge" }, { ...finding, pass: "judge", key: "soon" }],
    near_misses: [miss],
    coverage: [coverage],
    refused: [],
  })
})

Deno.test("readAnswer keeps each near miss once, and takes a locator with its line", () => {
  const other = { ...miss, why: "it is a title" }
  deepStrictEqual(readAnswer("judge", lines(miss, other, miss), asked).near_misses, [miss, other])
  deepStrictEqual(readAnswer("judge", lines({ ...finding, locator: "docs/a.md:3" }), asked).refused, [])
})

Deno.test("readAnswer takes one list instead of lines, blank lines, carriage returns and a byte order mark", () => {
  const values = [finding, miss, coverage]
  const byLine = readAnswer("judge", lines(...values), asked)
  deepStrictEqual(readAnswer("judge", JSON.stringify(values, undefined, 2), asked), byLine)
  deepStrictEqual(readAnswer("judge", `\uFEFF\n${lines(...values).replaceAll("\n", "\r\n\r\n")}`, asked), byLine)
})

Deno.test("readAnswer leaves ids and decisions to the run, and keeps fields that it does not know", () => {
  const said = { ...finding, id: "R007", status: "wont_fix:by design", confidence: 0.8 }
  deepStrictEqual(readAnswer("judge", lines(said), asked).findings, [{ ...finding, confidence: 0.8, pass: "judge" }])
})

const edit = (path: string) => ({
  ...finding,
  route: "direct-fix",
  proposed_action: "say when",
  edits: [{ path, find: "soon", replace: "in May" }],
})
const severities = '"Critical" | "High" | "Medium" | "Low"'

/** What is wrong in each of these lines. */
const wrong: readonly (readonly [line: unknown, refused: string])[] = [
  ["Sure! Here is what I found:", "line 1 of its answer: is not JSON ("],
  ["[]]", "line 1 of its answer: is not JSON ("],
  ["7", "line 1 of its answer: is no JSON object"],
  ["[".repeat(300) + "]".repeat(300), "item 1 of its answer: is nested deeper than 200 levels"],
  [`{"a":${"[".repeat(300) + "]".repeat(300)}}`, "line 1 of its answer: is nested deeper than 200 levels"],
  [{ ...finding, severity: "Hi" }, `line 1 of its answer: severity: Expected ${severities}, got "Hi"`],
  [{ ...finding, what: "two\nlines" }, "line 1 of its answer: what: must be one trimmed, non-empty line"],
  [
    { ...finding, route: "direct-fix" },
    'line 1 of its answer: proposed_action: may be empty only when route is "none"',
  ],
  [{ ...finding, pass: "link-integrity" }, 'line 1 of its answer: pass: Expected "judge" or no such field'],
  [{ ...finding, type: "note" }, 'line 1 of its answer: type: Expected "finding" | "near_miss" | "coverage"'],
  [{ ...finding, evidence: [{ path: "a.md", line: 0, quote: "x" }] }, "line 1 of its answer: evidence[0].line:"],
  [{ locator: "a.md", why: "fine" }, "line 1 of its answer: what: Missing key"],
  [{ type: "coverage", scanned: ["a.md"] }, "line 1 of its answer: complete: Missing key"],
  [{ ...finding, locator: "../x.md" }, 'line 1 of its answer: locator: Expected a path of the request, got "../x.md"'],
  [{ ...finding, locator: "none.md" }, "line 1 of its answer: locator: Expected a path of the request"],
  [{ ...miss, locator: "none.md:3" }, "line 1 of its answer: locator: Expected a path of the request"],
  [edit("../a.md"), 'line 1 of its answer: edits[0].path: Expected a path in the root, got "../a.md"'],
  [edit("/etc/passwd"), "line 1 of its answer: edits[0].path: Expected a path in the root"],
  [edit("C:\\a.md"), "line 1 of its answer: edits[0].path: Expected a path in the root"],
  [edit("docs/./a.md"), "line 1 of its answer: edits[0].path: Expected a path in the root"],
  [edit(".git/hooks/pre-commit"), "line 1 of its answer: edits[0].path: Expected a path in the root"],
]

for (const [line, refused] of wrong) {
  Deno.test(`readAnswer leaves out one line and keeps the others: ${refused} (${JSON.stringify(line).length})`, () => {
    const alone = readAnswer("judge", lines(line), asked)
    deepStrictEqual([alone.refused.length, alone.findings.length], [1, 0], alone.refused[0])
    ok(alone.refused[0]?.startsWith(refused), alone.refused[0])
    const among = readAnswer("judge", lines(finding, line, coverage), asked)
    deepStrictEqual([among.findings.length, among.coverage.length, among.refused.length], [1, 1, 1])
    ok(among.refused[0]?.startsWith("line 2 of its answer: "), among.refused[0])
  })
}

Deno.test("readAnswer refuses edits outside of what the run is narrowed to", () => {
  const answer = lines(edit("docs/a.md"), edit("docsx/a.md"), edit("README.md"))
  deepStrictEqual(readAnswer("judge", answer, { ...asked, roots: ["docs", "README.md"] }).refused, [
    'line 2 of its answer: edits[0].path: Expected a path in docs, README.md, got "docsx/a.md"',
  ])
})

Deno.test("redactAnswer takes secrets out line by line, and changes no other byte", () => {
  const clean = '{"a" : 1}\r\nno JSON \uFEFF\n\n {"b":2}'
  strictEqual(redactAnswer(clean), clean)
  const leak = { ...finding, what: "leaks PASSWORD=hunter2xx", extra: { token: "abc123def" } }
  strictEqual(
    redactAnswer(lines('{"a" : 1}', leak, "broken PASSWORD=hunter2xx")),
    lines(
      '{"a" : 1}',
      {
        ...finding,
        what: "leaks PASSWORD=<redacted:password-assignment>",
        extra: { token: "<redacted:secret-assignment>" },
      },
      "broken PASSWORD=<redacted:password-assignment>",
    ),
  )
  const list = redactAnswer(JSON.stringify([leak], undefined, 2))
  strictEqual(readAnswer("judge", list, asked).findings[0]?.what, "leaks PASSWORD=<redacted:password-assignment>")
})

Deno.test("readAnswer refuses an edit that held a secret: the placeholder is not written into files", () => {
  const leak = { ...edit("a.md"), edits: [{ path: "a.md", create: "PASSWORD=hunter2xx\n" }] }
  deepStrictEqual(readAnswer("judge", redactAnswer(lines(leak)), asked).refused, [
    "line 1 of its answer: edits[0]: it holds a secret, which is not written into files",
  ])
})

Deno.test("readAnswer and redactAnswer take any text, and redacting twice changes nothing", async () => {
  const pieces = [
    JSON.stringify(finding),
    JSON.stringify(coverage),
    "\n",
    "\r",
    "[",
    "]",
    "{",
    '"',
    "PASSWORD=x1y2z3",
    "\uFEFF",
    "\ud800",
  ]
  const texts = Arbitrary.schema(Schema.Array(Schema.Union([Schema.String, Schema.Literals(pieces)])))
  const checked = await Effect.runPromise(Arbitrary.checkEffect(texts, (parts) => {
    const answer = redactAnswer(parts.join(""))
    readAnswer("judge", answer, asked)
    return redactAnswer(answer) === answer
  }, { runs: 500, seed: 11 }))
  strictEqual(checked._tag, "Passed", checked._tag === "Passed" ? "" : Arbitrary.formatCheckFailure(checked))
})
