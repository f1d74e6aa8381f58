import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { readCodexRecord } from "../../../src/core/session/codex.ts"
import { reportOn } from "./session_report.ts"
import { cpuTime } from "../../services/cpu_time.ts"

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

/** Calls that type into programs, a line of the session each. */
function typing(...typed: readonly (readonly [program: number, text: string])[]): readonly unknown[] {
  return typed.map(([session_id, chars], index) => call("write_stdin", { session_id, chars }, `w${index}`))
}

function starting(cmd: string, program: number): readonly unknown[] {
  const said = `Chunk ID: 1\nWall time: 1 seconds\nProcess running with session ID ${program}\nOutput:\n`
  return [call("exec_command", { cmd, tty: true }, `s${program}`), output(`s${program}`, said)]
}

Deno.test("what is typed piece by piece into a program of Codex is a command once it is entered", () => {
  const said = (...typed: readonly (readonly [number, string])[]): readonly unknown[] => {
    const { rawCallViolations, allowedWriteOps, undecided, details } = reportOn([[meta, ...typing(...typed)]])
    return [rawCallViolations, allowedWriteOps, undecided.length, details.map(({ source }) => source.call)]
  }
  deepStrictEqual(said([1, "g"], [1, "h api x\n"]), [["gh: gh api x"], [], 0, ["w1"]])
  deepStrictEqual(said([1, "gh pr mer"], [1, "ge 7\r"]), [[], ["gh pr merge 7"], 0, ["w1"]])
  deepStrictEqual(said([1, "gh pr "], [2, "ls gh\n"], [1, "x\n"]), [["gh: gh pr x"], [], 0, ["w2"]])
  deepStrictEqual(said([1, "cat <<E\n"], [1, "gh x\n"], [1, "E\n"]), [[], [], 0, []])
  deepStrictEqual(said([1, "gh x\u0003"], [1, "ls\n"], [1, "gx"], [1, "\u007fh y\n"]), [["gh: gh y"], [], 0, ["w3"]])
  deepStrictEqual(said([1, "gh x"]), [["gh: gh x"], [], 0, ["w0"]])
  deepStrictEqual(said([1, "cat <<E\n"], [1, `${"gh x\n".repeat(50_000)}`], [1, "gh y\n"])[2] !== 0, true)
})

Deno.test("what was typed into a program of Codex and not entered stands on its line among the rest", () => {
  const file = [meta, ...typing([1, "gh a"]), call("exec_command", { cmd: "gh b; $X c" }, "e1"), ...typing([2, "$X d"])]
  const { rawCallViolations, undecided } = reportOn([[meta, call("exec_command", { cmd: "gh 0" }, "e0")], file, file])
  deepStrictEqual(rawCallViolations, ["gh: gh 0", "gh: gh a", "gh: gh b"])
  deepStrictEqual(undecided.map(({ segment }) => segment), ["$X c", "$X d"])
})

Deno.test("what is typed into a program of Codex counts by what that program is", () => {
  const said = (cmd: string, text: string): readonly unknown[] => {
    const { rawCallViolations, undecided } = reportOn([[meta, ...starting(cmd, 7), ...typing([7, text])]])
    return [rawCallViolations.filter((each) => each !== `python3: ${cmd}`), undecided.map(({ segment }) => segment)]
  }
  for (const cmd of ["bash", "cd x && sudo -u me bash -l", "env A=1 sh -i", "su - me", "$SHELL"]) {
    deepStrictEqual(said(cmd, "gh x\n")[0], ["gh: gh x"], cmd)
  }
  for (const cmd of ["python3", "sudo psql -d a", "cd x; sqlite3 a.db", "env A=1 irb", "node"]) {
    deepStrictEqual(said(cmd, "gh x\n"), [[], []], cmd)
  }
  deepStrictEqual(said("./dev.sh", "gh x\n"), [[], ["gh x"]])
  deepStrictEqual(said("./dev.sh", "y\n"), [[], []])
})

Deno.test("what is typed line by line into a text that stays open is not read again for each line", () => {
  const lines = Array.from({ length: 20_000 }, () => [7, "ls\n"] as const)
  const started = cpuTime()
  const report = reportOn([[meta, ...typing([7, "bash -c 'gh x\n"], ...lines, [7, "'\ngh y\n"])]])
  deepStrictEqual(report.rawCallViolations, ["gh: gh x", "gh: gh y"])
  // Read again for each line, they are 600 MB of shell text.
  strictEqual(cpuTime() - started < 5000, true, `${cpuTime() - started} ms`)
})

Deno.test("the tool unified_exec of Codex starts programs and types into them", () => {
  const unified = (session_id: unknown, input: unknown, id: string): unknown =>
    call("unified_exec", { session_id, input }, id)
  const { rawCallViolations, coverage } = reportOn([[
    meta,
    unified(null, ["gh", "x"], "c1"),
    unified(undefined, ["bash -lc 'gh y'"], "c2"),
    unified(null, ["bash"], "c3"),
    output("c3", JSON.stringify({ session_id: "0", output: "$ " })),
    unified("0", ["gh z\n"], "c4"),
    unified(null, ["sqlite3"], "c5"),
    output("c5", JSON.stringify({ session_id: "1", output: "" })),
    unified("1", ["gh x\n"], "c6"),
    unified(null, 7, "c7"),
  ]])
  deepStrictEqual(rawCallViolations, ["gh: gh x", "gh: gh y", "gh: gh z"])
  deepStrictEqual([coverage.commands, coverage.skipped.count], [5, 1])
})

Deno.test("programs of one session of Codex are not those of another, and a resumed one counts once", () => {
  const session = [meta, ...starting("bash", 7), ...typing([7, "g"], [7, "h x\n"])]
  deepStrictEqual(reportOn([session, session]).rawCallViolations, ["gh: gh x"])
  const { rawCallViolations } = reportOn([[meta, ...typing([7, "gh"])], [
    meta,
    call("write_stdin", {
      session_id: 7,
      chars: " y\n",
    }, "x"),
  ]])
  deepStrictEqual(rawCallViolations, ["gh: gh"])
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
