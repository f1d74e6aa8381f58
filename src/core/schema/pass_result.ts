import * as Schema from "effect/Schema"
import { Evidence, Finding } from "./finding.ts"
import { Line } from "./line.ts"

/** What looked bad and is fine, and which guard says so. */
export interface NearMiss {
  /** What was looked at: a node, or `node:LINE`. */
  readonly locator: string
  /** What looked bad, on one line. */
  readonly what: string
  /** Why it is fine. */
  readonly why: string
  /** The places that show it. */
  readonly evidence?: readonly Evidence[]
}
/**
 * {@link NearMiss} as a schema.
 *
 * @example
 * ```ts
 * import { NearMiss } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual } from "node:assert/strict"
 * const miss = { locator: "docs/a.md:3", what: "links to out/b.md, which is missing", why: "git ignores out/" }
 * deepStrictEqual(Schema.decodeUnknownSync(NearMiss)(miss), miss)
 * ```
 */
export const NearMiss: Schema.Codec<NearMiss> = Schema.Struct({
  locator: Line,
  what: Line,
  why: Line,
  evidence: Schema.optionalKey(Schema.Array(Evidence)),
}).annotate({ identifier: "NearMiss", description: "What looked bad and is fine, and which guard says so" })

/** What one pass looked at and found. */
export interface PassResult {
  /** The id of the pass. */
  readonly pass: string
  /** Former ids of this pass: a baseline row under one of them is this pass's. */
  readonly aliases?: readonly string[]
  /** Whether it looked at all; if not, every baseline row of it stays unverified. */
  readonly ran: boolean
  /** `false`: the absence of a finding proves nothing. */
  readonly complete: boolean
  /** The nodes it looked at. */
  readonly scanned: readonly string[]
  /** How many of them have no finding. */
  readonly clean: number
  /** In the order in which new ones get their ids. */
  readonly findings: readonly Finding[]
  /** What was looked at and left out on purpose. */
  readonly near_misses?: readonly NearMiss[]
  /** Why it did not run, on one line. */
  readonly skip_reason?: string
}
/**
 * {@link PassResult} as a schema. Fields that it does not know are dropped, those of findings are kept.
 *
 * @example
 * ```ts
 * import { PassResult } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual } from "node:assert/strict"
 * const result = { pass: "count-claim", ran: true, complete: true, scanned: ["README.md"], clean: 1, findings: [] }
 * deepStrictEqual(Schema.decodeUnknownSync(PassResult)({ ...result, seconds: 3 }), result)
 * ```
 */
export const PassResult: Schema.Codec<PassResult> = Schema.Struct({
  pass: Line,
  aliases: Schema.optionalKey(Schema.Array(Line)),
  ran: Schema.Boolean,
  complete: Schema.Boolean,
  scanned: Schema.Array(Line),
  clean: Schema.Natural,
  findings: Schema.Array(Finding),
  near_misses: Schema.optionalKey(Schema.Array(NearMiss)),
  skip_reason: Schema.optionalKey(Line),
}).annotate({ identifier: "PassResult", description: "What one pass looked at and found" })
