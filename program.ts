/**
 * The program `retro` on a machine. Importing this module runs nothing.
 *
 * @module
 */
// These two first on purpose: see there.
import { restoreStackTraces } from "./src/host/stack_traces.ts"
import { restoreSegmenter } from "./src/host/late_segmenter.ts"
import { writeSync } from "node:fs"
import process from "node:process"
import * as NodeRuntime from "@effect/platform-node-shared/NodeRuntime"
import * as CliConfig from "effect/cli/CliConfig"
import * as Command from "effect/cli/Command"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { completions } from "./src/cli/completions.ts"
import { mainFor, presenterLayer, reportFailure, teardown } from "./src/cli/main.ts"
import { answerVersion, version } from "./src/cli/version.ts"
import { consoleLayer } from "./src/host/console_layer.ts"
import { gitLayer } from "./src/host/git_process.ts"
import { gitHubLayer } from "./src/host/github/github_layer.ts"
import { hostLayer } from "./src/host/host_layer.ts"
import { stderrPrompterLayer } from "./src/host/stderr_prompter.ts"

restoreStackTraces()
restoreSegmenter()

/** Runs the program with the arguments of the process, and ends the process with its exit code. */
export function run(): void {
  const args = process.argv.slice(2)
  if (answerVersion(args, (line) => writeSync(1, line))) return
  const builtIns = CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, completions] })
  mainFor(args).pipe(
    Effect.flatMap(Command.run({ version })),
    Effect.provide(Layer.mergeAll(
      gitLayer().pipe(Layer.provideMerge(hostLayer)),
      gitHubLayer(),
      stderrPrompterLayer,
      presenterLayer,
      builtIns,
      consoleLayer,
      Logger.layer([Logger.withConsoleError(Logger.formatLogFmt)]),
    )),
    // Outside the layers, whose own failures are told too.
    Effect.tapCause(reportFailure),
    NodeRuntime.runMain({ teardown, disableErrorReporting: true }),
  )
}
