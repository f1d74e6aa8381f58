import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { readCodexRecord } from "../../../src/core/session/codex.ts"
import { reportOn } from "./session_report.ts"

function item(payload: unknown): unknown {
  return { timestamp: "2027-01-31T10:00:00.000Z", type: "response_item", payload }
}

function message(payload: unknown): unknown {
  return { timestamp: "2027-01-31T10:00:00.000Z", type: "event_msg", payload }
}

function call(name: string, args: unknown, id: string): unknown {
  return item({ type: "function_call", name, arguments: JSON.stringify(args), call_id: id })
}

function output(id: string, text: unknown): unknown {
  return item({ type: "function_call_output", call_id: id, output: text })
}

const meta = { timestamp: "2027-01-31T10:00:00.000Z", type: "session_meta", payload: { id: "s1", cwd: "/w" } }

Deno.test("a session of Codex gives the commands of all its shells", () => {
  const report = reportOn([[
    meta,
    call("exec_command", { cmd: "gh pr view 7", workdir: "/w" }, "c1"),
    call("shell", { command: ["bash", "-lc", "cd 'a b' && python x.py"] }, "c2"),
    call("shell_command", { command: "node -e 1" }, "c3"),
    item({ type: "local_shell_call", call_id: "c4", action: { type: "exec", command: ["gh", "api", "/it's"] } }),
    call("write_stdin", { session_id: 7, chars: "\u0003gh pr merge 7\r\n" }, "c5"),
    call("write_stdin", { session_id: 7, chars: "" }, "c6"),
    call("container.exec", { cmd: ["python3", "-c", "print(1)\nprint(2)"] }, "c7"),
    call("update_plan", { command: "gh api x" }, "c8"),
    item({ type: "custom_tool_call", name: "apply_patch", input: "gh api x", call_id: "c9" }),
    item({ type: "custom_tool_call", name: "exec", input: "await tools.shell('gh api x')", call_id: "c10" }),
  ]])
  deepStrictEqual(report.rawCallViolations, [
    "gh: gh pr view 7",
    "python: python x.py",
    "node -e: node -e 1",
    "gh: gh api '/it'\\''s'",
    "python3: python3 -c 'print(1)\nprint(2)'",
  ])
  deepStrictEqual(report.details.map(({ source, via }) => [source.call, source.line, via.length]), [
    ["c1", 2, 0],
    ["c2", 3, 1],
    ["c3", 4, 0],
    ["c4", 5, 0],
    ["c7", 8, 0],
    ["c5", 6, 0],
  ])
  deepStrictEqual(report.allowedWriteOps, ["gh pr merge 7"])
  deepStrictEqual(report.undecided.map(({ reason, source }) => [reason, source.call]), [["opaque program", "c10"]])
  deepStrictEqual([report.coverage.commands, report.coverage.formats.codex, report.coverage.records], [7, 1, 11])
})

Deno.test("the outcome of a call of Codex is where its version puts it", () => {
  const cases: readonly (readonly [unknown, "ok" | "error"])[] = [
    ["fine", "ok"],
    [JSON.stringify({ output: "x", metadata: { exit_code: 0 } }), "ok"],
    [JSON.stringify({ output: "x", metadata: { exit_code: 2 } }), "error"],
    [{ content: "x", success: false }, "error"],
    [{ content: "x", success: true }, "ok"],
    ["Exit code: 1\nWall time: 0.1 seconds\nOutput:\nno", "error"],
    ["Chunk ID: 1\nProcess exited with code 127\nOutput:\n", "error"],
    ["Exit code: 0\nOutput:\nExit code: 1\n", "ok"],
    ["{ not JSON", "ok"],
    [null, "ok"],
  ]
  for (const [said, outcome] of cases) {
    const [detail] = reportOn([[meta, call("shell", { command: "gh x" }, "c"), output("c", said)]]).details
    strictEqual(detail?.outcome, outcome, JSON.stringify(said))
  }
})

Deno.test("a call of Codex that newer versions repeat counts once, and its exit code is the outcome", () => {
  const begin = message({ type: "exec_command_begin", call_id: "c1", command: ["bash", "-lc", "gh x"] })
  const end = message({ type: "exec_command_end", call_id: "c1", command: ["bash", "-lc", "gh x"], exit_code: 1 })
  for (
    const records of [
      [meta, call("exec_command", { cmd: "gh x" }, "c1"), begin, end, output("c1", "no")],
      [meta, call("exec_command", { cmd: "gh x" }, "c1"), output("c1", "no"), begin, end],
      [meta, begin, call("exec_command", { cmd: "gh x" }, "c1"), end],
      [meta, begin, end],
      [meta, end],
    ]
  ) {
    const { rawCallViolations, details, coverage } = reportOn([records])
    deepStrictEqual(
      [rawCallViolations, details.map(({ outcome }) => outcome), coverage.commands, coverage.duplicates],
      [["gh: gh x"], ["error"], 1, 0],
    )
  }
})

Deno.test("the user's own commands of Codex are told apart", () => {
  const text =
    "<user_shell_command>\n<command>\ngh auth status\n</command>\n<result>\nok\n</result>\n</user_shell_command>"
  const { ok, coverage } = reportOn([[
    meta,
    item({ type: "message", role: "user", content: [{ type: "input_text", text }] }),
    message({ type: "exec_command_end", call_id: "u", source: "user_shell", command: ["gh", "x"], exit_code: 0 }),
  ]])
  deepStrictEqual([ok, coverage.userCommands, coverage.commands], [true, 1, 0])
})

Deno.test("the oldest sessions of Codex have no envelope", () => {
  const { rawCallViolations, details, coverage } = reportOn([[
    { id: "s1", timestamp: "2025-05-01T10:00:00.000Z", instructions: "be brief", git: {} },
    { record_type: "state" },
    { type: "message", role: "user", content: [{ type: "input_text", text: "gh api x" }] },
    { type: "function_call", name: "shell", arguments: JSON.stringify({ command: ["gh", "x"] }), call_id: "c1" },
    { type: "function_call_output", call_id: "c1", output: JSON.stringify({ metadata: { exit_code: 1 } }) },
  ]])
  deepStrictEqual(rawCallViolations, ["gh: gh x"])
  deepStrictEqual([details[0]?.outcome, coverage.formats.codex, coverage.unknownRecords], ["error", 1, {}])
})

Deno.test("arguments of Codex that are cut off are a line that was not read", () => {
  const { coverage } = reportOn([[
    meta,
    item({ type: "function_call", name: "shell", arguments: '{"command":["gh', call_id: "c1" }),
    item({ type: "function_call", name: "update_plan", arguments: "{", call_id: "c2" }),
    item({ type: "holodeck" }),
    { timestamp: "x", type: "dream", payload: {} },
  ]])
  deepStrictEqual(coverage.skipped, {
    count: 1,
    first: { file: "0", line: 2, reason: "the arguments of the call are no JSON object" },
  })
  deepStrictEqual(coverage.unknownRecords, { "response_item/holodeck": 1, dream: 1 })
})

Deno.test("readCodexRecord takes fields of any shape for what they are", () => {
  const odd: readonly unknown[] = [undefined, null, 7, "x", [], [7], {}]
  for (
    const type of [
      "function_call",
      "custom_tool_call",
      "local_shell_call",
      "function_call_output",
      "message",
      "exec_command_end",
    ]
  ) {
    for (const value of odd) {
      const payload = {
        type,
        name: value,
        arguments: value,
        input: value,
        action: value,
        output: value,
        content: value,
        command: value,
      }
      for (const outer of ["response_item", "event_msg"]) {
        for (const event of readCodexRecord({ type: outer, payload })) strictEqual(event.kind === "command", false)
      }
    }
  }
})
