import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { longestLine } from "../../../src/core/session/line_blocks.ts"
import { strictPolicy } from "../../../src/core/transcript/built_in_policies.ts"
import { bashCall, bytesOf, reportOn, said, type TestFile, toolResult } from "./session_report.ts"
import { cpuTime } from "../../services/cpu_time.ts"

const session: readonly unknown[] = [
  bashCall("t1", "echo 'Grüße, 世界 😀'; gh x"),
  toolResult("t1", true, "日本\u2028語"),
  said("<bash-input>ls</bash-input>"),
]

Deno.test("plain lines are told from sessions by their content, and a said format wins", () => {
  const files: readonly (readonly [TestFile, string])[] = [
    ["gh x\n", "lines"],
    ["", "lines"],
    ["\n \n", "lines"],
    ["42\n", "lines"],
    ["{ gh x; }\n", "lines"],
    [`cat > x.jsonl <<'E'\n${JSON.stringify(bashCall("t", "gh y"))}\nE\ngh x\n`, "lines"],
    [session, "claude"],
    [`ted":true}\n${JSON.stringify(bashCall("t", "gh y"))}\n`, "claude"],
    [[{ type: "session", version: 3, id: "s" }], "pi"],
    [[{ type: "session_meta", payload: { id: "s" } }], "codex"],
  ]
  for (const [file, format] of files) {
    const { formats } = reportOn([file]).coverage
    deepStrictEqual(Object.entries(formats).filter(([, count]) => count > 0), [[format, 1]], JSON.stringify(file))
  }
  deepStrictEqual(reportOn([session], { from: "lines" }).coverage.formats.lines, 1)
  deepStrictEqual(reportOn(["gh x\n"], { from: "pi" }).coverage.skipped.first?.reason, "it is not JSON")
})

Deno.test("a file of records of no known type is in no format, and its records are counted", () => {
  const { formats, unknownRecords, records } = reportOn([[{ a: 1 }, { type: "x" }, { type: "x" }]]).coverage
  deepStrictEqual([formats, unknownRecords, records], [
    { lines: 0, claude: 0, codex: 0, pi: 0 },
    { "(none)": 1, x: 2 },
    3,
  ])
})

Deno.test("sessions of several formats in one file are read each in its own", () => {
  const content = [{ type: "toolCall", id: "k", name: "bash", arguments: { command: "gh pi" } }]
  const { rawCallViolations, coverage } = reportOn([[
    bashCall("t", "gh claude"),
    { type: "message", id: "x", message: { role: "assistant", content } },
    {
      type: "response_item",
      payload: { type: "function_call", name: "shell", arguments: '{"command":"gh codex"}', call_id: "c" },
    },
  ]])
  deepStrictEqual(rawCallViolations, ["gh: gh claude", "gh: gh pi", "gh: gh codex"])
  deepStrictEqual(coverage.unknownRecords, {})
})

Deno.test("a resumed session counts once, in one file and across files", () => {
  const first = [bashCall("t1", "gh a"), toolResult("t1", false), said("<bash-input>ls</bash-input>")]
  const resumed = [...first, bashCall("t2", "gh b")]
  const { rawCallViolations, coverage } = reportOn([first, resumed])
  deepStrictEqual(rawCallViolations, ["gh: gh a", "gh: gh b"])
  deepStrictEqual([coverage.commands, coverage.userCommands, coverage.duplicates, coverage.records], [2, 1, 2, 7])
  deepStrictEqual(reportOn([[...first, ...first]]).coverage.duplicates, 2)
})

Deno.test("another command under an id that was used is another call", () => {
  deepStrictEqual(reportOn([[bashCall("t1", "gh a"), bashCall("t1", "gh b")]]).rawCallViolations, [
    "gh: gh a",
    "gh: gh b",
  ])
})

Deno.test("equal ids of different formats are different calls", () => {
  const content = [{ type: "toolCall", id: "t1", name: "bash", arguments: { command: "gh a" } }]
  const pi = [{ type: "session", id: "s" }, { type: "message", id: "e", message: { role: "assistant", content } }]
  deepStrictEqual(reportOn([[bashCall("t1", "gh a")], pi]).coverage.duplicates, 0)
})

Deno.test("lines that are no records are counted, and what stands around them is read", () => {
  const good = JSON.stringify(bashCall("t1", "gh a"))
  const last = JSON.stringify(bashCall("t2", "gh b"))
  const text = ["", good, "{ not JSON", "42", "null", "[]", '"gh x"', "  ", last.slice(0, -3)].join("\r\n")
  const { rawCallViolations, coverage } = reportOn([`\uFEFF${text}`], { from: "claude" })
  deepStrictEqual(rawCallViolations, ["gh: gh a"])
  deepStrictEqual([coverage.records, coverage.complete], [1, true])
  deepStrictEqual(coverage.skipped, { count: 6, first: { file: "0", line: 3, reason: "it is not JSON" } })
})

Deno.test("the last record needs no line end, and line ends may be CRLF", () => {
  const text = session.map((record) => JSON.stringify(record)).join("\r\n")
  deepStrictEqual(reportOn([text]), reportOn([`${text}\n`]))
  deepStrictEqual(reportOn([`\uFEFF${text}`]), reportOn([text]))
})

Deno.test("the reason why a line was not read holds nothing of the line", () => {
  const { coverage } = reportOn([[bashCall("t", "ls")], '{"TOKEN":"tr0ub4dor-Zq9"'], { from: "claude" })
  strictEqual(JSON.stringify(coverage).includes("tr0ub4dor"), false)
})

Deno.test("NUL characters that a crash left hide neither a record nor a plain command", () => {
  const nuls = "\0".repeat(5000)
  deepStrictEqual(reportOn([`${nuls}${JSON.stringify(bashCall("t", "gh a"))}\n`]).rawCallViolations, ["gh: gh a"])
  deepStrictEqual(reportOn([`${nuls}gh a\n\0g\0h b\n`]).rawCallViolations, ["gh: gh a", "gh: gh b"])
})

Deno.test("bytes that are not UTF-8 become replacement characters", () => {
  const bytes = bytesOf([bashCall("t", "gh a '?'")])
  bytes[bytes.lastIndexOf(0x3f)] = 0xff
  deepStrictEqual(reportOn([bytes]).rawCallViolations, ["gh: gh a '\uFFFD'"])
  deepStrictEqual(reportOn([Uint8Array.of(0x67, 0x68, 0x20, 0xff, 0x0a)]).rawCallViolations, ["gh: gh \uFFFD"])
})

Deno.test("a file in UTF-16 is not read, and the check is not complete", () => {
  const wide = new Uint8Array(Uint16Array.from("\uFEFFgh api x\ngh y\n", (letter) => letter.charCodeAt(0)).buffer)
  const { complete, skipped } = reportOn([wide]).coverage
  deepStrictEqual([complete, skipped.count, skipped.first?.reason], [
    false,
    1,
    "the file is UTF-16; convert it to UTF-8",
  ])
})

Deno.test("a line over 16 MiB is passed over and said, and what stands around it is read", () => {
  const long = new Uint8Array(longestLine + 1).fill(0x61)
  const join = (...parts: readonly Uint8Array[]): Uint8Array => {
    const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
    parts.reduce((at, part) => (joined.set(part, at), at + part.length), 0)
    return joined
  }
  const [before, after, feed] = [
    bytesOf([bashCall("t1", "gh a")]),
    bytesOf([bashCall("t2", "gh b")]),
    Uint8Array.of(10),
  ]
  for (
    const cuts of [[], [1 << 20, 5 << 20, 16 << 20, 17 << 20], [
      longestLine + before.length,
      longestLine + before.length + 1,
    ]]
  ) {
    const { rawCallViolations, details, coverage } = reportOn([join(before, long, feed, after)], { cuts })
    deepStrictEqual(rawCallViolations, ["gh: gh a", "gh: gh b"])
    deepStrictEqual(details.map(({ source }) => source.line), [1, 3])
    deepStrictEqual([coverage.complete, coverage.skipped], [false, {
      count: 1,
      first: { file: "0", line: 2, reason: "it is longer than 16 MiB" },
    }])
  }
  deepStrictEqual(reportOn([join(long, feed, after)]).details.map(({ source }) => source.line), [2])
  deepStrictEqual(reportOn([join(after, long)]).coverage.skipped.first?.line, 2)
  const plain = reportOn([join(bytesOf("gh a\n"), long, bytesOf("\ngh b\n"))])
  deepStrictEqual(plain.details.map(({ source }) => source.line), [1, 3])
  const justRight = reportOn([join(bytesOf("gh a\n: "), long.subarray(3), bytesOf("\ngh b\n"))])
  deepStrictEqual([justRight.coverage.complete, justRight.rawCallViolations.length], [true, 2])
})

Deno.test("a long transcript of plain lines gives what its parts give, with the lines of the file", () => {
  const part = "git status\ngit commit -m 'gh\nis quoted'\ncat <<'E'\ngh in a heredoc\nE\ngh api \\\n  user # 世\n"
  const times = 12_000
  const { rawCallViolations, details, coverage, undecided } = reportOn([part.repeat(times)])
  strictEqual(rawCallViolations.length, times)
  strictEqual(rawCallViolations.every((text) => text === "gh: gh api \\\n  user"), true)
  deepStrictEqual(details.every(({ source }, index) => source.line === index * 8 + 7), true)
  deepStrictEqual([undecided, coverage.records, coverage.commands], [[], times * 8, times * 4])
})

Deno.test("a long transcript is cut between commands, wherever its quotes and heredocs stand", () => {
  const heredoc = `ls\ncat <<E\n${"gh in a heredoc\n".repeat(20)}E\necho done\n\n`
  const stray = `)\ngit commit -m "${"gh\nit's python\n".repeat(7)}"\n`
  for (const [part, times] of [['git commit -m "a\ngh data\n"\n', 70_000], [heredoc, 9000], [stray, 9000]] as const) {
    const { rawCallViolations, undecided } = reportOn([`${part.repeat(times)}gh x\n`])
    deepStrictEqual([rawCallViolations.slice(0, 3), rawCallViolations.length], [["gh: gh x"], 1])
    strictEqual(undecided.length, part === stray ? times : 0)
  }
})

Deno.test("behind a quote that is open for more than 1 MiB, commands are told from text again", () => {
  const part = 'git commit -m "a\ngh data\n"\n'
  const { rawCallViolations } = reportOn([`echo don't\n${part.repeat(90_000)}gh x\n`])
  deepStrictEqual([rawCallViolations.slice(0, 3), rawCallViolations.length], [["gh: gh x"], 1])
})

Deno.test("an open heredoc of megabytes in plain lines hides nothing behind it", () => {
  const { rawCallViolations, undecided } = reportOn([`cat <<'E'\n${"word word\n".repeat(150_000)}gh x\n`])
  deepStrictEqual(rawCallViolations, ["gh: gh x"])
  ok(undecided.some(({ reason }) => reason === "does not parse"))
})

Deno.test("hostile plain lines take time in proportion to their length", () => {
  for (const text of [`: ${"<<E ".repeat(60_000)}\n`.repeat(8), "'\"`$(".repeat(400_000), "((((\n".repeat(300_000)]) {
    const start = cpuTime()
    reportOn([text])
    ok(cpuTime() - start < 20_000, `${text.slice(0, 9)}… took ${Math.round(cpuTime() - start)} ms`)
  }
})

const pieces = Schema.Array(Schema.Literals([
  "gh x\n",
  JSON.stringify(bashCall("t1", "gh 😀")),
  JSON.stringify(toolResult("t1", true)),
  JSON.stringify({ type: "session_meta", payload: {} }),
  '{"type":"message","message":{"role":"bashExecution","command":"ls"}}',
  '{"type":"assistant","message":{"content":[{"type":"tool_use","name":"Bash","input":',
  "\n",
  "\r\n",
  "\0",
  "\uFEFF",
  "\u2028",
  "{",
  "}",
  "'",
  '"',
  "<<E\n",
  "世",
  "$(",
]))

async function holds<A>(
  schema: Schema.Codec<A>,
  runs: number,
  seed: number,
  property: (value: A) => void,
): Promise<void> {
  const check = Arbitrary.checkEffect(Arbitrary.schema(schema), (value: A) => (property(value), true), { runs, seed })
  strictEqual(Arbitrary.formatCheckFailure(await Effect.runPromise(check)), undefined)
}

Deno.test("no bytes make a reader throw, and wherever they are cut the report is the same", () =>
  holds(
    Schema.Struct({ pieces, cuts: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 400 }))) }),
    3000,
    41,
    ({ pieces, cuts }) => {
      const bytes = bytesOf(pieces.join(""))
      const sorted = cuts.toSorted((left, right) => left - right)
      for (const from of ["auto", "claude", "codex", "pi"] as const) {
        deepStrictEqual(reportOn([bytes], { from, cuts: sorted }), reportOn([bytes], { from }))
      }
      const single = Array.from({ length: bytes.length }, (_, index) => index)
      deepStrictEqual(reportOn([bytes], { cuts: single }), reportOn([bytes]))
    },
  ))

Deno.test("records of any JSON never make a reader throw, under any policy", () =>
  holds(Schema.Array(Schema.Json), 2000, 42, (values) => {
    const types = ["assistant", "user", "message", "response_item", "session", "progress"]
    const records = values.flatMap((value, index) => [
      value,
      { type: types[index % types.length], message: value, payload: value, data: value, content: value },
    ])
    for (const from of ["auto", "claude", "codex", "pi"] as const) reportOn([records], { from, policy: strictPolicy })
  }))
