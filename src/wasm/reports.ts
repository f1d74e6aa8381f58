import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Baseline } from "../core/diff/baseline.ts"
import { decodeAt } from "../core/diff/decode_at.ts"
import { diffFindings } from "../core/diff/diff_findings.ts"
import { readBaseline } from "../core/diff/read_baseline.ts"
import { readFindings } from "../core/diff/read_findings.ts"
import type { Destination } from "../core/report/dialect.ts"
import {
  baselineOf,
  type MergeConflict,
  type ParsedReport,
  parseReport,
  type ReportMalformed,
} from "../core/report/parse_report.ts"
import { renderReport } from "../core/report/render_report.ts"
import { summarisePasses } from "../core/report/summarise_passes.ts"
import { validateReport, type Violation } from "../core/report/validate_report.ts"
import { isCalendarDate } from "../core/schema/line.ts"
import { Report } from "../core/schema/report.ts"
import { answer, wellFormed } from "./answer.ts"
import { type Failure, refusal } from "./failure.ts"
import { readJson } from "./json_text.ts"
import { isThere, type Option } from "./option.ts"

/** The record `baseline`. */
export interface GivenBaseline {
  readonly path: string
  readonly content: { readonly tag: "markdown" | "json"; readonly val: string }
}

/** The record `diff-options`. */
export interface DiffOptions {
  readonly today: string
  readonly idMax?: Option<number>
  readonly renames: readonly { readonly oldNode: string; readonly newNode: string }[]
}

/** The operation `reports.diff`. */
export function diff(findings: string, baseline: Option<GivenBaseline>, options: DiffOptions): string {
  return answer(Result.map(
    Result.all({
      current: Result.flatMap(
        readJson("findings", findings),
        (value) => Result.mapError(readFindings(value), ({ field, message }) => refusal("findings", field, message)),
      ),
      baseline: isThere(baseline) ? readGiven(baseline) : Result.succeed(undefined),
      today: isCalendarDate(options.today) ? Result.succeed(options.today) : Result.fail(noDate(options.today)),
    }),
    ({ current, baseline, today }) => {
      const { idMax, renames } = options
      const result = diffFindings({
        current,
        ...(isThere(baseline) ? { baseline } : undefined),
        ...(isThere(idMax) ? { id_max: idMax } : undefined),
        renames: Object.fromEntries(renames.map(({ oldNode, newNode }) => [oldNode, newNode])),
        today,
      })
      return JSON.stringify({ ...result, ...("passes" in current ? summarisePasses(current.passes) : undefined) })
    },
  ))
}

function noDate(today: string): Failure {
  const message = `Cannot compare the findings: ${JSON.stringify(today)} is no date; pass a calendar date YYYY-MM-DD`
  return refusal("today", "", message)
}

function readGiven({ path, content }: GivenBaseline): Result.Result<Baseline, Failure> {
  if (content.tag === "markdown") return Result.map(read("baseline", content.val), (report) => baselineOf(report, path))
  return Result.flatMap(
    readJson("baseline", content.val),
    (value) => Result.mapError(readBaseline(value, path), ({ field, message }) => refusal("baseline", field, message)),
  )
}

/** Reads a report in Markdown, and says why it cannot. */
function read(argument: string, text: string): Result.Result<ParsedReport, Failure> {
  return Result.mapError(parseReport(text), (error): Failure => ({
    kind: kindOf(error),
    argument,
    line: error.line,
    message: error.message,
  }))
}

function kindOf(error: ReportMalformed | MergeConflict): Failure["kind"] {
  if (error._tag === "MergeConflict") return "merge-conflict"
  return error.equal_ids === true ? "equal-ids" : "malformed"
}

/** The record `render-options`. */
export interface RenderOptions {
  readonly destination: Destination
  readonly maxFindings?: Option<number>
  readonly maxDiagramNodes?: Option<number>
}

const decodeReport = Schema.decodeUnknownResult(Report, { reportInput: true })

/** The operation `reports.render`. */
export function render(report: string, options: RenderOptions): string {
  const decoded = Result.flatMap(
    readJson("report", report),
    (value) =>
      Result.mapError(
        decodeAt(decodeReport, value, ""),
        ({ field, expected }) =>
          refusal("report", field, cannotRender(field === "" ? expected : `${field}: ${expected}`)),
      ),
  )
  const { destination, maxFindings, maxDiagramNodes } = options
  const limits = {
    ...(isThere(maxFindings) ? { findings: maxFindings } : undefined),
    ...(isThere(maxDiagramNodes) ? { diagram_nodes: maxDiagramNodes } : undefined),
  }
  return wellFormed(renderReport(answer(decoded), { destination, limits }))
}

function cannotRender(problem: string): string {
  return `Cannot render the report: ${problem}; correct it and run again`
}

/** The operation `reports.parse`. */
export function parse(text: string): string {
  return answer(Result.map(read("text", text), (report) => JSON.stringify(report)))
}

/** The operation `reports.validate`. */
export function validate(text: string): readonly Violation[] {
  return validateReport(text).map(({ rule, line, message }) => ({ rule, line, message: wellFormed(message) }))
}
