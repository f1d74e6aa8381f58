import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { parseDocument } from "yaml"
import { RunMode } from "../schema/diff_result.ts"
import { CalendarDate } from "../schema/line.ts"
import type { ReportFrontMatter } from "./report_front_matter.ts"

/** What is wrong with a report, at a 1-based line. */
export interface ReportProblem {
  readonly reason: string
  readonly line: number
}

/** The values of a front matter block and how many lines it takes. */
export interface FrontMatterBlock {
  readonly values: { readonly [key: string]: unknown }
  readonly length: number
}

/** Reads the YAML between the first line and the next `---`. */
export function readFrontMatterBlock(lines: readonly string[]): Result.Result<FrontMatterBlock, ReportProblem> {
  if (lines[0]?.trimEnd() !== "---") return Result.fail({ reason: "there is no front matter", line: 1 })
  const end = lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)\s*$/u.test(line))
  if (end === -1) return Result.fail({ reason: "the front matter does not end: no line is ---", line: 1 })
  const document = parseDocument(lines.slice(1, end).join("\n"), { version: "1.2", schema: "core" })
  const error = document.errors[0]
  if (error !== undefined) {
    const message = error.message.split("\n")[0]?.replace(/ at line \d+.*$/u, "") ?? ""
    return Result.fail({ reason: `the front matter is not YAML: ${message}`, line: 1 + (error.linePos?.[0].line ?? 1) })
  }
  return Result.try({
    try: (): unknown => document.toJS({ maxAliasCount: 100 }),
    catch: () => ({ reason: "the front matter has an alias that cannot be resolved", line: 1 }),
  }).pipe(
    Result.flatMap((values) =>
      isRecord(values)
        ? Result.succeed({ values, length: end + 1 })
        : Result.fail({ reason: "the front matter is not a mapping", line: 2 })
    ),
  )
}

function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

const count = Schema.Natural
const counts = Schema.Struct({ critical: count, high: count, medium: count, low: count })
const tags = Schema.Struct({ new: count, carried: count, wont_fix: count, unverified: count, resolved: count })
const resolutions = Schema.Struct({ applied: count, skipped: count, wont_fix: count, handed_off: count })
const passes = Schema.Array(Schema.Struct({ pass: Schema.String, state: Schema.String, found: count }))

const required = ["date", "kind", "scope_slug", "run_mode", "findings_total"] as const

/** Optional fields: what a report of another writer has there in another shape is as good as absent. */
const isUsable: { readonly [key: string]: (value: unknown) => boolean } = {
  schema: Schema.is(count),
  scope: Schema.is(Schema.String),
  baseline: Schema.is(Schema.String),
  supersedes: Schema.is(Schema.String),
  commit: Schema.is(Schema.String),
  id_max: Schema.is(count),
  counts: Schema.is(counts),
  tags: Schema.is(tags),
  resolutions: Schema.is(resolutions),
  passes: Schema.is(passes),
}

const decode = Schema.decodeUnknownResult(Schema.Struct({
  schema: Schema.optionalKey(count),
  date: CalendarDate,
  kind: Schema.String,
  scope: Schema.optionalKey(Schema.String),
  scope_slug: Schema.NonEmptyString,
  run_mode: RunMode,
  baseline: Schema.optionalKey(Schema.String),
  supersedes: Schema.optionalKey(Schema.String),
  commit: Schema.optionalKey(Schema.String),
  id_max: Schema.optionalKey(count),
  findings_total: count,
  counts: Schema.optionalKey(counts),
  tags: Schema.optionalKey(tags),
  resolutions: Schema.optionalKey(resolutions),
  passes: Schema.optionalKey(passes),
}))

/** The front matter of a report, typed. */
export function readReportFrontMatter(block: FrontMatterBlock): Result.Result<ReportFrontMatter, ReportProblem> {
  for (const key of required) {
    const value = block.values[key]
    if (value === undefined || value === null) {
      return Result.fail({ reason: `the front matter has no "${key}"`, line: 1 })
    }
  }
  const usable = Object.entries(block.values).filter(([key, value]) => isUsable[key]?.(value) ?? true)
  return Result.mapError(decode(Object.fromEntries(usable)), (error) => ({
    reason: `the front matter: ${error.message.replace(/\s*\n\s*/gu, " ")}`,
    line: 1,
  }))
}
