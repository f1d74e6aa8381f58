import * as Schema from "effect/Schema"
import { Evidence, Finding } from "./finding.ts"
import { Line } from "./line.ts"

/** What looked bad and is fine, and which guard says so. */
export interface NearMiss {
  readonly locator: string
  readonly what: string
  readonly why: string
  readonly evidence?: readonly Evidence[]
}
/** {@link NearMiss} as a schema. */
export const NearMiss: Schema.Codec<NearMiss> = Schema.Struct({
  locator: Line,
  what: Line,
  why: Line,
  evidence: Schema.optionalKey(Schema.Array(Evidence)),
}).annotate({ identifier: "NearMiss", description: "What looked bad and is fine, and which guard says so" })

/** What one pass looked at and found. */
export interface PassResult {
  readonly pass: string
  /** Former ids of this pass: a baseline row under one of them is this pass's. */
  readonly aliases?: readonly string[]
  readonly ran: boolean
  /** `false`: the absence of a finding proves nothing. */
  readonly complete: boolean
  /** The nodes it looked at. */
  readonly scanned: readonly string[]
  /** How many of them have no finding. */
  readonly clean: number
  readonly findings: readonly Finding[]
  readonly near_misses?: readonly NearMiss[]
  readonly skip_reason?: string
}
/** {@link PassResult} as a schema. */
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
