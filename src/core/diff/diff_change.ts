import type {
  BaselineFinding,
  ClosedFinding,
  DiffResult,
  ResolvedFinding,
  TaggedFinding,
  UnverifiedFinding,
} from "../schema/diff_result.ts"
import { findingId, findingNumber } from "../schema/finding_id.ts"
import type { Baseline } from "./baseline.ts"
import { diffFindings } from "./diff_findings.ts"
import type { CurrentRun } from "./diff_input.ts"
import { identityOf } from "./finding_identity.ts"

/** What {@link diffChange} compares. */
export interface ChangeInput {
  /** What the passes found where the change starts. */
  readonly base: CurrentRun
  /** The run that is stored there: its ids and its decisions count. */
  readonly stored?: Baseline
  /** What the same passes find after the change. */
  readonly current: CurrentRun
  /** Old node to new node. */
  readonly renames?: { readonly [node: string]: string }
  /** `YYYY-MM-DD`. */
  readonly today: string
}

/** What a change did to the findings. */
export interface ChangeDiff {
  /** Those that were not there before, id ascending. One that came back keeps its id, and a won't-fix of the stored run. */
  readonly findings: readonly TaggedFinding[]
  /** Those that were there before and are not any more. */
  readonly resolved: readonly ResolvedFinding[]
  /** Those of before that a new one may be. */
  readonly unverified: readonly UnverifiedFinding[]
  /** The highest number of any id. */
  readonly id_max: number
  /** The same before the change: an id up to it is not one of a new finding. */
  readonly base_id_max: number
  /** One line each, for the report's header. */
  readonly warnings: readonly string[]
}

/**
 * What a change did: the findings of before are the baseline of those of after, by the rules of every other diff. What
 * was there before is no finding of the change, whether it is waived or not.
 */
export function diffChange({ base, stored, current, renames = {}, today }: ChangeInput): ChangeDiff {
  const before = diffFindings({ current: base, ...(stored === undefined ? {} : { baseline: stored }), today })
  const baseline = asBaseline(before)
  const after = diffFindings({ current, baseline, renames, today })
  const known = new Set(baseline.findings.map((row) => row.id))
  const seen = new Set(before.findings.map((finding) => finding.id))
  const findings = after.findings.filter((finding) => !known.has(finding.id))
  return {
    findings,
    resolved: after.resolved.filter((row) => seen.has(row.id)),
    unverified: after.unverified.filter((row) => row.why === "ambiguous"),
    id_max: after.id_max,
    base_id_max: before.id_max,
    // Of a finding of before, a won't-fix that is over is open in the baseline already: these are of what came back.
    warnings: after.warnings,
  }
}

function asBaseline(before: DiffResult): Baseline {
  return {
    path: "base",
    id_max: before.id_max,
    findings: [...before.findings.map(rowOf), ...before.unverified.map(rowOf)],
    closed: [
      ...(before.closed ?? []),
      ...before.resolved.map((row): ClosedFinding => ({ ...rowOf(row), closed_in: 0 })),
    ],
  }
}

/** Of a finding, what a row of a table has. */
function rowOf(finding: TaggedFinding | ResolvedFinding | UnverifiedFinding): BaselineFinding {
  const { id, pass, locator, what, status = "open", severity, effort, route, verdict, key } = finding
  return {
    id,
    pass,
    locator,
    what,
    status,
    ...(severity === undefined ? {} : { severity }),
    ...(effort === undefined ? {} : { effort }),
    ...(route === undefined ? {} : { route }),
    ...(verdict === undefined ? {} : { verdict }),
    ...(key === undefined ? {} : { key }),
  }
}

/** The findings of a change with the ids of an earlier run over the same change, and which of them that run had. */
export interface KnownFindings {
  readonly findings: readonly TaggedFinding[]
  readonly shown: ReadonlySet<string>
  readonly id_max: number
}

/**
 * Gives what an earlier run over the same change had found its id of then. Nothing else of that run counts: a change does
 * not excuse itself.
 */
export function withKnownIds(change: ChangeDiff, last: Baseline, today: string): KnownFindings {
  const isNew = (finding: TaggedFinding): boolean => finding.tag === "NEW"
  const matched = diffFindings({ current: { findings: change.findings.filter(isNew) }, baseline: last, today })
  const byFinding = new Map(
    matched.findings.filter((finding) => (findingNumber(finding.id) ?? 0) > change.base_id_max)
      .map((finding) => [identityOf(finding), finding]),
  )
  const kept = change.findings.filter((finding) => !isNew(finding))
  const shown = new Set(kept.map((finding) => finding.id))
  let highest = Math.max(change.base_id_max, last.id_max)
  const findings = change.findings.map((finding) => {
    if (!isNew(finding)) return finding
    const match = byFinding.get(identityOf(finding))
    if (match !== undefined && match.tag !== "NEW" && !shown.has(match.id)) {
      shown.add(match.id)
      return { ...finding, id: match.id }
    }
    return { ...finding, id: findingId(++highest) }
  })
  return { findings: [...findings].sort(byNumber), shown, id_max: highest }
}

function byNumber(left: TaggedFinding, right: TaggedFinding): number {
  return (findingNumber(left.id) ?? 0) - (findingNumber(right.id) ?? 0)
}
