import * as Effect from "effect/Effect"
import * as Path from "effect/Path"
import type { Baseline } from "../core/diff/baseline.ts"
import { diffChange, withKnownIds } from "../core/diff/diff_change.ts"
import { diffFindings } from "../core/diff/diff_findings.ts"
import type { CurrentRun } from "../core/diff/diff_input.ts"
import { redact } from "../core/redact/redact.ts"
import { redactBaseline, redactNodes } from "../core/redact/redact_findings.ts"
import { summarisePasses } from "../core/report/summarise_passes.ts"
import type { DiffResult, TaggedFinding } from "../core/schema/diff_result.ts"
import { completeReport, type PassSummary, type Report } from "../core/schema/report.ts"
import type { GitFailed } from "../engine/git.ts"
import { type CorpusOrientation, orientCorpus, orientNodes } from "../engine/orient.ts"
import { type BaselineFailure, readBaseline, type StoredBaseline } from "../engine/report_store.ts"
import type { PassRun } from "../passes/run_passes.ts"
import type { BaseState } from "./diff_run.ts"
import type { PreparedRun, RunServices } from "./prepared_run.ts"
import { readingWarnings } from "./reading_warnings.ts"

/** A run that was compared. */
export interface ComparedRun {
  readonly report: Report
  /** The ids of the findings that a stored report shows. */
  readonly shown: ReadonlySet<string>
}

/** This run's findings against those of the last run, or of the state that a change starts at, as a report. */
export const compareRun: (
  run: PreparedRun,
) => Effect.Effect<ComparedRun, GitFailed | BaselineFailure, RunServices> = Effect.fn("compareRun")(function* (run) {
  const { reading, scope, reportDir, base, oriented } = run
  const stored = yield* readBaseline({ reportDir, scopeSlug: scope.scope_slug, scope: scope.scope })
  const since = base ?? baselineOf(stored)
  const orientation = oriented === undefined
    ? yield* orientCorpus(reading, since)
    : yield* orientNodes(reading, oriented, since)
  const { diff, shown } = base === undefined
    ? sinceLastRun(run, stored, orientation)
    : sinceBase(run, base, stored, orientation)
  return { report: yield* reportOf(run, diff, stored, orientation), shown }
})

interface Compared {
  readonly diff: DiffResult
  readonly shown: ReadonlySet<string>
}

function baselineOf(stored: StoredBaseline): Baseline | undefined {
  return stored._tag === "found" ? stored.baseline : undefined
}

function currentOf({ results }: PassRun, files: readonly string[]): CurrentRun {
  return { passes: results, inventory: files.map(redact) }
}

function sinceLastRun(run: PreparedRun, stored: StoredBaseline, { renames }: CorpusOrientation): Compared {
  const baseline = baselineOf(stored)
  const diff = diffFindings({
    current: currentOf(run.passRun, run.reading.corpus.paths.files),
    ...(baseline === undefined ? {} : { baseline: redactBaseline(baseline) }),
    id_max: stored.id_max,
    renames: redactNodes(Object.fromEntries(renames)),
    today: run.today,
  })
  return { diff, shown: shownIds(diff.findings) }
}

/** What the stored report does not hold was never seen, and is not applied. */
function shownIds(findings: readonly TaggedFinding[]): ReadonlySet<string> {
  return new Set(
    findings.filter((finding) => finding.tag !== "NEW" && finding.reopened !== "resolved").map(({ id }) => id),
  )
}

function sinceBase(
  run: PreparedRun,
  base: BaseState,
  last: StoredBaseline,
  { renames }: CorpusOrientation,
): Compared {
  const change = diffChange({
    base: currentOf(base.passRun, base.corpus.paths.files),
    ...(base.stored === undefined ? {} : { stored: redactBaseline(base.stored) }),
    current: currentOf(run.passRun, run.reading.corpus.paths.files),
    renames: redactNodes(Object.fromEntries(renames)),
    today: run.today,
  })
  const baseline = baselineOf(last)
  const known = baseline === undefined
    ? { findings: change.findings, shown: new Set<string>(), id_max: change.id_max }
    : withKnownIds(change, redactBaseline(baseline), run.today)
  const version = baseline?.version === undefined ? {} : { version: baseline.version }
  const diff: DiffResult = {
    run_mode: "repeat",
    baseline: { path: base.commit, date: base.date, ...version },
    findings: known.findings,
    resolved: change.resolved,
    unverified: change.unverified,
    id_max: Math.max(known.id_max, last.id_max),
    warnings: [...change.warnings, ...waivedByChange(baseline, known.shown), ...incompleteAtBase(base)],
  }
  return { diff, shown: known.shown }
}

/** What a pass found that was there before is none of the change. */
function foundByChange(summary: PassSummary, findings: readonly TaggedFinding[]): PassSummary {
  return { ...summary, found: findings.filter(({ pass }) => pass === summary.pass).length }
}

/** A change does not excuse itself: who waived a finding of it is told. */
function waivedByChange(last: Baseline | undefined, shown: ReadonlySet<string>): readonly string[] {
  const waived = (last?.findings ?? []).filter(({ id, status }) => shown.has(id) && status.startsWith("wont_fix:"))
  return waived.map(({ id }) =>
    `${id}: a won't-fix of an earlier run over this change does not count; decide again, or waive it where the change starts`
  )
}

/** What a pass could not look at there may be older than the change. */
function incompleteAtBase({ passRun, commit }: BaseState): readonly string[] {
  return passRun.results.filter((result) => result.ran && !result.complete).map(({ pass }) =>
    `${pass} could not look at all of commit ${commit.slice(0, 12)}: what it finds new may be older`
  )
}

const reportOf: (
  run: PreparedRun,
  diff: DiffResult,
  stored: StoredBaseline,
  orientation: CorpusOrientation,
) => Effect.Effect<Report, never, Path.Path> = Effect.fnUntraced(function* (run, diff, stored, { orientations }) {
  const path = yield* Path.Path
  const { reading, passRun, scope, today, warnings, base } = run
  const summary = summarisePasses(passRun.results)
  const { repository, root } = reading
  // A report says nothing of the machine: its paths are the root's.
  const baseline = diff.baseline === null || base !== undefined
    ? diff.baseline
    : { ...diff.baseline, path: path.relative(root, diff.baseline.path) }
  return completeReport({
    ...diff,
    baseline,
    warnings: [
      ...stored.warnings.map((warning) => warning.replaceAll(`${root}${path.sep}`, "")),
      ...reading.warnings,
      ...warnings,
      ...diff.warnings,
      ...passRun.warnings,
      ...readingWarnings(reading),
    ],
    ...scope,
    date: today,
    ...(repository?.head === undefined ? {} : { commit: repository.head }),
    files_scanned: reading.files_scanned,
    orientations,
    ...summary,
    passes: base === undefined ? summary.passes : summary.passes.map((pass) => foundByChange(pass, diff.findings)),
  })
})
