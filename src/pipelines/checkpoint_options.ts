import type * as Effect from "effect/Effect"
import type { Config } from "../core/schema/config.ts"
import type { Report } from "../core/schema/report.ts"
import type { Selection } from "../core/selection/selection.ts"
import type { ExternalOptions } from "../passes/external/external_options.ts"
import type { PlanOptions } from "../engine/plan_finding.ts"
import type { Pass } from "../passes/pass.ts"
import type { CheckpointScope } from "./checkpoint_scope.ts"

/** What the run of any scope is told. */
export interface RunOptions {
  /** The folder that paths are relative to. */
  readonly root: string
  /** Paths that narrow the run, relative to the root; none: the whole corpus. */
  readonly paths?: readonly string[]
  /** The whole corpus, unless it says otherwise. */
  readonly scope?: CheckpointScope
  /** The passes to run. They run by id, which is also the order of new finding ids, whatever the order here. */
  readonly passes: readonly Pass[]
  /** The ids of the only passes to run; none: all that the configuration leaves on. */
  readonly only?: readonly string[]
  /** What `.retro.yaml` says; it may switch passes off. */
  readonly config: Config
  /** Where runs are kept, relative to the root or absolute. */
  readonly reportDir: string
  /** `YYYY-MM-DD` in UTC: the only clock of the run. */
  readonly today: string
  /** Which passes that are programs run; absent: those that `only` names. */
  readonly external?: ExternalOptions
}

/** What a checkpoint looks at, and how. */
export interface CheckpointOptions<E = never, R = never> extends RunOptions {
  /**
   * What the user selects, once the report is known; nothing is routed without it. `shown` holds the ids of the findings
   * that a stored report has: who does not see this one may select these. `planning` is how the selected ones are going
   * to be planned, for a preview.
   */
  readonly select: (
    report: Report,
    shown: ReadonlySet<string>,
    planning: PlanOptions,
  ) => Effect.Effect<Selection, E, R>
  /** Also edits files with uncommitted changes. */
  readonly allowDirty?: boolean
  /** Writes nothing at all. */
  readonly dryRun?: boolean
}
