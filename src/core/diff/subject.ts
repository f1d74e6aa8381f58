import type { BaselineFinding } from "../schema/diff_result.ts"
import type { Finding } from "../schema/finding.ts"
import { findingNumber } from "../schema/finding_id.ts"
import { lineOf, nodeOf } from "../schema/locator.ts"
import { normaliseText } from "./normalise.ts"

/** What is compared of a finding, on either side. */
export interface Subject {
  readonly pass: string
  readonly locator: string
  readonly node: string
  /** The line of the locator. A line that only the evidence has is not used: a baseline read from Markdown lacks it. */
  readonly line: number | undefined
  readonly what: string
  /** `what`, normalised. */
  readonly text: string
  readonly key: string | undefined
}

/** A row of the baseline, with the passes of this run that may find it again. */
export interface Row extends Subject {
  readonly row: BaselineFinding
  readonly number: number
  /** The pass itself first, then the passes that name it as a former id. */
  readonly owners: readonly string[]
}

/** A finding of this run. */
export interface Sighting extends Subject {
  readonly finding: Finding
}

/** The rows of a baseline in id order: whatever order they came in has no effect from here on. */
export function rowsOf(
  rows: readonly BaselineFinding[],
  ownersOf: (pass: string) => readonly string[],
  renames: ReadonlyMap<string, string>,
): readonly Row[] {
  return rows.map((row) => ({
    pass: row.pass,
    locator: row.locator,
    node: nodeOf(row.locator),
    line: lineOf(row.locator),
    what: row.what,
    text: normaliseText(row.what),
    key: row.key === undefined ? undefined : renamedKey(row.key, renames),
    row,
    number: findingNumber(row.id) ?? 0,
    owners: ownersOf(row.pass),
  })).sort((a, b) => a.number - b.number)
}

/** A key that is or ends in the name of a renamed node (`missing-superseded-by docs/a.md`) goes with it. */
function renamedKey(key: string, renames: ReadonlyMap<string, string>): string {
  for (let start = 0;; start = key.indexOf(" ", start) + 1) {
    const renamed = renames.get(key.slice(start))
    if (renamed !== undefined) return key.slice(0, start) + renamed
    if (!key.includes(" ", start)) return key
  }
}

/** The findings of this run, in caller order. */
export function sightingsOf(findings: readonly Finding[]): readonly Sighting[] {
  return findings.map((finding) => ({
    pass: finding.pass,
    locator: finding.locator,
    node: nodeOf(finding.locator),
    line: lineOf(finding.locator),
    what: finding.what,
    text: normaliseText(finding.what),
    key: finding.key,
    finding,
  }))
}

/** Compares by code unit. */
export function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/**
 * Orders findings that the locator and the text do not tell apart, by everything else that they say.
 * What remains equal is equal in every field, so that the order in which a pass emits its findings decides nothing.
 */
export function compareSightings(one: Sighting, other: Sighting): number {
  return (one.line ?? 0) - (other.line ?? 0) || evidenceLine(one) - evidenceLine(other) ||
    compareText(one.text, other.text) || compareText(one.key ?? "", other.key ?? "") ||
    compareText(contentOf(one), contentOf(other))
}

function evidenceLine(sighting: Sighting): number {
  return sighting.finding.evidence?.[0]?.line ?? 0
}

function contentOf(sighting: Sighting): string {
  const { id: _ignored, ...content } = sighting.finding
  return JSON.stringify(content)
}
