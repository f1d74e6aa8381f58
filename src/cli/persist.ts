import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { persist as persistReport } from "../engine/persist.ts"
import { dateOf, todayFlag } from "./date.ts"
import { jsonFlag, printJson, printResult } from "./output.ts"
import { readReport, reportFlag } from "./report_input.ts"

/** `--report-dir DIR`: where the runs of every scope are kept. */
export const reportDirFlag: Flag.Flag<string> = Flag.String("report-dir").pipe(
  Flag.withMetavar("DIR"),
  Flag.withDescription("The folder of the runs of every scope"),
)

/** `--scope-slug S`: the folder of one scope inside the report folder. */
export const scopeSlugFlag: Flag.Flag<string> = Flag.String("scope-slug").pipe(
  Flag.withMetavar("SLUG"),
  Flag.withDescription("The folder of the scope inside it"),
)

/** `retro persist`: stage 5. */
export const persist = Command.make(
  "persist",
  {
    report: reportFlag,
    reportDir: reportDirFlag,
    scopeSlug: scopeSlugFlag,
    today: todayFlag,
    json: jsonFlag,
  },
  Effect.fnUntraced(function* ({ report: source, reportDir, scopeSlug, today, json }) {
    const report = yield* readReport(source, yield* dateOf(today))
    const run = yield* persistReport(report, { reportDir, scopeSlug, unversioned: "append" })
    yield* json ? printJson(run) : printResult(`wrote ${run.dir}/${run.file} and ${run.latest}`)
  }),
).pipe(Command.withDescription("Write a report as the next version of its scope: stage 5"))
