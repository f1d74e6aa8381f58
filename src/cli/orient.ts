import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { renderOrientation } from "../core/report/orientation_block.ts"
import { orient as orientStage } from "../engine/orient.ts"
import { dateOf, todayFlag } from "./date.ts"
import { GivenPath } from "./given_path.ts"
import { jsonFlag, printJson, printResult } from "./output.ts"
import { defaultReportDir, reportDirFlag, scopeSlugFlag } from "./report_place.ts"

/** `retro orient ROOT…`: stage 1. */
export const orient = Command.make(
  "orient",
  {
    roots: Argument.String("root").pipe(
      Argument.withSchema(GivenPath),
      Argument.withDescription("The files and folders of the corpus"),
      Argument.variadic({ min: 1 }),
    ),
    kind: Flag.String("kind").pipe(
      Flag.withMetavar("KIND"),
      Flag.withDescription('What to call the corpus: "decisions", "system", "docs" or any label'),
    ),
    reportDir: reportDirFlag.pipe(Flag.withDefault(defaultReportDir)),
    scopeSlug: scopeSlugFlag.pipe(Flag.withDefault("corpus")),
    today: todayFlag,
    json: jsonFlag,
  },
  Effect.fnUntraced(function* ({ roots, kind, reportDir, scopeSlug, today, json }) {
    const orientation = yield* orientStage({ kind, roots, reportDir, scopeSlug, today: yield* dateOf(today) })
    yield* json ? printJson(orientation) : printResult(renderOrientation([orientation]))
  }),
).pipe(Command.withDescription("Count what is there and what changed since the last run: stage 1"))
