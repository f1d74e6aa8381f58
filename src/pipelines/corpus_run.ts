import * as Effect from "effect/Effect"
import type { GitFailed } from "../engine/git.ts"
import type { IoFailed } from "../engine/io_failed.ts"
import { runPasses } from "../passes/run_passes.ts"
import type { RunOptions } from "./checkpoint_options.ts"
import { type PreparedRun, readForPasses, reportDirOf, type RunServices, withHistory } from "./prepared_run.ts"
import { corpusScope } from "./run_scope.ts"

/** A run over the whole corpus, or over the paths that narrow it. */
export const corpusRun: (
  options: RunOptions,
) => Effect.Effect<PreparedRun, GitFailed | IoFailed, RunServices> = Effect.fn("corpusRun")(function* (options) {
  const { passes, only = [], config, today } = options
  const reading = yield* readForPasses(options, passes)
  const corpus = yield* withHistory(reading, passes, only)
  return {
    reading,
    passRun: runPasses(corpus, passes, only),
    scope: corpusScope(options.paths ?? []),
    config,
    reportDir: yield* reportDirOf(options),
    today,
    warnings: [],
  }
})
