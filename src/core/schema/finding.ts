import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import { Line } from "./line.ts"
import { Status } from "./status.ts"

/** How much a finding matters, most first. */
export type Severity = "Critical" | "High" | "Medium" | "Low"
/** The four severities, most first: the order of every sort and every matrix. */
export const severities: readonly ["Critical", "High", "Medium", "Low"] = ["Critical", "High", "Medium", "Low"]
/**
 * {@link Severity} as a schema: the words exactly as written.
 *
 * @example
 * ```ts
 * import { Severity } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual } from "node:assert/strict"
 * deepStrictEqual(["High", "high"].map((word) => Schema.is(Severity)(word)), [true, false])
 * ```
 */
export const Severity: Schema.Codec<Severity> = Schema.Literals(severities)

/** What fixes a finding; `none` is shown and not actionable. */
export type Route = "capture" | "memory-audit" | "proposal" | "direct-fix" | "none"
/**
 * {@link Route} as a schema: the words exactly as written.
 *
 * @example
 * ```ts
 * import { Route } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual } from "node:assert/strict"
 * deepStrictEqual(["direct-fix", "fix"].map((word) => Schema.is(Route)(word)), [true, false])
 * ```
 */
export const Route: Schema.Codec<Route> = Schema.Literals(["capture", "memory-audit", "proposal", "direct-fix", "none"])

/** How much work a fix is: small, medium, large. */
export type Effort = "S" | "M" | "L"
/**
 * {@link Effort} as a schema: the letters exactly as written.
 *
 * @example
 * ```ts
 * import { Effort } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual } from "node:assert/strict"
 * deepStrictEqual(["S", "XL"].map((word) => Schema.is(Effort)(word)), [true, false])
 * ```
 */
export const Effort: Schema.Codec<Effort> = Schema.Literals(["S", "M", "L"])

/** Real text at a place: 1-based lines of a file, relative to the root. */
export interface Evidence {
  /** The file, relative to the root. */
  readonly path: string
  /** The first line of the quote, 1-based. */
  readonly line: number
  /** Its last line, inclusive; absent: `line` is the only one. */
  readonly end_line?: number
  /** The text of those lines, or a part of it: compared with the file where findings enter, never later. */
  readonly quote: string
}
/**
 * {@link Evidence} as a schema. It refuses a line below 1; whether the file says the quote, it cannot know.
 *
 * @example
 * ```ts
 * import { Evidence } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual, strictEqual } from "node:assert/strict"
 * const evidence = { path: "docs/a.md", line: 3, quote: "See [b](b.md)." }
 * deepStrictEqual(Schema.decodeUnknownSync(Evidence)(evidence), evidence)
 * strictEqual(Schema.is(Evidence)({ ...evidence, line: 0 }), false)
 * ```
 */
export const Evidence: Schema.Codec<Evidence> = Schema.Struct({
  path: Line,
  line: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)),
  end_line: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))),
  quote: Schema.String,
}).annotate({
  identifier: "Evidence",
  description: "Real text at a place: 1-based lines of a file, relative to the root",
})

/** An edge of the diagram. */
export interface Relation {
  /** The node that the edge starts at. */
  readonly from: string
  /** The node that it leads to. */
  readonly to: string
  /** The label of the edge: `supersedes`, `contradicts`. */
  readonly kind: string
}
/**
 * {@link Relation} as a schema.
 *
 * @example
 * ```ts
 * import { Relation } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual } from "node:assert/strict"
 * const relation = { from: "adr/0002.md", to: "adr/0001.md", kind: "supersedes" }
 * deepStrictEqual(Schema.decodeUnknownSync(Relation)(relation), relation)
 * ```
 */
export const Relation: Schema.Codec<Relation> = Schema.Struct({ from: Line, to: Line, kind: Line })
  .annotate({ identifier: "Relation", description: "An edge of the diagram" })

/** What `apply` does to a file: replace text that occurs exactly once, or create a file that does not exist. */
export type Edit =
  | { readonly path: string; readonly find: string; readonly replace: string }
  | { readonly path: string; readonly create: string }
/**
 * {@link Edit} as a schema. The text to find may not be empty; the one that replaces it may.
 *
 * @example
 * ```ts
 * import { Edit } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual, strictEqual } from "node:assert/strict"
 * const edit = { path: "docs/a.md", find: "(b.md)", replace: "(c.md)" }
 * deepStrictEqual(Schema.decodeUnknownSync(Edit)(edit), edit)
 * strictEqual(Schema.is(Edit)({ ...edit, find: "" }), false)
 * ```
 */
export const Edit: Schema.Codec<Edit> = Schema.Union([
  Schema.Struct({ path: Line, find: Schema.NonEmptyString, replace: Schema.String }),
  Schema.Struct({ path: Line, create: Schema.String }),
]).annotate({
  identifier: "Edit",
  description: "Replace text that occurs exactly once, or create a file that does not exist",
})

/** What a pass says about one node, as it travels between stages. Unknown top-level fields are kept. */
export interface Finding {
  /** `R` and at least three digits, given by the diff; in the findings of a pass it is ignored. */
  readonly id?: string
  /** The id of the pass that says it. */
  readonly pass: string
  /** What it is about: a node, or `node:LINE`. A node of files is a path relative to the root. */
  readonly locator: string
  /** The pass's own word for it, as `DEAD`; never empty. */
  readonly verdict: string
  /** How much it matters. */
  readonly severity: Severity
  /** The observation, on one line. A later run that says nearly the same of the same node carries the finding. */
  readonly what: string
  /** What fixes it. */
  readonly route: Route
  /** What to do, in one line or several; empty only when `route` is `none`. */
  readonly proposed_action: string
  /** `open`, `applied`, `skipped` or `wont_fix:<reason>`; absent: open. */
  readonly status?: string
  /** Absent: `M` for a proposal, none for the route `none`, else `S`. */
  readonly effort?: Effort
  /** The places that show it. */
  readonly evidence?: readonly Evidence[]
  /**
   * What it is about inside its pass and node: a link target, a rule id. It holds no line number and no count, and is
   * the surest way to be matched with the baseline.
   */
  readonly key?: string
  /** Edges that the diagram of the report draws. */
  readonly relations?: readonly Relation[]
  /** Whether it is about how parts hang together, whatever its words: the diagram shows its node. */
  readonly structural?: boolean
  /** What applying it changes, all or nothing; absent or empty: applying it hands it off as text. */
  readonly edits?: readonly Edit[]
  /** What the route `capture` is handed; its fields are the pass's own. */
  readonly capture?: { readonly [field: string]: unknown }
  /** What the route `proposal` is handed; absent: the proposed action is its title. */
  readonly proposal?: { readonly [field: string]: unknown }
  /** Whatever else there is: it is kept. */
  readonly [field: string]: unknown
}

/** Fields kept as they came: every stage copies what it does not know. */
export const unknownFields: readonly [Schema.$Record<Schema.String, Schema.Unknown>] = [
  Schema.Record(Schema.String, Schema.Unknown),
]

/** The fields of a finding without its id, which differs between a finding of a pass and one that was diffed. */
export const findingFields = {
  pass: Line,
  locator: Line,
  verdict: Line,
  severity: Severity,
  what: Line,
  route: Route,
  proposed_action: Schema.String,
  status: Schema.optionalKey(Status),
  effort: Schema.optionalKey(Effort),
  evidence: Schema.optionalKey(Schema.Array(Evidence)),
  key: Schema.optionalKey(Line),
  relations: Schema.optionalKey(Schema.Array(Relation)),
  structural: Schema.optionalKey(Schema.Boolean),
  edits: Schema.optionalKey(Schema.Array(Edit)),
  capture: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)),
  proposal: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)),
} as const

interface Actionable {
  readonly route: Route
  readonly proposed_action: string
}

/** The rule that spans two fields of a finding: what is actionable says what to do. */
export const actionIsStated: SchemaAST.Filter<Actionable> = Schema.makeFilter((finding: Actionable) =>
  finding.route === "none" || finding.proposed_action.trim() !== "" ||
  { path: ["proposed_action"], issue: 'may be empty only when route is "none"' }
)

/**
 * {@link Finding} as a schema. Unknown fields are kept; a route other than `none` without a proposed action is refused.
 *
 * @example
 * ```ts
 * import { Finding } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual, strictEqual } from "node:assert/strict"
 * const finding = {
 *   pass: "link-integrity", locator: "docs/a.md", verdict: "DEAD", severity: "Low",
 *   what: "links to b.md, which is missing", route: "direct-fix", proposed_action: "remove the link", ticket: 7,
 * }
 * deepStrictEqual(Schema.decodeUnknownSync(Finding)(finding), finding)
 * strictEqual(Schema.is(Finding)({ ...finding, proposed_action: " " }), false)
 * ```
 */
export const Finding: Schema.Codec<Finding> = Schema.StructWithRest(
  Schema.Struct({ id: Schema.optionalKey(Schema.String), ...findingFields }),
  unknownFields,
).check(actionIsStated).annotate({ identifier: "Finding", description: "What a pass says about one node" })
