import { deepStrictEqual, strictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { parseConfig } from "../../../src/core/config/parse_config.ts"
import { Config } from "../../../src/core/schema/config.ts"
import { BaselineFinding, ClosedFinding, DiffResult, TaggedFinding } from "../../../src/core/schema/diff_result.ts"
import { Finding } from "../../../src/core/schema/finding.ts"
import { findingId, findingNumber } from "../../../src/core/schema/finding_id.ts"
import { contractNames, jsonSchemaOf } from "../../../src/core/schema/json_schema.ts"
import { isCalendarDate, isLine } from "../../../src/core/schema/line.ts"
import { lineOf, nodeOf } from "../../../src/core/schema/locator.ts"
import { Orientation } from "../../../src/core/schema/orientation.ts"
import { PassResult } from "../../../src/core/schema/pass_result.ts"
import { PersistedRun } from "../../../src/core/schema/persisted_run.ts"
import { completeReport, Report } from "../../../src/core/schema/report.ts"
import { RouteOutcome } from "../../../src/core/schema/route_outcome.ts"
import { formatStatus, parseStatus, Status } from "../../../src/core/schema/status.ts"

const contracts: readonly (readonly [string, Schema.Codec<unknown, unknown>])[] = [
  ["Finding", Finding],
  ["TaggedFinding", TaggedFinding],
  ["BaselineFinding", BaselineFinding],
  ["ClosedFinding", ClosedFinding],
  ["PassResult", PassResult],
  ["Orientation", Orientation],
  ["DiffResult", DiffResult],
  ["RouteOutcome", RouteOutcome],
  ["PersistedRun", PersistedRun],
  ["Config", Config],
]

async function holds<A>(
  arbitrary: Arbitrary.Arbitrary<A>,
  property: (value: A) => boolean,
  runs: number,
): Promise<void> {
  const outcome = await Effect.runPromise(Arbitrary.checkEffect(arbitrary, property, { runs, seed: 11 }))
  strictEqual(Arbitrary.formatCheckFailure(outcome), undefined)
}

for (const [name, schema] of contracts) {
  Deno.test(`${name} survives JSON unchanged`, async () => {
    const decode = Schema.decodeUnknownSync(schema)
    const encode = Schema.encodeUnknownSync(schema)
    await holds(Arbitrary.schema(schema), (value) => {
      const json: unknown = JSON.parse(JSON.stringify(encode(value)))
      deepStrictEqual(JSON.parse(JSON.stringify(encode(decode(json)))), json)
      return true
    }, 60)
  })
}

const finding: Finding = {
  pass: "link-integrity",
  locator: "docs/a.md",
  verdict: "DEAD",
  severity: "Medium",
  what: 'link to "b.md" is dead',
  route: "direct-fix",
  proposed_action: "link to docs/b.md",
}

Deno.test("Finding keeps unknown top-level fields of every kind", () => {
  const foreign = { ...finding, judge: { model: "m", votes: [1, null] }, "x-note": "kept" }
  deepStrictEqual(Schema.decodeUnknownSync(Finding)(foreign), foreign)
})

Deno.test("a schema error names the field, whatever is wrong with it", () => {
  const cases: readonly (readonly [string, unknown])[] = [
    ["severity", "fatal"],
    ["what", "two\nlines"],
    ["what", " padded"],
    ["locator", ""],
    ["verdict", 3],
    ["proposed_action", " "],
    ["status", "fixed"],
    ["evidence", [{ path: "a", line: 0, quote: "" }]],
    ["edits", [{ path: "a", find: "", replace: "" }]],
  ]
  for (const [field, value] of cases) {
    const decoded = Schema.decodeUnknownResult(Finding, { errors: "all" })({ ...finding, [field]: value })
    strictEqual(Result.isFailure(decoded) && decoded.failure.message.includes(`["${field}"]`), true, field)
  }
})

Deno.test("Report fills what a DiffResult leaves out and counts its rows itself", () => {
  const diff: DiffResult = {
    run_mode: "repeat",
    baseline: { path: "v1.md", version: 1 },
    findings: [{ ...finding, id: "R001", tag: "CARRIED" }, { ...finding, id: "R003", severity: "High", tag: "NEW" }],
    resolved: [],
    unverified: [{
      id: "R002",
      pass: "p",
      locator: "l",
      what: "w",
      status: "open",
      tag: "UNVERIFIED",
      why: "ambiguous",
    }],
    id_max: 3,
    warnings: [],
    extra: true,
  }
  const report = Schema.decodeUnknownSync(Report)({ ...diff, counts: { critical: 9, high: 9, medium: 9, low: 9 } })
  deepStrictEqual(report.counts, { critical: 0, high: 1, medium: 1, low: 1 })
  deepStrictEqual(report.tags, { new: 1, carried: 1, wont_fix: 0, unverified: 1, resolved: 0 })
  deepStrictEqual(report.passes, [{ pass: "link-integrity", state: "complete", found: 2 }])
  deepStrictEqual([report.scope, report.scope_slug, report["extra"]], ["corpus", "corpus", true])
  deepStrictEqual(completeReport(report), report)
})

Deno.test("Status is what parseStatus reads and formatStatus writes", async () => {
  await holds(Arbitrary.schema(Schema.String), (text) => {
    const status = parseStatus(text)
    return status === undefined
      ? !Schema.is(Status)(text)
      : Schema.is(Status)(text) && JSON.stringify(parseStatus(formatStatus(status))) === JSON.stringify(status)
  }, 300)
  for (const text of ["open", "wont_fix:a", "wont_fix: a until 2026-02-28", "wont_fix:until 2026-02-30"]) {
    const status = parseStatus(text)
    strictEqual(status === undefined, false)
    if (status !== undefined) deepStrictEqual(parseStatus(formatStatus(status)), status)
  }
  deepStrictEqual(parseStatus("wont_fix:by design until 2026-02-30"), {
    _tag: "wont_fix",
    reason: "by design until 2026-02-30",
  })
  strictEqual(parseStatus("wont_fix:"), undefined)
})

Deno.test("nodeOf and lineOf take a locator apart", () => {
  deepStrictEqual(
    ["a.md:3", "a.md", "12:7", ":7", "a:b:10", "a.md:"].map((locator) => [nodeOf(locator), lineOf(locator)]),
    [
      ["a.md", 3],
      ["a.md", undefined],
      ["12", 7],
      [":7", undefined],
      ["a:b", 10],
      ["a.md:", undefined],
    ],
  )
})

Deno.test("findingId and findingNumber are inverse above every width", () => {
  for (const number of [0, 1, 42, 999, 1000, 123456]) strictEqual(findingNumber(findingId(number)), number)
  deepStrictEqual(["R1", "r001", "R001 ", "X001"].map(findingNumber), [undefined, undefined, undefined, undefined])
})

Deno.test("isLine refuses control characters, line separators, padding and nothing", () => {
  deepStrictEqual(
    ["", " a", "a ", "a\tb", "a\nb", "a\u2028b", "a\u0085b", "a\u007fb"].map(isLine),
    Array(8).fill(false),
  )
  deepStrictEqual(["a", "a b", "é|`<!-- -->", "😀"].map(isLine), Array(4).fill(true))
})

Deno.test("isCalendarDate knows the calendar", () => {
  deepStrictEqual(["2024-02-29", "2000-02-29", "2026-12-31"].map(isCalendarDate), [true, true, true])
  deepStrictEqual(
    ["2026-02-29", "1900-02-29", "2026-00-10", "2026-13-01", "2026-04-31", "2026-4-1", "26-04-01"].map(isCalendarDate),
    Array(7).fill(false),
  )
})

Deno.test("jsonSchemaOf describes every contract as JSON Schema 2020-12", () => {
  for (const name of contractNames) {
    const document = jsonSchemaOf(name)
    strictEqual(document.$schema, "https://json-schema.org/draft/2020-12/schema")
    strictEqual(document["title"], name)
  }
})

Deno.test("parseConfig accepts every Config that its schema encodes", async () => {
  await holds(Arbitrary.schema(Config), (config) => {
    const known = {
      ...config,
      passes: Object.fromEntries(Object.keys(config.passes ?? {}).map(() => ["link-integrity", false])),
    }
    return Result.isSuccess(parseConfig(JSON.stringify(known), ".retro.yaml"))
  }, 60)
})
