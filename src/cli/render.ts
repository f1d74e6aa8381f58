import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stdio from "effect/Stdio"
import { redactValue } from "../core/redact/redact.ts"
import { renderReport } from "../core/report/render_report.ts"
import { dateOf, todayFlag } from "./date.ts"
import { jsonFlag, printJson, printResult } from "./output.ts"
import { readReport, reportFlag } from "./report_input.ts"

/** `retro render`: stage 3. */
export const render = Command.make(
  "render",
  {
    report: reportFlag,
    destination: Flag.Literals("destination", ["terminal", "github"]).pipe(
      Flag.withDescription("For a terminal or a GitHub comment (default: the whole report as Markdown)"),
      Flag.optional,
    ),
    today: todayFlag,
    json: jsonFlag,
  },
  Effect.fnUntraced(function* ({ report: source, destination, today, json }) {
    const report = yield* readReport(source, yield* dateOf(today))
    if (json) return yield* printJson(report)
    const isTerminal = yield* (yield* Stdio.Stdio).stdoutIsTerminal
    yield* printResult(renderReport(redactValue(report), {
      destination: Option.getOrElse(destination, () => isTerminal ? "terminal" as const : "file" as const),
    }))
  }),
).pipe(Command.withDescription("Print a report: stage 3"))
