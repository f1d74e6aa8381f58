import { deepStrictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { baselineOf, parseReport } from "../../../src/core/report/parse_report.ts"
import { renderReport } from "../../../src/core/report/render_report.ts"
import { entriesOf } from "../../../src/core/report/report_entry.ts"
import { validateReport } from "../../../src/core/report/validate_report.ts"
import { holds, line, report } from "./report_arbitrary.ts"

Deno.test("parseReport reads the rows that renderReport wrote, whatever their lines hold", async () => {
  await holds(report, (report) => {
    const parsed = Result.getOrThrow(parseReport(renderReport(report)))
    deepStrictEqual([parsed.front_matter.scope, parsed.front_matter.kind], [report.scope, report.kinds.join("+")])
    deepStrictEqual([parsed.front_matter.counts, parsed.front_matter.tags], [report.counts, report.tags])
    deepStrictEqual(parsed.rows, entriesOf(report).map((entry) => entry.row))
    deepStrictEqual(
      parsed.closed,
      report.resolved.map(({ tag: _tag, how: _how, ...row }) => ({ ...row, closed_in: 8 })),
    )
    return true
  }, 400)
})

Deno.test("parseReport reads a report with the line ends of Windows and a byte order mark", async () => {
  await holds(report, (report) => {
    const text = renderReport(report)
    deepStrictEqual(parseReport(`\ufeff${text.replaceAll("\n", "\r\n")}`), parseReport(text))
    return true
  }, 50)
})

Deno.test("baselineOf keeps what a rendered report says of its run", async () => {
  await holds(report, (report) => {
    const baseline = baselineOf(Result.getOrThrow(parseReport(renderReport(report))), "reports/latest.md")
    deepStrictEqual([baseline.version, baseline.date, baseline.id_max], [8, "2026-03-04", 6000])
    return true
  }, 20)
})

Deno.test("parseReport and validateReport read a report that lost or gained some text without throwing", async () => {
  const cut = Arbitrary.all([report, Arbitrary.schema(Schema.Finite), Arbitrary.schema(Schema.Finite), line])
  await holds(cut, ([report, start, length, text]) => {
    const whole = renderReport(report)
    const at = Math.abs(Math.trunc(start)) * 97 % whole.length
    const broken = whole.slice(0, at) + text + whole.slice(at + Math.abs(Math.trunc(length)) % 40)
    return Result.isResult(parseReport(broken)) && Array.isArray(validateReport(broken))
  }, 300)
})

Deno.test("validateReport finds nothing in what renderReport wrote", async () => {
  await holds(report, (report) => {
    deepStrictEqual(validateReport(renderReport(report)), [])
    return true
  }, 400)
})
