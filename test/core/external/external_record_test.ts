import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import * as Result from "effect/Result"
import {
  type ExternalRecord,
  formatRecord,
  parseRecord,
  recordName,
} from "../../../src/core/external/external_record.ts"
import { type ProgramEnd, whyFailed } from "../../../src/core/external/program_end.ts"

const ends: readonly ProgramEnd[] = [
  { how: "exit", code: 0 },
  { how: "exit", code: 3 },
  { how: "signal", signal: "SIGKILL" },
  { how: "timeout", seconds: 0.5 },
  { how: "limit", bytes: 16_000_000 },
]

Deno.test("parseRecord gives what formatRecord wrote, to the byte of the answer", () => {
  for (const ended of ends) {
    for (const answer of ["", "\n", '{"a" : 1}\r\n', "no line break at the end"]) {
      const record: ExternalRecord = {
        header: {
          type: "record",
          schema: 1,
          pass: "judge",
          request: "sha256:00",
          today: "2026-03-01",
          ended,
          ...(ended.how === "exit" && ended.code === 0 ? {} : { last_words: "Killed" }),
        },
        answer,
      }
      deepStrictEqual(Result.getOrThrow(parseRecord(formatRecord(record))), record)
    }
  }
})

Deno.test("parseRecord says what is wrong with a file that is no record", () => {
  const header = { type: "record", schema: 2, pass: "p", request: "", today: "", ended: ends[0] }
  const cases: readonly (readonly [text: string, problem: string])[] = [
    ["", "its first line is no header of a record: "],
    ['{"type":"coverage"}\n', "its first line is no header of a record: type: "],
    [JSON.stringify(header), "its first line is no header of a record: schema: "],
  ]
  for (const [text, problem] of cases) {
    const parsed = parseRecord(text)
    ok(Result.isFailure(parsed) && parsed.failure.startsWith(problem), JSON.stringify(parsed))
  }
})

Deno.test("recordName is one file of the folder, whatever the pass is called", () => {
  deepStrictEqual(["judge", "a.b_c-D", "..", "../x", ".hidden", "a b", "x\\y", "con*", "ä"].map(recordName), [
    "judge.ndjson",
    "a.b_c-D.ndjson",
    "%2E..ndjson",
    "%2E.%2Fx.ndjson",
    "%2Ehidden.ndjson",
    "a%20b.ndjson",
    "x%5Cy.ndjson",
    "con%2A.ndjson",
    "%C3%A4.ndjson",
  ])
})

Deno.test("whyFailed names how the program ended, its last words and what to do", () => {
  deepStrictEqual(ends.map((end) => whyFailed(end, "no API key")), [
    undefined,
    "its program ended with code 3; it said last: no API key",
    "its program was ended by SIGKILL; it said last: no API key",
    'its program was ended after 0.5 s; raise "timeout_seconds", or let it look at less; it said last: no API key',
    "its program printed more than 16 MB and was ended; let it look at less",
  ])
  strictEqual(whyFailed({ how: "exit", code: 1 }, undefined), "its program ended with code 1")
})
