import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { diffFields, type DiffResult } from "./diff_result.ts"
import { type Severity, unknownFields } from "./finding.ts"
import { CalendarDate, Line } from "./line.ts"
import { Orientation } from "./orientation.ts"
import { PersistedRun } from "./persisted_run.ts"
import { RouteOutcome } from "./route_outcome.ts"

/** What a report says of a pass. */
export interface PassSummary {
  /** The id of the pass. */
  readonly pass: string
  /** `incomplete`: the absence of a finding proves nothing. */
  readonly state: "complete" | "incomplete" | "skipped"
  /** How many findings it has in this run. */
  readonly found: number
  /** Why it was skipped, on one line. */
  readonly skip_reason?: string
}
/**
 * {@link PassSummary} as a schema.
 *
 * @example
 * ```ts
 * import { PassSummary } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual } from "node:assert/strict"
 * const summary = { pass: "count-claim", state: "skipped", found: 0, skip_reason: "switched off in .retro.yaml" }
 * deepStrictEqual(Schema.decodeUnknownSync(PassSummary)(summary), summary)
 * ```
 */
export const PassSummary: Schema.Codec<PassSummary> = Schema.Struct({
  pass: Line,
  state: Schema.Literals(["complete", "incomplete", "skipped"]),
  found: Schema.Natural,
  skip_reason: Schema.optionalKey(Line),
}).annotate({ identifier: "PassSummary", description: "What a report says of a pass" })

/** A near miss and the pass that saw it. */
export interface ReportNearMiss {
  /** The id of the pass. */
  readonly pass: string
  /** A node, or `node:LINE`. */
  readonly locator: string
  /** What looked bad, on one line. */
  readonly what: string
  /** Why it is fine. */
  readonly why: string
}
/**
 * {@link ReportNearMiss} as a schema.
 *
 * @example
 * ```ts
 * import { ReportNearMiss } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual } from "node:assert/strict"
 * const miss = { pass: "link-integrity", locator: "docs/a.md", what: "links to out/b.md", why: "git ignores out/" }
 * deepStrictEqual(Schema.decodeUnknownSync(ReportNearMiss)(miss), miss)
 * ```
 */
export const ReportNearMiss: Schema.Codec<ReportNearMiss> = Schema.Struct({
  pass: Line,
  locator: Line,
  what: Line,
  why: Line,
}).annotate({ identifier: "ReportNearMiss", description: "A near miss and the pass that saw it" })

/** How many rows of the findings table each severity has. */
export interface SeverityCounts {
  /** Rows that are `Critical`. */
  readonly critical: number
  /** Rows that are `High`. */
  readonly high: number
  /** Rows that are `Medium`. */
  readonly medium: number
  /** Rows that are `Low`, and those that do not say. */
  readonly low: number
}

/** How many findings each tag has. */
export interface TagCounts {
  /** Findings without a baseline row. */
  readonly new: number
  /** Findings with one, which nobody waived. */
  readonly carried: number
  /** Findings that are waived. */
  readonly wont_fix: number
  /** Baseline rows that this run says nothing about. */
  readonly unverified: number
  /** Baseline rows that this run closed; they are not in the table. */
  readonly resolved: number
}

/** What a report adds to a diff result. */
export interface ReportFields {
  /** `corpus`, `module src/a`, `diff main..HEAD`, `conformance:<slug>`. */
  readonly scope: string
  /** The scope as the name of a folder: lower-case letters, digits, `+` and `-`. */
  readonly scope_slug: string
  /** Why this scope. */
  readonly scope_reason: string
  /** The corpora: `decisions`, `system`, `docs`. */
  readonly kinds: readonly string[]
  /** The day of the run in UTC, `YYYY-MM-DD`. */
  readonly date: string
  /** HEAD of the run, 40 hex digits: the next run's delta starts here. Absent: no repository, or no commit yet. */
  readonly commit?: string
  /** How many files were read of those that the run looks at. */
  readonly files_scanned: number
  /** One for each corpus, in the order of `kinds`. */
  readonly orientations: readonly Orientation[]
  /** Every pass, skipped ones too. */
  readonly passes: readonly PassSummary[]
  /** Nodes that were scanned and have no finding. */
  readonly clean_nodes: readonly string[]
  /** What looked bad and is fine, of all passes. */
  readonly near_misses: readonly ReportNearMiss[]
  /** The rows of the findings table, so findings and unverified ones; always derived. */
  readonly counts: SeverityCounts
  /** Findings and closed rows by tag; always derived. */
  readonly tags: TagCounts
  /** What became of the user's decisions; absent before `route`. */
  readonly outcomes?: readonly RouteOutcome[]
  /** Where the run was written; absent before `persist`. */
  readonly persisted?: PersistedRun
}

/** A whole run: what `render` prints and `persist` writes. */
export interface Report extends DiffResult, ReportFields {
  /** Whatever else there is: it is kept. */
  readonly [field: string]: unknown
}

/** A report as others may write it: a DiffResult, and any of the report's own fields. */
export interface ReportInput extends DiffResult, Partial<ReportFields> {
  /** Whatever else there is: it is kept. */
  readonly [field: string]: unknown
}

const counts = Schema.Struct({
  critical: Schema.Natural,
  high: Schema.Natural,
  medium: Schema.Natural,
  low: Schema.Natural,
})
const tags = Schema.Struct({
  new: Schema.Natural,
  carried: Schema.Natural,
  wont_fix: Schema.Natural,
  unverified: Schema.Natural,
  resolved: Schema.Natural,
})

const reportFields = {
  scope: Line,
  scope_slug: Schema.String.check(
    Schema.isPattern(/^[a-z0-9][a-z0-9+-]*$/u, { message: "must be lower-case letters, digits, + and -" }),
  ),
  scope_reason: Schema.String,
  kinds: Schema.Array(Line),
  date: CalendarDate,
  files_scanned: Schema.Natural,
  orientations: Schema.Array(Orientation),
  passes: Schema.Array(PassSummary),
  clean_nodes: Schema.Array(Line),
  near_misses: Schema.Array(ReportNearMiss),
  counts,
  tags,
} as const

const laterFields = {
  commit: Schema.optionalKey(Schema.String),
  outcomes: Schema.optionalKey(Schema.Array(RouteOutcome)),
  persisted: Schema.optionalKey(PersistedRun),
} as const

/** {@link ReportInput} as a schema: what {@link Report} is decoded from. */
const ReportInput: Schema.Codec<ReportInput> = Schema.StructWithRest(
  Schema.Struct({
    ...diffFields,
    scope: Schema.optionalKey(reportFields.scope),
    scope_slug: Schema.optionalKey(reportFields.scope_slug),
    scope_reason: Schema.optionalKey(reportFields.scope_reason),
    kinds: Schema.optionalKey(reportFields.kinds),
    date: Schema.optionalKey(reportFields.date),
    files_scanned: Schema.optionalKey(reportFields.files_scanned),
    orientations: Schema.optionalKey(reportFields.orientations),
    passes: Schema.optionalKey(reportFields.passes),
    clean_nodes: Schema.optionalKey(reportFields.clean_nodes),
    near_misses: Schema.optionalKey(reportFields.near_misses),
    counts: Schema.optionalKey(counts),
    tags: Schema.optionalKey(tags),
    ...laterFields,
  }),
  unknownFields,
).annotate({ identifier: "ReportInput", description: "A DiffResult, and any of a report's own fields" })

const WholeReport: Schema.Codec<Report> = Schema.StructWithRest(
  Schema.Struct({ ...diffFields, ...reportFields, ...laterFields }),
  unknownFields,
)

/** The date of a report that says none. */
export const undated = "1970-01-01"

/**
 * Fills what a report input leaves out, and counts its rows anew: counts and tags are derived, never trusted. A date
 * that is left out is 1970-01-01, a scope is the whole corpus. It gives a new report and leaves the input as it is.
 *
 * @example
 * ```ts
 * import { completeReport } from "@retro/cli/core"
 * import { deepStrictEqual } from "node:assert/strict"
 * const diff = {
 *   run_mode: "fresh", baseline: null, findings: [], resolved: [], unverified: [], id_max: 0, warnings: [],
 * } as const
 * const counts = { critical: 9, high: 9, medium: 9, low: 9 }
 * deepStrictEqual(completeReport({ ...diff, scope: "module src/a", scope_slug: "module-src-a", counts }), {
 *   ...diff,
 *   scope: "module src/a", scope_slug: "module-src-a", scope_reason: "", kinds: [], date: "1970-01-01",
 *   files_scanned: 0, orientations: [], passes: [], clean_nodes: [], near_misses: [],
 *   counts: { critical: 0, high: 0, medium: 0, low: 0 },
 *   tags: { new: 0, carried: 0, wont_fix: 0, unverified: 0, resolved: 0 },
 * })
 * ```
 */
export function completeReport(input: ReportInput): Report {
  return {
    ...input,
    scope: input.scope ?? "corpus",
    scope_slug: input.scope_slug ?? "corpus",
    scope_reason: input.scope_reason ?? "",
    kinds: input.kinds ?? input.orientations?.map((orientation) => orientation.kind) ?? [],
    date: input.date ?? undated,
    files_scanned: input.files_scanned ?? 0,
    orientations: input.orientations ?? [],
    passes: input.passes ?? passesOf(input),
    clean_nodes: input.clean_nodes ?? [],
    near_misses: input.near_misses ?? [],
    counts: countSeverities(input),
    tags: {
      new: input.findings.filter((finding) => finding.tag === "NEW").length,
      carried: input.findings.filter((finding) => finding.tag === "CARRIED").length,
      wont_fix: input.findings.filter((finding) => finding.tag === "WONT_FIX").length,
      unverified: input.unverified.length,
      resolved: input.resolved.length,
    },
  }
}

function countSeverities(diff: DiffResult): SeverityCounts {
  const count: Record<Severity, number> = { Critical: 0, High: 0, Medium: 0, Low: 0 }
  for (const row of diff.findings) count[row.severity]++
  // A row whose severity a foreign baseline did not say is in the table and counts as the least.
  for (const row of diff.unverified) count[row.severity ?? "Low"]++
  return { critical: count.Critical, high: count.High, medium: count.Medium, low: count.Low }
}

function passesOf(diff: DiffResult): readonly PassSummary[] {
  const found = new Map<string, number>()
  for (const finding of diff.findings) found.set(finding.pass, (found.get(finding.pass) ?? 0) + 1)
  return [...found].map(([pass, count]) => ({ pass, state: "complete", found: count }))
}

/**
 * {@link Report} as a schema. What is left out is filled by {@link completeReport}, so that a diff result is a report;
 * unknown fields are kept. It refuses a scope slug that is no folder name and a date that is none.
 *
 * @example
 * ```ts
 * import { Report } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual } from "node:assert/strict"
 * const diff = {
 *   run_mode: "fresh", baseline: null, findings: [], resolved: [], unverified: [], id_max: 0, warnings: [],
 * }
 * deepStrictEqual(Schema.decodeUnknownSync(Report)({ ...diff, date: "2027-01-31" }), {
 *   ...diff,
 *   scope: "corpus", scope_slug: "corpus", scope_reason: "", kinds: [], date: "2027-01-31", files_scanned: 0,
 *   orientations: [], passes: [], clean_nodes: [], near_misses: [],
 *   counts: { critical: 0, high: 0, medium: 0, low: 0 },
 *   tags: { new: 0, carried: 0, wont_fix: 0, unverified: 0, resolved: 0 },
 * })
 * ```
 */
export const Report: Schema.Codec<Report, ReportInput> = ReportInput.pipe(
  Schema.decodeTo(
    WholeReport,
    SchemaTransformation.transform({ decode: completeReport, encode: (report: Report): ReportInput => report }),
  ),
).annotate({ identifier: "Report", description: "A whole run: what render prints and persist writes" })
