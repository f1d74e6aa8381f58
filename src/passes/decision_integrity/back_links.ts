import { byCodeUnit } from "../../core/code_unit_order.ts"
import type { DecisionNode } from "../../core/decision/decision_node.ts"
import type { LineChange } from "../../core/decision/line_change.ts"
import { formatReference } from "../../core/decision/reference_format.ts"
import { fieldRole } from "../../core/decision/field.ts"
import { isNotInForce } from "../../core/decision/status.ts"
import { isSideways } from "../../core/decision/syntax/table_block.ts"
import { replaceStatus, type Side, writable, writeReferences } from "../../core/decision/write_field.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"
import { type Candidate, evidenceAt, type FileChanges, type RuleResult } from "./candidate.ts"
import {
  conventionOf,
  endedByItself,
  hasTakenOver,
  type IntegrityContext,
  isLive,
  isReplacedBy,
  statusOf,
  type Supersession,
  targetPath,
} from "./integrity_context.ts"
import { isVersion, subjectOf, versionGaps } from "./version_gaps.ts"

/** A link that one of two decisions lacks. */
interface Missing {
  readonly edge: Supersession
  readonly side: Side
  /** The decision that should name the other. */
  readonly at: DecisionNode
  readonly partner: DecisionNode
}

/** Below this share of links back, a convention that asks for none is one-way; fewer gaps than this are worth a row each. */
const oneWayShare = 0.5
const fewGaps = 3

/** Each of two decisions names the other, where the convention has a field for it. */
export function backLinks(context: IntegrityContext): RuleResult {
  const candidates: Candidate[] = []
  const near_misses: NearMiss[] = []
  const missing: Missing[] = []
  for (const edge of context.supersessions) {
    const { newer, older } = edge
    if (edge.by_newer !== undefined && edge.by_older === undefined && !context.names("superseded_by", older, newer)) {
      const early = tooEarly(context, edge)
      if (early === undefined) missing.push({ edge, side: "superseded_by", at: older, partner: newer })
      else near_misses.push(early)
    }
    if (edge.by_older !== undefined && edge.by_newer === undefined && !context.names("supersedes", newer, older)) {
      missing.push({ edge, side: "supersedes", at: newer, partner: older })
    }
  }
  const isLeap = leapsOf(context)
  const apart = missing.filter((gap) => !isLeap(gap))
  const folded = oneWay(context, apart)
  const together = togetherAt(context, apart)
  for (const gap of missing) {
    const why = isLeap(gap)
      ? "told as a gap between its versions"
      : !hasFieldFor(gap)
      ? "its convention has no field for the link back"
      : folded.has(groupOf(gap))
      ? "the convention is used one way only: reported once for all of its decisions"
      : undefined
    if (why === undefined) candidates.push(candidateOf(context, gap, together))
    else {
      near_misses.push({
        locator: gap.at.path,
        what: `does not name ${gap.partner.path}, which ${gap.side === "supersedes" ? "it replaced" : "replaces it"}`,
        why,
        evidence: statedAt(gap),
      })
    }
  }
  for (const gaps of folded.values()) candidates.push(foldedCandidate(gaps))
  return { candidates, near_misses }
}

/**
 * Tells the links that a gap between versions speaks of: those of the version that leaps, and the one back to it of a
 * version that names its own successor already.
 */
function leapsOf(context: IntegrityContext): (gap: Missing) => boolean {
  const subjects = new Map(versionGaps(context).map(({ version }) => [version.path, subjectOf(version)]))
  const isOf = (node: DecisionNode, subject: string): boolean => isVersion(node) && subjectOf(node) === subject
  return ({ side, at, partner, edge }) => {
    const subject = subjects.get(edge.newer.path)
    if (subject === undefined || !isOf(edge.older, subject)) return false
    return side === "supersedes" || at.superseded_by.some((reference) => {
      const successor = context.byPath.get(targetPath(reference) ?? "")
      return successor !== undefined && successor !== partner && isOf(successor, subject)
    })
  }
}

/** A successor that is not in force took the place of nothing yet, unless its convention has it named at once. */
function tooEarly(context: IntegrityContext, edge: Supersession): NearMiss | undefined {
  const { newer, older } = edge
  const status = statusOf(context, newer)
  if (status === undefined || !isNotInForce(status) || isReplacedBy(context, edge)) return undefined
  if (conventionOf(older)?.obligation.at_once === true) return undefined
  return {
    locator: older.path,
    what: `does not name ${newer.path}, which says that it replaces it`,
    why: `that one is ${status.normal}: nothing took the place of this one`,
    evidence: [...evidenceAt(newer, edge.by_newer?.line), ...evidenceAt(newer, newer.status?.line)],
  }
}

/** Whether there is a field for the link: in the file, or in the convention; of a table side by side only its columns. */
function hasFieldFor({ at, side }: Missing): boolean {
  const role = side === "supersedes" ? "supersedes" : "superseded-by"
  if (at.block.fields.some((field) => fieldRole(field.key) === role)) return true
  return conventionOf(at)?.obligation.sides.includes(side) === true &&
    !(at.adapter === "table-adr" && isSideways(at.block))
}

/** The groups of gaps whose convention asks for no link back and mostly has none. */
function oneWay(context: IntegrityContext, missing: readonly Missing[]): ReadonlyMap<string, readonly Missing[]> {
  const gaps = new Map<string, Missing[]>()
  for (const gap of missing) {
    if (conventionOf(gap.at)?.obligation.every_pair !== false) continue
    const group = gaps.get(groupOf(gap))
    if (group === undefined) gaps.set(groupOf(gap), [gap])
    else group.push(gap)
  }
  // Every supersession counts, whoever says it: the links that the other side lacks do not change the share.
  const stated = new Map<string, number>()
  for (const edge of context.supersessions) {
    for (const side of ["superseded_by", "supersedes"] as const) {
      const at = side === "superseded_by" ? edge.older : edge.newer
      const key = `${side}\0${at.adapter}\0${at.family}`
      stated.set(key, (stated.get(key) ?? 0) + 1)
    }
  }
  return new Map(
    [...gaps].filter(([key, group]) =>
      group.length >= fewGaps && 1 - group.length / (stated.get(key) ?? group.length) < oneWayShare
    ),
  )
}

function groupOf({ side, at }: Missing): string {
  return `${side}\0${at.adapter}\0${at.family}`
}

function foldedCandidate(gaps: readonly Missing[]): Candidate {
  const sorted = [...gaps].sort((left, right) => byCodeUnit(left.at.path, right.at.path))
  const side = sorted[0]?.side ?? "supersedes"
  return {
    rule: "one-way-convention",
    locator: sorted[0]?.at.path ?? "",
    subject: side,
    what: side === "superseded_by"
      ? "decisions say what they replace, and most of what they replace does not say so"
      : "decisions say what replaced them, and most of what replaced them does not say so",
    action: "State in the convention that the link is kept on one side only, or add the links back.",
    evidence: sorted.flatMap((gap) => statedAt(gap).slice(0, 1)).slice(0, 3),
    relations: sorted.map(relationOf),
  }
}

function statedAt({ edge }: Missing): Candidate["evidence"] {
  return edge.by_newer === undefined
    ? evidenceAt(edge.older, edge.by_older?.line)
    : evidenceAt(edge.newer, edge.by_newer.line)
}

function relationOf({ edge }: Missing): { readonly from: string; readonly to: string; readonly kind: string } {
  return { from: edge.newer.path, to: edge.older.path, kind: "supersedes" }
}

function candidateOf(context: IntegrityContext, gap: Missing, together: Together): Candidate {
  const { at, partner, side, edge } = gap
  const obligation = conventionOf(at)?.obligation
  const field = fieldText(gap)
  const changes = changesFor(context, gap, together)
  const common = {
    locator: at.path,
    subject: partner.path,
    evidence: [...statedAt(gap), ...evidenceAt(at, at.status?.line)],
    relations: [relationOf(gap)],
    ...(changes === undefined ? {} : { changes: [changes] }),
  }
  if (side === "supersedes") {
    return {
      ...common,
      rule: "missing-supersedes",
      severity: obligation?.new_side ?? "Low",
      what: `${partner.path} says that this replaces it, and this does not name it`,
      action: `Add ${field}.`,
    }
  }
  const isUrgent = obligation?.old_side !== "Low" && hasTakenOver(context, edge.newer) && isLive(context, edge.older)
  return {
    ...common,
    rule: "missing-superseded-by",
    severity: isUrgent ? obligation?.old_side ?? "High" : "Low",
    what: `${partner.path} replaces this, and this does not say so`,
    action: oldSideAction(context, gap, field),
  }
}

function oldSideAction(context: IntegrityContext, { at, partner, edge }: Missing, field: string): string {
  if (!isReplacedBy(context, edge)) {
    return statusOf(context, partner)?.class === "dead"
      ? `Leave it, or add ${field}: ${partner.path} ended without taking over.`
      : `Add ${field} once ${partner.path} is in force; until then nothing changed.`
  }
  if (endedByItself(context, at)) return `Add ${field} if it matters what came after this one ended by itself.`
  const isMarked = statusOf(context, at)?.class === "dead"
  const status = at.status === undefined || isMarked ? undefined : conventionOf(at)?.obligation.replaced_status
  return `Add ${field}${status === undefined ? "" : `, and set the status to ${status}`}.`
}

/** The field as it is to be added: `Superseded-By: 443`. */
function fieldText({ at, partner, side, edge }: Missing): string {
  const adapter = conventionOf(at)
  const counterpart = side === "supersedes" ? edge.by_older?.raw : edge.by_newer?.raw
  const reference = adapter === undefined ? undefined : formatReference(adapter.reference_form, {
    from: at,
    to: partner,
    ...(counterpart === undefined ? {} : { counterpart }),
  })
  const key = adapter?.keys[side] ?? side
  const text = reference ?? partner.path
  if (key === "relations") return `the relation \`supersedes: ${text}\``
  return text.startsWith("[") || key.includes(" ") ? `\`${key} ${text}\`` : `\`${key}: ${text}\``
}

/** Whether the link may be added without a judgement: the successor is in force, and the decision did not end by itself. */
function isMechanical(context: IntegrityContext, { at, side, edge }: Missing): boolean {
  return side === "supersedes" || isReplacedBy(context, edge) && !endedByItself(context, at)
}

/** The gaps of a decision on one side that are mechanical, partner ascending: a field is written once. */
type Together = ReadonlyMap<string, readonly Missing[]>

function togetherAt(context: IntegrityContext, missing: readonly Missing[]): Together {
  const groups = new Map<string, Missing[]>()
  for (const gap of missing) {
    if (!isMechanical(context, gap)) continue
    const key = `${gap.side}\0${gap.at.path}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [gap])
    else group.push(gap)
  }
  for (const group of groups.values()) group.sort((left, right) => byCodeUnit(left.partner.path, right.partner.path))
  return groups
}

/** The lines to write. The first finding of a decision carries the links that all of them ask for. */
function changesFor(context: IntegrityContext, gap: Missing, groups: Together): FileChanges | undefined {
  const together = groups.get(`${gap.side}\0${gap.at.path}`) ?? []
  if (together[0] !== gap) return undefined
  const decision = writable(gap.at)
  if (decision === undefined) return undefined
  const references: string[] = []
  for (const { partner, edge } of together) {
    const counterpart = gap.side === "supersedes" ? edge.by_older?.raw : edge.by_newer?.raw
    const reference = formatReference(decision.adapter.reference_form, {
      from: gap.at,
      to: partner,
      ...(counterpart === undefined ? {} : { counterpart }),
    })
    if (reference === undefined) return undefined
    references.push(reference)
  }
  const written = writeReferences(decision, gap.side, references)
  if (written === undefined) return undefined
  const status = gap.side === "superseded_by" ? statusChange(context, gap.at) : []
  return status === undefined ? undefined : { path: gap.at.path, text: gap.at.text, changes: [...written, ...status] }
}

/** Sets the status along with the field, where the convention ties them and the field does not hold it already. */
function statusChange(context: IntegrityContext, node: DecisionNode): readonly LineChange[] | undefined {
  const adapter = conventionOf(node)
  const word = adapter?.obligation.replaced_status
  const inStatus = adapter?.superseded_by_form === "status-line" || adapter?.superseded_by_form === "status"
  const status = statusOf(context, node)
  if (word === undefined || inStatus || status === undefined || status.class === "dead") return []
  const decision = writable(node)
  const change = decision === undefined ? undefined : replaceStatus(decision, word)
  return change === undefined ? undefined : [change]
}
