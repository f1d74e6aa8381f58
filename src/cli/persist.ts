import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { persist as persistReport } from "../engine/persist.ts"
import { dateOf, todayFlag } from "./date.ts"
import { jsonFlag, printJson, printResult } from "./output.ts"
import { readReport, reportFlag } from "./report_input.ts"
import { reportDirFlag, scopeSlugFlag } from "./report_place.ts"

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
