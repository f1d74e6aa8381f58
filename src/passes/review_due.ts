import { byCodeUnit } from "../core/code_unit_order.ts"
import { type Corpus, isInScope } from "../core/corpus/corpus.ts"
import type { DecisionNode, DecisionStatus } from "../core/decision/decision_node.ts"
import { plainText, readStatus } from "../core/decision/status.ts"
import type { Finding } from "../core/schema/finding.ts"
import type { NearMiss, PassResult } from "../core/schema/pass_result.ts"
import { linesOf } from "../core/text_lines.ts"
import { evidenceOf, shown } from "./outcome/evidence.ts"
import { excuse, type Guard, wherever } from "./guard/guard.ts"
import type { Pass } from "./pass.ts"
import { lookedAt, markdownInScope, notRun } from "./outcome/pass_outcome.ts"
import { decisionFields, documentFields, type HeaderField } from "./review_due/header_fields.ts"
import { writtenDay } from "./review_due/written_day.ts"
import { setApartFromNow } from "./guard/set_apart.ts"

const id = "review-due"

/** Days on which something was to be looked at or decided again, and that are past. */
export const reviewDue: Pass = { id, look }

/** What a field sets a day for: looking at it again, deciding it, or having it done. */
type Purpose = "review" | "decide" | "finish"

const purposes: readonly (readonly [Purpose, RegExp])[] = [
  [
    "review",
    /^(?:(?:next-)?(?:review|revisit|re-?evaluat(?:e|ion)|reassess(?:ment)?)(?:-(?:by|date|on|due|due-date|before|after|at))?|(?:due-for|date-of-next)-review|expir(?:es|y)(?:-(?:date|on|at))?|valid-until)$/u,
  ],
  [
    "decide",
    /^(?:last-call-deadline|review-period-end|review-deadline|comment(?:s|-period)?-(?:deadline|due|end)|fcp-(?:end|deadline)|deadline|decision-(?:due|by|deadline))$/u,
  ],
  ["finish", /^(?:target(?:-(?:date|milestone|release|completion))?|milestone|due(?:-date)?)$/u],
]
const reviewed = /^(?:last-|date-)?review(?:ed)?(?:-on|-at|-date)?$/u
/** Keys that mean a day to come by themselves; a bare "review" does so only beside a status. */
const sayAhead = /next|-by$|due|before|revisit|expir|valid/u
const agreedOnly: ReadonlySet<string> = new Set(["accepted", "approved", "implementable", "agreed", "decided"])

/** A file and what it says of itself. */
interface Subject {
  readonly path: string
  readonly lines: readonly string[]
  readonly fields: readonly HeaderField[]
  readonly status: DecisionStatus | undefined
  readonly template: boolean
  /** The day that it was written, if it says so. */
  readonly created: string | undefined
}

/** A day that is past. */
interface Overdue {
  readonly subject: Subject
  readonly field: HeaderField
  readonly purpose: Purpose
  readonly day: string
}

const guards: readonly Guard<Overdue>[] = [
  wherever(({ subject }) => setApartFromNow(subject.path)),
  { why: "template: its day is to be filled in", fires: ({ subject }) => subject.template },
  wherever(({ day, purpose, subject }) => {
    const since = purpose === "review" ? reviewedSince(subject, day) : undefined
    return since && `reviewed since: its last review was on ${since}`
  }),
  {
    why: ({ subject }) => `held: the file itself is of ${subject.created ?? ""}, so the review was then`,
    fires: ({ day, purpose, subject: { created } }) => purpose === "review" && created !== undefined && day <= created,
  },
  {
    why: "done: the field says so behind the day",
    fires: ({ field }) => /\b(?:done|completed?|reviewed|finished|passed|closed|n\/a)\b/iu.test(field.value),
  },
  {
    why: ({ subject }) => `decided: its status, "${shown(plainText(subject.status?.raw ?? ""))}", is not open any more`,
    fires: ({ purpose, subject }) => purpose === "review" && subject.status?.class === "live",
  },
]

function look(corpus: Corpus): PassResult {
  const inScope = markdownInScope(corpus)
  const decisions = corpus.decisions.filter(({ path }) => isInScope(corpus, path))
  if (inScope === undefined && decisions.length === 0) return notRun(id, "no Markdown files and no decisions")
  const subjects = subjectsOf(corpus)
  const findings: Finding[] = []
  const nearMisses: NearMiss[] = []
  let days = 0
  for (const subject of subjects) {
    const keys = new Set<string>()
    for (const field of subject.fields) {
      const purpose = purposes.find(([, key]) => key.test(field.key))?.[0]
      const day = purpose === undefined ? undefined : writtenDay(field.value)
      if (purpose === undefined || day === undefined) continue
      days++
      if (day >= corpus.today || keys.has(field.key) || !isPending(purpose, field, subject.status)) continue
      keys.add(field.key)
      const overdue = { subject, field, purpose, day }
      const why = excuse(guards, overdue)
      if (why === undefined) findings.push(findingOf(overdue))
      else nearMisses.push({ locator: subject.path, what: whatOf(overdue), why, evidence: evidenceFor(overdue) })
    }
  }
  if (days === 0) return notRun(id, "no file says by when it is to be reviewed or decided")
  return lookedAt(id, {
    scanned: subjects.map(({ path }) => path),
    findings,
    near_misses: nearMisses,
    missed: inScope?.closed ?? [],
  })
}

/** Whether a status leaves open what the day was set for. */
function isPending(purpose: Purpose, { key }: HeaderField, status: DecisionStatus | undefined): boolean {
  // A word that nobody knows says as little as no status.
  if (status === undefined || status.class === "unknown") return purpose === "review" && sayAhead.test(key)
  if (status.class === "dead" || status.class === "moved") return false
  if (purpose === "review") return true
  return status.class === "open" || purpose === "finish" && agreedOnly.has(status.normal)
}

/** Every file in scope that has fields, path ascending. */
function subjectsOf(corpus: Corpus): readonly Subject[] {
  const decisions = new Map(corpus.decisions.map((decision) => [decision.path, decision]))
  const documents = corpus.documents.map((document): Subject => {
    const decision = decisions.get(document.path)
    const fields = [...decision === undefined ? [] : decisionFields(decision), ...documentFields(document)]
    return subjectOf(document.path, document.lines, fields, decision)
  })
  const known = new Set(documents.map(({ path }) => path))
  const others = corpus.decisions.filter(({ path }) => !known.has(path)).map((decision) =>
    subjectOf(decision.path, linesOf(decision.text), decisionFields(decision), decision)
  )
  return [...documents, ...others].filter(({ path }) => isInScope(corpus, path))
    .sort((left, right) => byCodeUnit(left.path, right.path))
}

function subjectOf(
  path: string,
  lines: readonly string[],
  fields: readonly HeaderField[],
  decision: DecisionNode | undefined,
): Subject {
  const written = fields.find(({ key, value }) => key === "status" && value !== "")
  const status = decision?.status ?? (written === undefined ? undefined : readStatus(written.value, written.line))
  const created = decision?.created ?? fields.find(({ key }) => key === "date" || key === "created")?.value
  return {
    path,
    lines,
    fields,
    status,
    template: decision?.template ?? false,
    created: created === undefined ? undefined : writtenDay(created),
  }
}

/** The day on which it was looked at, when that is not before the day that was set. */
function reviewedSince({ fields }: Subject, day: string): string | undefined {
  const days = fields.filter(({ key }) => reviewed.test(key) && /^(?:last-|date-)|reviewed/u.test(key))
    .flatMap(({ value }) => writtenDay(value) ?? [])
  return days.find((one) => one >= day)
}

const wasSet: Readonly<Record<Purpose, string>> = {
  review: "to be reviewed",
  decide: "to be decided",
  finish: "to be done",
}

const actions: Readonly<Record<Purpose, string>> = {
  review: "review it, then set the next day or change its status",
  decide: "decide it, then change its status or the day",
  finish: "change its status if it is done, else set a new day",
}

function whatOf({ subject, field, purpose, day }: Overdue): string {
  const status = subject.status === undefined ? "" : `; its status is "${shown(plainText(subject.status.raw))}"`
  return `it was ${wasSet[purpose]} by ${day} ("${shown(field.key)}")${status}`
}

function evidenceFor({ subject, field }: Overdue): NonNullable<Finding["evidence"]> {
  const status = subject.status === undefined ? [] : [subject.status.line]
  return evidenceOf(subject, [field.line, ...status])
}

function findingOf(overdue: Overdue): Finding {
  return {
    pass: id,
    locator: overdue.subject.path,
    verdict: "STALE",
    severity: overdue.purpose === "decide" ? "Medium" : "Low",
    what: whatOf(overdue),
    route: "proposal",
    proposed_action: actions[overdue.purpose],
    evidence: evidenceFor(overdue),
    key: shown(overdue.field.key),
  }
}
