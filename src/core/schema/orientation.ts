import * as Schema from "effect/Schema"
import { CalendarDate, Line } from "./line.ts"

/** How the delta since the last run was found. */
export type SinceMethod = "commits" | "date" | "mtime" | "first run"

/** A corpus before the passes look at it. */
export interface Orientation {
  /** An opaque label: `decisions`, `system`, `docs`. */
  readonly kind: string
  /** Globs, folders or files, relative to the root of the run. */
  readonly roots: readonly string[]
  /** How many nodes of each node kind (singular: `skill`) there are. */
  readonly nodes: { readonly [kind: string]: number }
  /** What changed since the last run, and how that was found. */
  readonly since: {
    readonly method: SinceMethod
    readonly date?: string
    readonly commit?: string
    /** How many nodes of each node kind changed; `ship` counts decisions whose status became live. */
    readonly changed: { readonly [kind: string]: number }
  }
  /** The paths of the largest files, at most five, largest first. */
  readonly largest: readonly string[]
  /** The paths that most other nodes link to, at most five, most first. */
  readonly most_linked: readonly string[]
  /** The nodes most likely to harbour drift, at most five. */
  readonly focus: readonly string[]
  /** What a reader of these numbers must know: a missing root, a shallow clone, an unreliable window. */
  readonly note?: string
}

const counts = Schema.Record(Schema.String, Schema.Natural)

/**
 * {@link Orientation} as a schema. Fields that it does not know are dropped.
 *
 * @example
 * ```ts
 * import { Orientation } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual } from "node:assert/strict"
 * const orientation = {
 *   kind: "decisions", roots: ["docs/adr"], nodes: { decision: 2 }, largest: [], most_linked: [], focus: [],
 *   since: { method: "date", date: "2027-01-31", changed: { decision: 1 } },
 * }
 * deepStrictEqual(Schema.decodeUnknownSync(Orientation)(orientation), orientation)
 * ```
 */
export const Orientation: Schema.Codec<Orientation> = Schema.Struct({
  kind: Line,
  roots: Schema.Array(Schema.String),
  nodes: counts,
  since: Schema.Struct({
    method: Schema.Literals(["commits", "date", "mtime", "first run"]),
    date: Schema.optionalKey(CalendarDate),
    commit: Schema.optionalKey(Schema.String),
    changed: counts,
  }),
  largest: Schema.Array(Line),
  most_linked: Schema.Array(Line),
  focus: Schema.Array(Line),
  note: Schema.optionalKey(Line),
}).annotate({ identifier: "Orientation", description: "A corpus before the passes look at it" })
