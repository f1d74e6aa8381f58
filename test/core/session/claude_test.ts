import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { readClaudeRecord } from "../../../src/core/session/claude.ts"
import { bashCall, reportOn, said, toolResult, turn } from "./session_report.ts"

Deno.test("a session of Claude Code gives the commands of Bash, what they ended with and where they stand", () => {
  const report = reportOn([[
    { type: "summary", summary: "gh api", leafUuid: "x" },
    bashCall("t1", "gh pr view 7"),
    toolResult("t1", false),
    bashCall("t2", "cd x && sudo gh api y; gh pr merge 7"),
    toolResult("t2", true),
    bashCall("t3", "git status"),
  ]])
  deepStrictEqual(report.rawCallViolations, ["gh: gh pr view 7", "gh: sudo gh api y"])
  deepStrictEqual(report.allowedWriteOps, ["gh pr merge 7"])
  deepStrictEqual(report.details.map(({ kind, source, outcome }) => [kind, source, outcome]), [
    ["violation", { file: "0", line: 2, call: "t1" }, "ok"],
    ["violation", { file: "0", line: 4, call: "t2" }, "error"],
    ["allowed", { file: "0", line: 4, call: "t2" }, "error"],
  ])
  deepStrictEqual(report.coverage, {
    complete: true,
    files: 1,
    formats: { lines: 0, claude: 1, codex: 0, pi: 0 },
    records: 6,
    commands: 3,
    userCommands: 0,
    duplicates: 0,
    skipped: { count: 0 },
    unknownRecords: {},
  })
})

Deno.test("a result that never comes leaves a detail without an outcome", () => {
  deepStrictEqual(reportOn([[bashCall("t1", "gh x")]]).details.map((detail) => "outcome" in detail), [false])
})

Deno.test("the user's own commands are told apart, in a text or in a block of text", () => {
  const report = reportOn([[
    said("<bash-input>gh auth status</bash-input>"),
    said([{ type: "text", text: "<bash-input>gh api x\ngh api y</bash-input>" }], "u2"),
    said("please run gh api z", "u3"),
    said([{ type: "tool_result", tool_use_id: "t", content: "<bash-input>gh q</bash-input>" }], "u4"),
  ]])
  deepStrictEqual([report.ok, report.coverage.userCommands, report.coverage.commands], [true, 2, 0])
})

Deno.test("a call of a shell that is not POSIX cannot be decided, and one of another tool is none", () => {
  const report = reportOn([[turn([
    { type: "text", text: "gh api x" },
    { type: "tool_use", id: "t1", name: "PowerShell", input: { command: "gh api x" } },
    { type: "tool_use", id: "t2", name: "Read", input: { file_path: "gh" } },
    { type: "tool_use", id: "t3", name: "mcp__host__execute_command", input: { command: "gh api z" } },
    { type: "tool_use", id: "t4", name: "Edit", input: { command: "gh api x" } },
  ])]])
  deepStrictEqual(report.undecided, [
    { segment: "gh api x", reason: "opaque program", source: { file: "0", line: 1, call: "t1" } },
  ])
  deepStrictEqual(report.rawCallViolations, ["gh: gh api z"])
  strictEqual(report.coverage.commands, 2)
})

Deno.test("a call whose input is JSON in a text is read as well", () => {
  const block = { type: "tool_use", id: "t1", name: "Bash", input: '{"command":"gh x"}' }
  deepStrictEqual(reportOn([[turn([block])]]).rawCallViolations, ["gh: gh x"])
})

Deno.test("a call whose command is missing or no text is a line that was not read", () => {
  const call = (input: unknown): unknown => turn([{ type: "tool_use", id: "t", name: "Bash", input }])
  const { coverage } = reportOn([[call({}), call({ command: 7 }), call(null), call({ restart: true })]])
  deepStrictEqual(coverage.skipped, {
    count: 3,
    first: { file: "0", line: 1, reason: "the call of bash has no command" },
  })
})

Deno.test("the progress of a sub-agent counts, unless its own record is there, too", () => {
  const progress = {
    type: "progress",
    sessionId: "s1",
    data: { type: "agent_progress", message: bashCall("t1", "gh x") },
  }
  deepStrictEqual(reportOn([[progress, progress]]).rawCallViolations, ["gh: gh x"])
  for (const files of [[[progress, bashCall("t1", "gh x")]], [[bashCall("t1", "gh x"), progress]]]) {
    const { rawCallViolations, coverage } = reportOn(files)
    deepStrictEqual([rawCallViolations, coverage.duplicates], [["gh: gh x"], 0])
  }
})

Deno.test("records of unknown types are counted by type, as one line, short and without secrets", () => {
  const type = (name: unknown): unknown => ({ type: name, sessionId: "s1" })
  const { coverage } = reportOn([[
    type("holodeck"),
    type("holodeck"),
    type("a\nb\u001b[2J"),
    type("TOKEN=tr0ub4dor-Zq9"),
    type("x".repeat(300)),
    type("__proto__"),
    bashCall("t", "ls"),
    { sessionId: "s1" },
  ]])
  deepStrictEqual(Object.entries(coverage.unknownRecords), [
    ["holodeck", 2],
    ["a b [2J", 1],
    ["TOKEN=<redacted:secret-assignment>", 1],
    ["x".repeat(80), 1],
    ["__proto__", 1],
    ["(none)", 1],
  ])
  strictEqual(coverage.records, 8)
})

Deno.test("a file cannot fill the report with types", () => {
  const records = Array.from({ length: 1000 }, (_, index) => ({ type: `t${index}`, sessionId: "s1" }))
  const types = Object.entries(reportOn([records]).coverage.unknownRecords)
  deepStrictEqual([types.length, types.at(-1)], [101, ["(other)", 900]])
})

Deno.test("readClaudeRecord takes fields of any shape for what they are", () => {
  const odd: readonly unknown[] = [null, 7, "x", [], [null, 7, ["x"]], {}, { content: 7 }, { content: [null, 7, {}] }]
  for (const type of ["assistant", "user", "progress", "summary"]) {
    for (const value of odd) {
      deepStrictEqual(
        readClaudeRecord({ type, message: value, data: { message: value } }).filter(({ kind }) => kind !== "unknown"),
        [],
      )
    }
  }
})
