import * as Effect from "effect/Effect"
import { type RenderOptions, renderReport } from "../core/report/render_report.ts"
import { validateReport } from "../core/report/validate_report.ts"
import { completeReport, type ReportInput } from "../core/schema/report.ts"

/** How many broken rules are logged one by one; the rest is counted. */
const loggedViolations = 5

/**
 * Stage 3: a diff result, or a report, as text. What the report leaves out is filled and its counts are made anew. A report
 * file that breaks the output contract is rendered all the same, and each broken rule is logged as a warning: a caller's
 * findings are never held back for their form.
 *
 * @example
 * ```ts
 * import { completeReport, render, renderReport } from "@retro/cli"
 * import * as Effect from "effect/Effect"
 * import { strictEqual } from "node:assert/strict"
 * const diff = {
 *   run_mode: "fresh", baseline: null, findings: [], resolved: [], unverified: [], id_max: 0, warnings: [],
 * } as const
 * strictEqual(await Effect.runPromise(render(diff)), renderReport(completeReport(diff)))
 * ```
 */
export const render: (input: ReportInput, options?: RenderOptions) => Effect.Effect<string> = Effect.fn("render")(
  function* (input, options) {
    const text = renderReport(completeReport(input), options)
    if ((options?.destination ?? "file") !== "file") return text
    const violations = validateReport(text)
    for (const { rule, line, message } of violations.slice(0, loggedViolations)) {
      yield* Effect.logWarning(`the report breaks ${rule} at line ${line}: ${message}`)
    }
    const more = violations.length - loggedViolations
    if (more > 0) yield* Effect.logWarning(`the report breaks ${more} more rules; retro validate lists them`)
    return text
  },
)
