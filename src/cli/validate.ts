import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { validateReport } from "../core/report/validate_report.ts"
import { AnswerIsNo } from "./exit_code.ts"
import { readInput } from "./input.ts"
import { jsonFlag, printJson, printResult } from "./output.ts"

/** `retro validate FILE`: a report against the output contract. */
export const validate = Command.make(
  "validate",
  {
    file: Argument.String("file").pipe(Argument.withDescription('The report, or "-" for the standard input')),
    json: jsonFlag,
  },
  Effect.fnUntraced(function* ({ file, json }) {
    const violations = validateReport(yield* readInput(file))
    const ok = violations.length === 0
    if (json) yield* printJson({ ok, violations })
    else {
      yield* printResult(
        ok
          ? `${file === "-" ? "the standard input" : file} keeps the output contract`
          : violations.map(({ rule, line, message }) => `${file}:${line}: ${rule} ${message}`).join("\n"),
      )
    }
    if (!ok) return yield* new AnswerIsNo({ code: 1 })
  }),
).pipe(Command.withDescription("Check a report against the output contract"))
