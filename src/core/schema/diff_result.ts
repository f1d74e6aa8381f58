import * as Schema from "effect/Schema"
import { actionIsStated, Effort, type Finding, findingFields, Route, Severity, unknownFields } from "./finding.ts"
import { FindingId } from "./finding_id.ts"
import { Line } from "./line.ts"
import { Status } from "./status.ts"

/** Whether there was a baseline to compare with. */
export type RunMode = "fresh" | "repeat"
/**
 * {@link RunMode} as a schema.
 *
 * @example
 * ```ts
 * import { RunMode } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual } from "node:assert/strict"
 * deepStrictEqual(["repeat", "first"].map((word) => Schema.is(RunMode)(word)), [true, false])
 * ```
 */
export const RunMode: Schema.Codec<RunMode> = Schema.Literals(["fresh", "repeat"])

/** The tag of a finding of this run. */
export type Tag = "NEW" | "CARRIED" | "WONT_FIX"
/** The rule that matched a finding to its baseline row, in the order in which the rules are tried. */
export type MatchedBy = "key" | "text" | "reworded" | "node" | "moved"
/** Why a baseline row is closed. */
export type ResolvedHow = "not detected" | "node gone" | "applied" | "wont_fix not observed"
/** Why a baseline row is neither found nor closed. */
export type UnverifiedWhy = "pass did not run" | "pass incomplete" | "node not scanned" | "ambiguous"

/** A finding of this run, with its id and how it relates to the baseline. */
export interface TaggedFinding extends Finding {
  /** That of the baseline row it was matched with, else a new one. */
  readonly id: string
  /** `WONT_FIX`: carried, and waived by its status. */
  readonly tag: Tag
  /** Absent: the finding is new. */
  readonly matched_by?: MatchedBy
  /** 0 to 1; 1 for key and text. */
  readonly score?: number
  /** The status that it came back from. */
  readonly reopened?: "applied" | "resolved"
  /** The id of an UNVERIFIED row that this may be. */
  readonly possible_match?: string
}
/**
 * {@link TaggedFinding} as a schema: what {@link Finding} asks, and an id. Unknown fields are kept.
 *
 * @example
 * ```ts
 * import { TaggedFinding } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual, strictEqual } from "node:assert/strict"
 * const finding = {
 *   pass: "link-integrity", locator: "docs/a.md", verdict: "DEAD", severity: "Low",
 *   what: "links to b.md, which is missing", route: "direct-fix", proposed_action: "remove the link",
 * }
 * const tagged = { ...finding, id: "R001", tag: "CARRIED", matched_by: "text", score: 1 }
 * deepStrictEqual(Schema.decodeUnknownSync(TaggedFinding)(tagged), tagged)
 * strictEqual(Schema.is(TaggedFinding)({ ...tagged, id: "1" }), false)
 * ```
 */
export const TaggedFinding: Schema.Codec<TaggedFinding> = Schema.StructWithRest(
  Schema.Struct({
    id: FindingId,
    ...findingFields,
    tag: Schema.Literals(["NEW", "CARRIED", "WONT_FIX"]),
    matched_by: Schema.optionalKey(Schema.Literals(["key", "text", "reworded", "node", "moved"])),
    score: Schema.optionalKey(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))),
    reopened: Schema.optionalKey(Schema.Literals(["applied", "resolved"])),
    possible_match: Schema.optionalKey(FindingId),
  }),
  unknownFields,
).check(actionIsStated).annotate({
  identifier: "TaggedFinding",
  description: "A finding of this run, with its id and tag",
})

/** A row of the baseline: what a report keeps of a finding, and whatever else a JSON baseline carried. */
export interface BaselineFinding {
  /** `R` and at least three digits, unique in the baseline. */
  readonly id: string
  /** The id of the pass, or a former one. */
  readonly pass: string
  /** A node, or `node:LINE`. */
  readonly locator: string
  /** The observation, as that run put it. */
  readonly what: string
  /** As that run left it: `open`, `applied`, `skipped` or `wont_fix:<reason>`. */
  readonly status: string
  /** Absent: a foreign baseline did not say; it counts as `Low`. */
  readonly severity?: Severity
  /** Absent: a foreign baseline did not say, or nothing is to be done. */
  readonly effort?: Effort
  /** Absent: a foreign baseline did not say. */
  readonly route?: Route
  /** Absent: a foreign baseline did not say. */
  readonly verdict?: string
  /** What it is about inside its node; absent: the row is matched by its text. */
  readonly key?: string
  /** Whatever else there is: it is kept. */
  readonly [field: string]: unknown
}

const baselineFields = {
  id: FindingId,
  pass: Line,
  locator: Line,
  what: Line,
  status: Status,
  severity: Schema.optionalKey(Severity),
  effort: Schema.optionalKey(Effort),
  route: Schema.optionalKey(Route),
  verdict: Schema.optionalKey(Line),
  key: Schema.optionalKey(Line),
} as const

/**
 * {@link BaselineFinding} as a schema. Unknown fields are kept; only what a row needs to be matched must be there.
 *
 * @example
 * ```ts
 * import { BaselineFinding } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual } from "node:assert/strict"
 * const row = { id: "R002", pass: "count-claim", locator: "README.md", what: "says 3 skills", status: "open" }
 * deepStrictEqual(Schema.decodeUnknownSync(BaselineFinding)(row), row)
 * ```
 */
export const BaselineFinding: Schema.Codec<BaselineFinding> = Schema.StructWithRest(
  Schema.Struct(baselineFields),
  unknownFields,
).annotate({ identifier: "BaselineFinding", description: "A row of the baseline" })

/** A baseline row that this run closed. */
export interface ResolvedFinding extends BaselineFinding {
  /** Tells the row from the others in one list. */
  readonly tag: "RESOLVED"
  /** What proves that it is over. */
  readonly how: ResolvedHow
}
/**
 * {@link ResolvedFinding} as a schema. Unknown fields are kept.
 *
 * @example
 * ```ts
 * import { ResolvedFinding } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual } from "node:assert/strict"
 * const row = { id: "R002", pass: "count-claim", locator: "README.md", what: "says 3 skills", status: "open" }
 * const resolved = { ...row, tag: "RESOLVED", how: "not detected" }
 * deepStrictEqual(Schema.decodeUnknownSync(ResolvedFinding)(resolved), resolved)
 * ```
 */
export const ResolvedFinding: Schema.Codec<ResolvedFinding> = Schema.StructWithRest(
  Schema.Struct({
    ...baselineFields,
    tag: Schema.Literal("RESOLVED"),
    how: Schema.Literals(["not detected", "node gone", "applied", "wont_fix not observed"]),
  }),
  unknownFields,
).annotate({ identifier: "ResolvedFinding", description: "A baseline row that this run closed" })

/** A baseline row that nobody looked at, or that could be several findings of this run. */
export interface UnverifiedFinding extends BaselineFinding {
  /** Tells the row from the others in one list. */
  readonly tag: "UNVERIFIED"
  /** What kept it from being verified. */
  readonly why: UnverifiedWhy
}
/**
 * {@link UnverifiedFinding} as a schema. Unknown fields are kept.
 *
 * @example
 * ```ts
 * import { UnverifiedFinding } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual } from "node:assert/strict"
 * const row = { id: "R002", pass: "count-claim", locator: "README.md", what: "says 3 skills", status: "open" }
 * const unverified = { ...row, tag: "UNVERIFIED", why: "pass did not run" }
 * deepStrictEqual(Schema.decodeUnknownSync(UnverifiedFinding)(unverified), unverified)
 * ```
 */
export const UnverifiedFinding: Schema.Codec<UnverifiedFinding> = Schema.StructWithRest(
  Schema.Struct({
    ...baselineFields,
    tag: Schema.Literal("UNVERIFIED"),
    why: Schema.Literals(["pass did not run", "pass incomplete", "node not scanned", "ambiguous"]),
  }),
  unknownFields,
).annotate({
  identifier: "UnverifiedFinding",
  description: "A baseline row that nobody looked at, or that is ambiguous",
})

/** A row that left the table in an earlier run (`closed_in`, its version), kept so that what comes back keeps its id. */
export interface ClosedFinding extends BaselineFinding {
  /** The version of the run that closed it; 0: not known. */
  readonly closed_in: number
}
/**
 * {@link ClosedFinding} as a schema. Unknown fields are kept.
 *
 * @example
 * ```ts
 * import { ClosedFinding } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual } from "node:assert/strict"
 * const row = { id: "R002", pass: "count-claim", locator: "README.md", what: "says 3 skills", status: "open" }
 * const closed = { ...row, closed_in: 4 }
 * deepStrictEqual(Schema.decodeUnknownSync(ClosedFinding)(closed), closed)
 * ```
 */
export const ClosedFinding: Schema.Codec<ClosedFinding> = Schema.StructWithRest(
  Schema.Struct({ ...baselineFields, closed_in: Schema.Natural }),
  unknownFields,
).annotate({ identifier: "ClosedFinding", description: "A row that left the table in an earlier run" })

/** Where a baseline came from. */
export interface BaselineReference {
  /** The file, as it was named. */
  readonly path: string
  /** The `<k>` of `v<k>.md`; absent: the baseline is no stored run. */
  readonly version?: number
  /** The day of that run, `YYYY-MM-DD`. */
  readonly date?: string
}
/**
 * {@link BaselineReference} as a schema.
 *
 * @example
 * ```ts
 * import { BaselineReference } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual } from "node:assert/strict"
 * const reference = { path: "reports/corpus/v4.md", version: 4, date: "2027-01-31" }
 * deepStrictEqual(Schema.decodeUnknownSync(BaselineReference)(reference), reference)
 * ```
 */
export const BaselineReference: Schema.Codec<BaselineReference> = Schema.Struct({
  path: Schema.String,
  version: Schema.optionalKey(Schema.Natural),
  date: Schema.optionalKey(Schema.String),
}).annotate({ identifier: "BaselineReference", description: "Where a baseline came from" })

/** This run's findings against the last run's. */
export interface DiffResult {
  /** `fresh` exactly when nothing was there to compare with. */
  readonly run_mode: RunMode
  /** What was compared with; `null`: nothing. */
  readonly baseline: BaselineReference | null
  /** Id ascending. */
  readonly findings: readonly TaggedFinding[]
  /** Baseline rows that this run closed, id ascending. */
  readonly resolved: readonly ResolvedFinding[]
  /** Baseline rows that this run says nothing about, id ascending. */
  readonly unverified: readonly UnverifiedFinding[]
  /** Rows closed by earlier runs, whatever came back taken out: the next report remembers them and {@link resolved}. */
  readonly closed?: readonly ClosedFinding[]
  /** The highest number that any id ever had. */
  readonly id_max: number
  /** One line each, for the report's header. */
  readonly warnings: readonly string[]
  /** Whatever else there is: it is kept. */
  readonly [field: string]: unknown
}

/** The fields of a diff result, which a report has too. */
export const diffFields = {
  run_mode: RunMode,
  baseline: Schema.NullOr(BaselineReference),
  findings: Schema.Array(TaggedFinding),
  resolved: Schema.Array(ResolvedFinding),
  unverified: Schema.Array(UnverifiedFinding),
  closed: Schema.optionalKey(Schema.Array(ClosedFinding)),
  id_max: Schema.Natural,
  warnings: Schema.Array(Schema.String),
} as const

/**
 * {@link DiffResult} as a schema. Unknown fields are kept, so that a report is a diff result.
 *
 * @example
 * ```ts
 * import { DiffResult } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual, strictEqual } from "node:assert/strict"
 * const diff = {
 *   run_mode: "fresh", baseline: null, findings: [], resolved: [], unverified: [], id_max: 0, warnings: [],
 * }
 * deepStrictEqual(Schema.decodeUnknownSync(DiffResult)(diff), diff)
 * strictEqual(Schema.is(DiffResult)({ ...diff, id_max: -1 }), false)
 * ```
 */
export const DiffResult: Schema.Codec<DiffResult> = Schema.StructWithRest(Schema.Struct(diffFields), unknownFields)
  .annotate({ identifier: "DiffResult", description: "This run's findings against the last run's" })
