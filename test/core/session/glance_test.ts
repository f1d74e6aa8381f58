import { deepStrictEqual, strictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ToolingReport } from "../../../src/core/schema/tooling_report.ts"
import { glanceAtClaude, succeededCall } from "../../../src/core/session/claude_glance.ts"
import { bashCall, reportOn, said, toolResult, turn } from "./session_report.ts"

const commands = ["git status", "ls -la | head -3", "gh x", "$X y", 'echo "a\\b"', "echo 世", "", "echo '{[]}'", "x\ny"]
const ids = ["t1", "t2", "t3", "", "tö", 't"4']
const outputs = [
  "ok",
  "<bash-input>gh x</bash-input>",
  '"type":"user"',
  '{"type":"tool_use","id":"t9","name":"Bash"}',
  "x".repeat(3000),
  '"is_error":true',
  "no tool_use_id",
]

/** A record that a session of Claude Code may hold, or nearly; choices are any numbers. */
function recordOf([kind, first, second, order]: readonly [number, number, number, number]): unknown {
  const command = commands[first % commands.length] ?? ""
  const id = ids[second % ids.length] ?? ""
  const output = outputs[first % outputs.length] ?? ""
  const block = { type: "tool_use", id, name: "Bash", input: { command, description: output } }
  const records: readonly unknown[] = [
    bashCall(id, command),
    bashCall(id, command),
    toolResult(id, second % 2 === 0, output),
    said(`<bash-input>${command}</bash-input>`, id),
    said([{ type: "text", text: output }], id),
    turn([block, { ...block, id: `${id}'` }]),
    turn([{ type: "text", text: output }, block]),
    turn([{ ...block, name: "Read" }, block]),
    turn([{ ...block, input: { type: "user", command } }]),
    turn([{ ...block, input: { command, then: { type: "tool_use", command: "gh z" } } }]),
    turn([{ type: "thinking", thinking: output }]),
    { type: "progress", sessionId: "s1", data: { message: bashCall(id, command) } },
    { type: "user", sessionId: "s1", message: turn([block]), uuid: "x" },
    { type: "holodeck", sessionId: "s1", message: { role: "assistant", content: [block] } },
    results([{ tool_use_id: id, type: "tool_result", content: output, is_error: first % 3 === 0 }]),
    results([{ tool_use_id: id, type: "tool_result", content: output }, { type: "text", text: output }]),
    results([{ type: "tool_result", tool_use_id: id, content: [{ type: "text", text: output }] }], first % 2 === 0),
    results(ids.map((each, index) => ({ tool_use_id: each, type: "tool_result", is_error: index === first % 4 }))),
    results([{ tool_use_id: id, type: "progress", is_error: true }]),
    { type: "attachment", cwd: '","type":"user', message: { role: "user", content: [{ type: "tool_result" }] } },
  ]
  return shuffled(records[kind % records.length], order)
}

/** A record of results; tools may say in fields of their own that they failed. */
function results(content: readonly unknown[], is_error?: boolean): unknown {
  const own = is_error === undefined ? {} : { toolUseResult: { stdout: "", is_error, api_error: !is_error } }
  return { type: "user", sessionId: "s1", message: { role: "user", content }, ...own }
}

/** The same record with its fields in another order, and those of its message. */
function shuffled(record: unknown, order: number): unknown {
  if (typeof record !== "object" || record === null) return record
  const entries = Object.entries(record)
  const turned = [...entries.slice(order % entries.length), ...entries.slice(0, order % entries.length)]
  return Object.fromEntries(
    turned.map(([field, value]) => [field, field === "message" ? shuffled(value, order >> 4) : value]),
  )
}

/** Sound records that make a file one of which a glance is enough. */
const sound = Array.from({ length: 90 }, (_, index) => toolResult(`sound${index}`, false, "y".repeat(3000)))

/** What a report says beside the line that was not read. */
function comparable({ coverage, details, undecided, ...lists }: ToolingReport, shift: number): unknown {
  const { records, commands, userCommands, duplicates, unknownRecords } = coverage
  const places = [...details, ...undecided].map(({ source, ...found }) => ({
    ...found,
    line: source.line - shift,
    call: source.call,
  }))
  return { lists, places, records, commands, userCommands, duplicates, unknownRecords }
}

Deno.test("a glance at records of Claude Code shows what parsing them does", async () => {
  const number = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1023 }))
  const choices = Schema.Array(Schema.Tuple([number, number, number, number]))
  const property = (picked: readonly (readonly [number, number, number, number])[]): boolean => {
    const records = [...sound, bashCall("t0", "git status"), ...picked.map(recordOf)]
    const glanced = reportOn([records])
    // A line that is not JSON in front: no glance is taken at what follows it.
    const parsed = reportOn([`{\n${records.map((record) => `${JSON.stringify(record)}\n`).join("")}`], {
      from: "claude",
    })
    strictEqual(parsed.coverage.skipped.count - glanced.coverage.skipped.count, 1)
    deepStrictEqual(comparable(glanced, 0), comparable(parsed, 1))
    return true
  }
  const found = await Effect.runPromise(
    Arbitrary.checkEffect(Arbitrary.schema(choices), property, { runs: 600, seed: 43 }),
  )
  strictEqual(Arbitrary.formatCheckFailure(found), undefined)
})

function glanceAt(record: unknown): ReturnType<typeof glanceAtClaude> {
  return glanceAtClaude(JSON.stringify(record))
}

Deno.test("a glance is enough for results, for prose and for a call that stands alone, wherever the type stands", () => {
  strictEqual(glanceAt(toolResult("t", true)), "result")
  strictEqual(typeof glanceAt(bashCall("t", "ls")), "object")
  strictEqual(typeof glanceAt(bashCall("t", 'echo "a\\" \n')), "object")
  strictEqual(glanceAt(turn([{ type: "text", text: 'a "tool_use"' }])), "prose")
  const { type, ...rest } = { ...Object(bashCall("t", "ls")) }
  strictEqual(typeof glanceAt({ ...rest, type, timestamp: "x" }), "object")
  deepStrictEqual(glanceAt(bashCall("t1", 'git commit -m "é"')), { id: "t1", written: 'git commit -m \\"é\\"' })
  strictEqual(glanceAt(bashCall('t"1', "git status")), undefined)
})

Deno.test("a call succeeded when its result stands alone in a record, and no field of that says that something failed", () => {
  const result = { tool_use_id: "t1", type: "tool_result", content: "x" }
  const shown = (...given: Parameters<typeof results>): string | undefined =>
    succeededCall(JSON.stringify(results(...given)))
  strictEqual(shown([result]), "t1")
  strictEqual(shown([{ ...result, is_error: false }]), "t1")
  strictEqual(succeededCall(JSON.stringify(toolResult("t2", false))), "t2")
  strictEqual(succeededCall(JSON.stringify(toolResult("t2", true))), undefined)
  for (const other of [{ is_error: true }, { tool_use_id: 't"1' }, { type: "x" }, { content: '"is_error":false' }]) {
    strictEqual(shown([{ ...result, ...other }]), undefined)
  }
  strictEqual(shown([result, { ...result, tool_use_id: "t2" }]), undefined)
  strictEqual(shown([result], true), undefined)
})

Deno.test("a record that was not written to its end, and goes on with the next one, is never taken at a glance", () => {
  const halves = [
    bashCall("t1", "git status"),
    toolResult("t2", false, 'a, [b: "c"'),
    results([{ tool_use_id: "t3", type: "tool_result", content: "x", is_error: true }]),
    said([{ type: "tool_result", tool_use_id: "t4", content: "y" }]),
    turn([{ type: "text", text: "It is done: all, [of] it" }]),
  ].map((record) => JSON.stringify(record))
  const followers = [bashCall("t5", "gh api user"), toolResult("t6", true), turn([{ type: "text", text: "z" }])]
  for (const half of halves) {
    for (const follower of followers) {
      for (let length = 1; length <= half.length; length++) {
        const line = half.slice(0, length) + JSON.stringify(follower)
        strictEqual(glanceAtClaude(line), undefined, line)
      }
    }
  }
})

Deno.test("a record that is cut off is never taken at a glance", () => {
  const text = JSON.stringify(bashCall("t", "ls"))
  for (let length = 0; length < text.length - 1; length++) {
    if (text[length - 1] === "}") continue
    strictEqual(glanceAtClaude(text.slice(0, length)), undefined)
  }
})
