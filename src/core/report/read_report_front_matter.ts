import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { YamlValue } from "../markdown/front_matter.ts"
import { readFrontMatter } from "../markdown/read_front_matter.ts"
import { RunMode } from "../schema/diff_result.ts"
import { CalendarDate } from "../schema/line.ts"
import { type ReportFrontMatter, reportSchema } from "./report_front_matter.ts"

/** What is wrong with a report, at a 1-based line. */
export interface ReportProblem {
  readonly reason: string
  readonly line: number
  /** Two rows have one id: a row was copied, or two reports were merged. */
  readonly equal_ids?: boolean
  /** A newer program wrote it, in a form that this one does not know. */
  readonly newer_schema?: boolean
}

/** The values of a front matter block and how many lines it takes. */
export interface ReportFrontMatterBlock {
  readonly values: { readonly [key: string]: YamlValue }
  readonly length: number
}

/** Reads the YAML block at the start of a report. */
export function readReportBlock(text: string): Result.Result<ReportFrontMatterBlock, ReportProblem> {
  const front = readFrontMatter(text)
  switch (front._tag) {
    case "absent": {
      const isOpened = /^\ufeff?---\s*$/mu.exec(text)?.index === 0
      return Result.fail({
        reason: isOpened ? "the front matter does not end: no line is ---" : "there is no front matter",
        line: 1,
      })
    }
    case "invalid":
      return Result.fail({ reason: `the front matter is not usable: ${front.problem}`, line: front.line })
    case "mapping":
      return Result.succeed({ values: front.values, length: front.end_line })
  }
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
export function readReportFrontMatter(block: ReportFrontMatterBlock): Result.Result<ReportFrontMatter, ReportProblem> {
  const { schema } = block.values
  // What else the block says may mean something else by then.
  if (Schema.is(count)(schema) && schema > reportSchema) {
    const reason = `its schema is ${schema}, and this program reads no newer one than ${reportSchema}`
    return Result.fail({ reason, line: 1, newer_schema: true })
  }
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
