import * as Schema from "effect/Schema"

/** Where a run was written. */
export interface PersistedRun {
  /** The folder of the scope, in the terms of the report folder that was given; `checkpoint` gives it relative to the root. */
  readonly dir: string
  /** From 1, one more than the newest run before. */
  readonly version: number
  /** `v<version>.md` inside `dir`. */
  readonly file: string
  /** The name of the copy inside `dir` that always is the newest run. */
  readonly latest: string
  /** The file of the run that this one was compared with; absent on a first run. */
  readonly supersedes?: string
  /** A `latest.md` that equalled no version was kept under this name first. */
  readonly adopted?: string
  /** A malformed `latest.md` was moved to this name. */
  readonly moved_aside?: string
}
/**
 * {@link PersistedRun} as a schema.
 *
 * @example
 * ```ts
 * import { PersistedRun } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual } from "node:assert/strict"
 * const run = { dir: "reports/corpus", version: 2, file: "v2.md", latest: "latest.md", supersedes: "v1.md" }
 * deepStrictEqual(Schema.decodeUnknownSync(PersistedRun)(run), run)
 * ```
 */
export const PersistedRun: Schema.Codec<PersistedRun> = Schema.Struct({
  dir: Schema.String,
  version: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)),
  file: Schema.String,
  latest: Schema.String,
  supersedes: Schema.optionalKey(Schema.String),
  adopted: Schema.optionalKey(Schema.String),
  moved_aside: Schema.optionalKey(Schema.String),
}).annotate({ identifier: "PersistedRun", description: "Where a run was written" })
