import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { redactDiff } from "../core/redact/redact_findings.ts"
import type { DiffResult } from "../core/schema/diff_result.ts"
import { Orientation } from "../core/schema/orientation.ts"
import { readBaselineFile } from "../engine/baseline_file.ts"
import { diff as diffStage } from "../engine/diff.ts"
import { scopeOf } from "../engine/report_folder.ts"
import { readBaseline } from "../engine/report_store.ts"
import { dateOf, todayFlag } from "./date.ts"
import { readDecoded, readJson, UsageInvalid } from "./input.ts"
import { jsonFlag, printRedacted, printResult, printWarnings } from "./output.ts"
import { reportDirFlag, scopeSlugFlag } from "./report_place.ts"

const baselineFlag = Flag.String("baseline").pipe(
  Flag.withMetavar("FILE"),
  Flag.withDescription("The last run: a report, or JSON"),
  Flag.optional,
)

/** `retro diff`: stage 2. */
export const diff = Command.make(
  "diff",
  {
    findings: Flag.String("findings").pipe(
      Flag.withMetavar("FILE"),
      Flag.withDescription('Findings, or the results of passes, as JSON; "-" for the standard input'),
    ),
    baseline: baselineFlag,
    reportDir: Flag.optional(reportDirFlag),
    scopeSlug: Flag.optional(scopeSlugFlag),
    orientation: Flag.String("orientation").pipe(
      Flag.withMetavar("FILE"),
      Flag.withDescription('An orientation to hand on; "-" for the standard input'),
      Flag.optional,
    ),
    today: todayFlag,
    json: jsonFlag,
  },
  Effect.fnUntraced(function* ({ findings: source, orientation, today, json, ...place }) {
    if (source === "-" && Option.getOrUndefined(orientation) === "-") {
      return yield* new UsageInvalid({
        problem: "--findings and --orientation: only one of them can be the standard input; name a file for the other",
      })
    }
    const stored = yield* lastRun(place)
    const findings = yield* readJson(source)
    const orientations = Option.isNone(orientation)
      ? []
      : yield* readDecoded(orientation.value, Orientations, (value) => Array.isArray(value) ? value : [value])
    const date = yield* dateOf(today)
    const { baseline, id_max, warnings, scope } = stored
    const result = yield* diffStage({
      findings,
      ...(baseline === undefined ? {} : { baseline }),
      ...(id_max === undefined ? {} : { id_max }),
      today: date,
    })
    const whole: DiffResult = {
      ...result,
      ...scope,
      warnings: [...warnings, ...result.warnings],
      ...(orientations.length === 0 ? {} : { orientations }),
    }
    yield* printWarnings(whole.warnings)
    if (json) return yield* printRedacted(redactDiff(whole))
    yield* printResult(summaryOf(whole))
  }),
).pipe(Command.withDescription("Compare findings with the last run: stage 2"))

/** One orientation, as `orient` prints it, or several. */
const Orientations = Schema.Array(Orientation)

const lastRun = Effect.fnUntraced(function* (place: {
  readonly baseline: Option.Option<string>
  readonly reportDir: Option.Option<string>
  readonly scopeSlug: Option.Option<string>
}) {
  const { baseline, reportDir, scopeSlug } = place
  if (Option.isSome(baseline) && Option.isNone(reportDir) && Option.isNone(scopeSlug)) {
    return { id_max: undefined, scope: {}, ...yield* readBaselineFile(baseline.value) }
  }
  if (Option.isNone(baseline) && Option.isSome(reportDir) && Option.isSome(scopeSlug)) {
    const stored = yield* readBaseline({ reportDir: reportDir.value, scopeSlug: scopeSlug.value })
    return {
      baseline: stored._tag === "found" ? stored.baseline : undefined,
      id_max: stored.id_max,
      warnings: stored.warnings,
      // What is persisted with this name later must be what the folder's runs are about.
      scope: { scope: (yield* scopeOf(stored.folder)) ?? scopeSlug.value, scope_slug: scopeSlug.value },
    }
  }
  return yield* new UsageInvalid({
    problem: "diff needs --baseline FILE, or --report-dir DIR with --scope-slug SLUG",
  })
})

/** A line a row, then the totals. */
function summaryOf(diff: DiffResult): string {
  const rows = [
    ...diff.findings.map(({ id, tag, locator, what }) => ({ id, tag, text: `${locator}: ${what}` })),
    ...diff.unverified.map(({ id, tag, locator, what, why }) => ({ id, tag, text: `${locator}: ${what} (${why})` })),
    ...diff.resolved.map(({ id, tag, locator, what, how }) => ({ id, tag, text: `${locator}: ${what} (${how})` })),
  ]
  const width = Math.max(0, ...rows.map(({ id }) => id.length))
  const lines = rows.map(({ id, tag, text }) => `${id.padEnd(width)}  ${tag.padEnd("UNVERIFIED".length)}  ${text}`)
  const count = (tag: string): number => rows.filter((row) => row.tag === tag).length
  const totals = `${count("NEW")} new, ${count("CARRIED")} carried, ${count("WONT_FIX")} won't-fix, ` +
    `${count("UNVERIFIED")} unverified, ${count("RESOLVED")} resolved (${diff.run_mode} run)`
  return [...lines, totals].join("\n")
}
