import type {
  BaselineFinding,
  ResolvedFinding,
  ResolvedHow,
  TaggedFinding,
  UnverifiedFinding,
  UnverifiedWhy,
} from "../schema/diff_result.ts"
import type { Effort, Finding, Route } from "../schema/finding.ts"
import { findingId } from "../schema/finding_id.ts"
import { parseStatus } from "../schema/status.ts"
import type { Match } from "./pairing.ts"
import type { Sighting } from "./subject.ts"
import { waiverOf } from "./waiver.ts"

const defaultEfforts: { readonly [route in Route]: Effort | undefined } = {
  "capture": "S",
  "memory-audit": "S",
  "direct-fix": "S",
  "proposal": "M",
  "none": undefined,
}

/** What an earlier diff left on a finding or row: it says nothing about this run. */
const marks = ["tag", "matched_by", "score", "reopened", "possible_match", "how", "why", "closed_in"] as const

/** The row or finding without what an earlier diff left on it. */
export function withoutMarks<A extends { readonly [field: string]: unknown }>(fields: A): A {
  if (!marks.some((mark) => fields[mark] !== undefined)) return fields
  const rest = { ...fields }
  for (const mark of marks) Reflect.deleteProperty(rest, mark)
  return rest
}

function effortOf(finding: Finding): { readonly effort: Effort } | undefined {
  const effort = finding.effort ?? defaultEfforts[finding.route]
  return effort === undefined ? undefined : { effort }
}

/** A finding that no row is. */
export function tagNew(sighting: Sighting, number: number, possible: string | undefined): TaggedFinding {
  const { finding } = sighting
  return {
    ...withoutMarks(finding),
    ...effortOf(finding),
    id: findingId(number),
    status: finding.status ?? "open",
    tag: "NEW",
    ...(possible === undefined ? undefined : { possible_match: possible }),
  }
}

/** A finding that a row is: it has the row's id and what was decided about it; all else is as this run says. */
export function tagMatched(sighting: Sighting, match: Match, today: string): TaggedFinding {
  const { finding } = sighting
  const { row } = match.row
  const waived = waiverOf(row.status, today)._tag === "holds"
  const reopened = waived ? undefined : reopenedFrom(finding, match)
  const keepsApplied = isApplied(row) && reopened === undefined
  return {
    ...withoutMarks(finding),
    ...effortOf(finding),
    id: row.id,
    status: waived || keepsApplied ? row.status : "open",
    tag: waived ? "WONT_FIX" : "CARRIED",
    matched_by: match.by,
    score: match.score,
    ...(reopened === undefined ? undefined : { reopened }),
  }
}

/** What an applied row of each route did: only edits change what a pass looks at; the others write text beside it. */
const appliedByEdits: { readonly [route in Route]: boolean } = {
  "capture": false,
  "memory-audit": true,
  "direct-fix": true,
  "proposal": false,
  "none": false,
}

/**
 * The status that a finding came back from. Only applied edits can be reopened: a proposal's stub or a captured note does
 * not remove what was found, so that an applied row without edits stays applied until it is no longer found. Edits are
 * seen in the row, in this run's finding, or, since a row from Markdown has none and a finding whose edits no longer
 * fit may have none, by its route: memory-audit and direct-fix are applied by edits alone.
 */
function reopenedFrom(finding: Finding, match: Match): "applied" | "resolved" | undefined {
  const { row } = match.row
  if (isApplied(row) && (hasEdits(row) || hasEdits(finding) || appliedByEdits[row.route ?? finding.route])) {
    return "applied"
  }
  return match.closed ? "resolved" : undefined
}

function isApplied(row: BaselineFinding): boolean {
  return parseStatus(row.status)?._tag === "applied"
}

function hasEdits(fields: { readonly [field: string]: unknown }): boolean {
  const edits = fields["edits"]
  return Array.isArray(edits) && edits.length > 0
}

/** The status of a row that stays in the table unseen: a skip was for one run, and a won't-fix may be over. */
function statusOf(row: BaselineFinding, today: string): string {
  const isOver = waiverOf(row.status, today)._tag === "over"
  return parseStatus(row.status)?._tag === "skipped" || isOver ? "open" : row.status
}

/** A row that nobody looked at, or that is ambiguous. */
export function tagUnverified(row: BaselineFinding, why: UnverifiedWhy, today: string): UnverifiedFinding {
  return { ...withoutMarks(row), status: statusOf(row, today), tag: "UNVERIFIED", why }
}

/** A row that this run closes. */
export function tagResolved(row: BaselineFinding, nodeIsGone: boolean, today: string): ResolvedFinding {
  return { ...withoutMarks(row), tag: "RESOLVED", how: howOf(row, nodeIsGone, today) }
}

function howOf(row: BaselineFinding, nodeIsGone: boolean, today: string): ResolvedHow {
  const status = parseStatus(row.status)?._tag
  if (status === "applied") return "applied"
  if (status === "wont_fix" && waiverOf(row.status, today)._tag === "holds") return "wont_fix not observed"
  return nodeIsGone ? "node gone" : "not detected"
}
