import * as Effect from "effect/Effect"
import type { Baseline } from "../core/diff/baseline.ts"
import { diffFindings } from "../core/diff/diff_findings.ts"
import { type FindingsInvalid, readFindings } from "../core/diff/read_findings.ts"
import { summarisePasses } from "../core/report/summarise_passes.ts"
import { redactBaseline, redactNodes, redactRun } from "../core/redact/redact_findings.ts"
import type { DiffResult } from "../core/schema/diff_result.ts"
import { checkToday, type TodayInvalid } from "./run_date.ts"

/** What the stage compares. */
export interface DiffRequest {
  /** `Finding[]`, or `{passes: PassResult[], inventory?: node[]}`, as a pass, a file or another program gave it. */
  readonly findings: unknown
  /** The last run; absent: a first run. */
  readonly baseline?: Baseline
  /** The highest number that ids are known to have had, though there is no baseline. */
  readonly id_max?: number
  /** Old node to new node, as git saw the renames. */
  readonly renames?: { readonly [node: string]: string }
  /** `YYYY-MM-DD` in UTC. */
  readonly today: string
}

/**
 * The stage `diff`: checks findings where they enter, takes the secrets out of them, and compares
 * them with the last run.
 * Results of passes leave what a report says of them beside their findings: `passes`, `clean_nodes`, `near_misses`.
 * Fails when a finding is not as the contract says; it names the finding and the field. A wrong date fails, too.
 *
 * @example
 * ```ts
 * import { diff } from "@retro/cli"
 * import * as Effect from "effect/Effect"
 * import { deepStrictEqual } from "node:assert/strict"
 * deepStrictEqual(await Effect.runPromise(diff({ findings: [], today: "2027-01-31" })), {
 *   run_mode: "fresh", baseline: null, findings: [], resolved: [], unverified: [], id_max: 0, warnings: [],
 * })
 * ```
 */
export const diff: (request: DiffRequest) => Effect.Effect<DiffResult, FindingsInvalid | TodayInvalid> = Effect.fn(
  "diff",
)(
  function* (request): Effect.fn.Return<DiffResult, FindingsInvalid | TodayInvalid> {
    const { findings, baseline, renames, ...rest } = request
    yield* checkToday(rest.today)
    const current = redactRun(yield* Effect.fromResult(readFindings(findings)))
    const result = diffFindings({
      ...rest,
      current,
      ...(baseline === undefined ? {} : { baseline: redactBaseline(baseline) }),
      ...(renames === undefined ? {} : { renames: redactNodes(renames) }),
    })
    return { ...result, ...("passes" in current ? summarisePasses(current.passes) : {}) }
  },
)
