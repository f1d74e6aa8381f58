import type { DiffResult, ResolvedFinding, TaggedFinding, UnverifiedFinding } from "../schema/diff_result.ts"
import type { Finding } from "../schema/finding.ts"
import { findingNumber } from "../schema/finding_id.ts"
import type { Baseline } from "./baseline.ts"
import { type Coverage, coverageOf } from "./coverage.ts"
import type { CurrentRun, DiffInput } from "./diff_input.ts"
import { matchKeys, matchTexts, type Sides } from "./exact_stages.ts"
import { matchMoved } from "./moved_stage.ts"
import { matchNodes, matchReworded } from "./node_stages.ts"
import { Pairing } from "./pairing.ts"
import { type Row, rowsOf, type Sighting, sightingsOf } from "./subject.ts"
import { tagMatched, tagNew, tagResolved, tagUnverified } from "./tag_finding.ts"
import { overdueWarnings } from "./waiver.ts"

/**
 * Compares this run's findings with the last run's: which are new, which were there before and under which id, which
 * are closed, and which nobody looked at. Pure: the same input gives the same output, whatever the order of the baseline.
 *
 * @example
 * ```ts
 * import { diffFindings } from "@retro/cli/core"
 * import { deepStrictEqual } from "node:assert/strict"
 * const finding = {
 *   pass: "link-integrity", locator: "docs/a.md", verdict: "DEAD", severity: "Low", what: "links to b.md, which is missing",
 *   route: "direct-fix", proposed_action: "remove the link",
 * } as const
 * const first = diffFindings({ current: { findings: [finding] }, today: "2027-01-31" })
 * deepStrictEqual(first.findings.map(({ id, tag }) => [id, tag]), [["R001", "NEW"]])
 * const row = { ...finding, id: "R001", status: "open" }
 * const again = diffFindings({
 *   current: { findings: [finding] },
 *   baseline: { path: "latest.md", id_max: 1, findings: [row], closed: [] },
 *   today: "2027-02-28",
 * })
 * deepStrictEqual(again.findings.map(({ id, tag, matched_by }) => [id, tag, matched_by]), [["R001", "CARRIED", "text"]])
 * ```
 */
export function diffFindings(input: DiffInput): DiffResult {
  const { baseline, today } = input
  const renames = new Map(Object.entries(input.renames ?? {}))
  const coverage = coverageOf(input.current, renames)
  const sightings = sightingsOf(findingsOf(input.current))
  const rows = rowsOf(baseline?.findings ?? [], coverage.ownersOf, renames)
  const closed = rowsOf(baseline?.closed ?? [], coverage.ownersOf, renames)
  const pairing = matchAll(
    { rows, sightings, closed: false },
    { rows: closed, sightings, closed: true },
    coverage,
    renames,
  )

  const highest = [input.id_max, baseline?.id_max, rows.at(-1)?.number, closed.at(-1)?.number]
  const idMax = Math.max(...highest.map((number) => number ?? 0))
  const findings = tagFindings(sightings, pairing, idMax, today)
  const { resolved, unverified } = closeRows(rows, pairing, coverage, today)
  const isClosed = new Set(resolved.map(({ id }) => id))
  const here = rows.filter(({ row }) => !isClosed.has(row.id))
  const concerned = [...here, ...closed.filter((row) => pairing.isTaken(row))].sort((a, b) => a.number - b.number)
  const back = new Set(closed.filter((row) => pairing.isTaken(row)).map(({ row }) => row.id))
  const remembered = (baseline?.closed ?? []).filter(({ id }) => !back.has(id))
    .sort((a, b) => numberOf(a) - numberOf(b))
  return {
    run_mode: baseline === undefined ? "fresh" : "repeat",
    baseline: baseline === undefined ? null : referenceTo(baseline),
    findings,
    resolved,
    unverified,
    ...(remembered.length === 0 ? undefined : { closed: remembered }),
    id_max: idMax + findings.filter((finding) => finding.tag === "NEW").length,
    warnings: overdueWarnings(concerned.map(({ row }) => row), today),
  }
}

function findingsOf(current: CurrentRun): readonly Finding[] {
  return "findings" in current ? current.findings : current.passes.flatMap((pass) => pass.findings)
}

/** The stages, in the only order there is. A closed row comes back only by what is exact, before anything is guessed. */
function matchAll(open: Sides, closed: Sides, coverage: Coverage, renames: ReadonlyMap<string, string>): Pairing {
  const pairing = new Pairing()
  matchKeys(pairing, open)
  matchTexts(pairing, open)
  matchKeys(pairing, closed)
  matchTexts(pairing, closed)
  matchReworded(pairing, open)
  matchNodes(pairing, open)
  const baselineNodes = new Set(open.rows.map((row) => row.node))
  matchMoved(pairing, open, { isGone: coverage.isGone, baselineNodes, renames })
  return pairing
}

/** The findings with their tags, by id; the new ones are numbered in caller order, above the highest id that ever was. */
function tagFindings(
  sightings: readonly Sighting[],
  pairing: Pairing,
  idMax: number,
  today: string,
): readonly TaggedFinding[] {
  let last = idMax
  const tagged = sightings.map((sighting) => {
    const match = pairing.matchOf(sighting)
    if (match !== undefined) return { number: match.row.number, finding: tagMatched(sighting, match, today) }
    last++
    return { number: last, finding: tagNew(sighting, last, pairing.possibleMatchOf(sighting)?.row.id) }
  })
  return tagged.sort((a, b) => a.number - b.number).map(({ finding }) => finding)
}

function closeRows(
  rows: readonly Row[],
  pairing: Pairing,
  coverage: Coverage,
  today: string,
): { readonly resolved: readonly ResolvedFinding[]; readonly unverified: readonly UnverifiedFinding[] } {
  const resolved: ResolvedFinding[] = []
  const unverified: UnverifiedFinding[] = []
  for (const row of rows) {
    if (pairing.isTaken(row)) continue
    const absence = coverage.absenceOf(row)
    if (pairing.isAmbiguous(row)) unverified.push(tagUnverified(row.row, "ambiguous", today))
    else if (absence._tag === "unverified") unverified.push(tagUnverified(row.row, absence.why, today))
    else resolved.push(tagResolved(row.row, absence._tag === "gone", today))
  }
  return { resolved, unverified }
}

function numberOf(row: { readonly id: string }): number {
  return findingNumber(row.id) ?? 0
}

function referenceTo(baseline: Baseline): DiffResult["baseline"] {
  return {
    path: baseline.path,
    ...(baseline.version === undefined ? undefined : { version: baseline.version }),
    ...(baseline.date === undefined ? undefined : { date: baseline.date }),
  }
}
