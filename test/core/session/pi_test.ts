import { deepStrictEqual } from "node:assert/strict"
import { readPiRecord } from "../../../src/core/session/pi.ts"
import { reportOn } from "./session_report.ts"

const header = { type: "session", version: 3, id: "s1", timestamp: "2027-01-31T10:00:00.000Z", cwd: "/w" }

function entry(id: string, message: unknown): unknown {
  return { type: "message", id, parentId: null, timestamp: "2027-01-31T10:00:01.000Z", message }
}

function bash(id: string, command: unknown): unknown {
  const content = [{ type: "thinking", thinking: "gh" }, { type: "toolCall", id, name: "bash", arguments: { command } }]
  return entry(`e-${id}`, { role: "assistant", content })
}

Deno.test("a session of pi gives the commands of bash, and tells those of the user apart", () => {
  const report = reportOn([[
    header,
    { type: "model_change", id: "m1", parentId: null },
    bash("k1", "gh pr view 7"),
    entry("r1", { role: "toolResult", toolCallId: "k1", toolName: "bash", isError: true, content: [] }),
    entry("u1", { role: "bashExecution", command: "python -V", output: "", exitCode: 0 }),
    entry("u2", { role: "bashExecution", command: "gh x", output: "", excludeFromContext: true }),
    bash("k2", "git status"),
  ]])
  deepStrictEqual(report.rawCallViolations, ["gh: gh pr view 7"])
  deepStrictEqual(report.details.map(({ source, outcome }) => [source, outcome]), [
    [{ file: "0", line: 3, call: "k1" }, "error"],
  ])
  const { formats, commands, userCommands, records, unknownRecords } = report.coverage
  deepStrictEqual([formats.pi, commands, userCommands, records, unknownRecords], [1, 2, 2, 7, {}])
})

Deno.test("arguments of pi that are JSON in a text are read as well", () => {
  const call = (id: string, given: string): unknown =>
    entry(`e-${id}`, { role: "assistant", content: [{ type: "toolCall", id, name: "bash", arguments: given }] })
  const report = reportOn([[header, call("k1", '{"command":"gh a"}'), call("k2", "gh b"), call("k3", "{ gh c; }")]])
  deepStrictEqual(report.rawCallViolations, ["gh: gh a", "gh: gh b", "gh: gh c"])
})

Deno.test("branches of pi that were given up have run", () => {
  const report = reportOn([[header, bash("k1", "gh a"), { type: "branch_summary", id: "b" }, bash("k2", "gh b")]])
  deepStrictEqual(report.rawCallViolations, ["gh: gh a", "gh: gh b"])
})

Deno.test("records of pi of which nothing is known are counted", () => {
  const report = reportOn([[header, { type: "dream", id: "d" }, entry("x", { role: "oracle" }), bash("k", 7)]])
  deepStrictEqual(report.coverage.unknownRecords, { dream: 1, "message/oracle": 1 })
  deepStrictEqual(report.coverage.skipped, {
    count: 1,
    first: { file: "0", line: 4, reason: "the command of the call of bash is no text" },
  })
})

Deno.test("readPiRecord takes fields of any shape for what they are", () => {
  for (const value of [undefined, null, 7, "x", [], [7, null], {}]) {
    for (const role of ["assistant", "toolResult", "user"]) {
      deepStrictEqual(
        readPiRecord({ type: "message", message: { role, content: value, toolCallId: value } }).filter(({ kind }) =>
          kind !== "result"
        ),
        [],
      )
    }
  }
})
