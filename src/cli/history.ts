import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import { history as readHistory, type HistoryRun } from "../engine/history.ts"
import { readConfig } from "../engine/read_config.ts"
import { GivenPath } from "./given_path.ts"
import { jsonFlag, printJson, printResult, printWarnings } from "./output.ts"
import { defaultReportDir } from "./report_place.ts"

/** Where a checkpoint of the working directory keeps its runs: asks no git, so that reading is all that it needs. */
const runsFromHere = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const here = path.resolve(".")
  let root = here
  for (let folder = here;; folder = path.dirname(folder)) {
    const isRoot = yield* Effect.isSuccess(fs.stat(path.join(folder, ".git")))
    if (isRoot) root = folder
    if (isRoot || folder === path.dirname(folder)) break
  }
  const { report_dir = defaultReportDir } = yield* readConfig(root)
  return path.relative(here, path.resolve(root, report_dir)) || "."
})

/** `retro history [DIR]`: the runs so far. */
export const history = Command.make(
  "history",
  {
    dir: Argument.String("dir").pipe(
      Argument.withSchema(GivenPath),
      Argument.withDescription("The folder of all runs, or of one scope (default: where checkpoint keeps them)"),
      Argument.optional,
    ),
    json: jsonFlag,
  },
  Effect.fnUntraced(function* ({ dir, json }) {
    const told = yield* readHistory(Option.isSome(dir) ? dir.value : yield* runsFromHere)
    yield* printWarnings(told.warnings)
    if (json) return yield* printJson(told)
    if (told.runs.length > 0) yield* printResult(tableOf(told.runs))
  }),
).pipe(Command.withDescription("List the runs so far"))

const columns: readonly (readonly [string, (run: HistoryRun) => string])[] = [
  ["run", (run) => run.file],
  ["date", (run) => run.date],
  ["findings", (run) => String(run.findings_total)],
  ["critical", (run) => String(run.counts.critical)],
  ["high", (run) => String(run.counts.high)],
  ["medium", (run) => String(run.counts.medium)],
  ["low", (run) => String(run.counts.low)],
  ["new", (run) => String(run.tags.new)],
  ["resolved", (run) => run.resolved.join(" ")],
  ["reopened", (run) => run.reopened.join(" ")],
]

function tableOf(runs: readonly HistoryRun[]): string {
  const rows = [columns.map(([title]) => title), ...runs.map((run) => columns.map(([, cell]) => cell(run)))]
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ").trimEnd()).join("\n")
}
