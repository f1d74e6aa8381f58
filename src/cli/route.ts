import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { parseSelection } from "../core/selection/parse_selection.ts"
import { readConfig } from "../engine/read_config.ts"
import { route as routeFindings } from "../engine/route.ts"
import { findRoot } from "../engine/run_root.ts"
import { dateOf, todayFlag } from "./date.ts"
import { AnswerIsNo } from "./exit_code.ts"
import { GivenPath } from "./given_path.ts"
import { jsonFlag, printJson, printResult } from "./output.ts"
import { printOutcomes } from "./outcomes.ts"
import { readReport, reportFlag } from "./report_input.ts"

/** `--select "…"`: what to do with which finding. */
export const selectDescription = 'What to do, such as "apply R001,R003; wontfix R004 by design; skip R005"'

/** `retro route`: stage 4. */
export const route = Command.make(
  "route",
  {
    report: reportFlag,
    select: Flag.String("select").pipe(Flag.withMetavar("SELECTION"), Flag.withDescription(selectDescription)),
    root: Flag.String("root").pipe(
      Flag.withSchema(GivenPath),
      Flag.withDefault("."),
      Flag.withMetavar("DIR"),
      Flag.withDescription("The folder that the paths of the report are relative to"),
    ),
    allowDirty: Flag.Boolean("allow-dirty").pipe(
      Flag.withDefault(false),
      Flag.withDescription("Also edit files with uncommitted changes"),
    ),
    dryRun: Flag.Boolean("dry-run").pipe(
      Flag.withDefault(false),
      Flag.withDescription("Write nothing, say what would be done"),
    ),
    today: todayFlag,
    json: jsonFlag,
  },
  Effect.fnUntraced(function* ({ report: source, select, root, allowDirty, dryRun, today, json }) {
    const date = yield* dateOf(today)
    const report = yield* readReport(source, date)
    const selection = yield* Effect.fromResult(parseSelection(select, report, { today: date, prompt: false }))
    const folder = yield* findRoot(root)
    const config = yield* readConfig(folder)
    const routed = yield* routeFindings(report, selection, { root: folder, allowDirty, dryRun, config })
    if (json) yield* printJson(routed)
    else yield* printResult(printOutcomes(routed.outcomes ?? []))
    if (routed.outcomes?.some((outcome) => outcome.result === "failed") === true) {
      return yield* new AnswerIsNo({ code: 3 })
    }
  }),
).pipe(Command.withDescription("Apply, skip or waive findings of a report: stage 4"))
