import * as Result from "effect/Result"
import { waiverOf } from "../diff/waiver.ts"
import type { DiffResult, ResolvedFinding, TaggedFinding, UnverifiedFinding } from "../schema/diff_result.ts"
import { parseStatus, type StatusValue } from "../schema/status.ts"
import { readId, readIds, unknownId } from "./id_list.ts"
import { type Decision, type Selection, SelectionInvalid } from "./selection.ts"
import { readWaiver } from "./waiver_text.ts"

/** How a selection is read. */
export interface SelectionContext {
  /** The date of the run, YYYY-MM-DD: an `until` before it is refused. */
  readonly today: string
  /** Whether a person was asked: `all` and `show` mean something only then. */
  readonly prompt: boolean
  /** The ids that the user has seen, when not every finding was shown: no other can be applied. */
  readonly shown?: ReadonlySet<string>
}

/** What a selection may name: of a report, the findings, and the rows that only say why nothing can be done about them. */
export type SelectableRows = Pick<DiffResult, "findings" | "resolved" | "unverified">
type Row = TaggedFinding | ResolvedFinding | UnverifiedFinding

interface Reading extends SelectionContext {
  readonly rows: ReadonlyMap<string, Row>
  readonly known: ReadonlySet<string>
}

type Verb = (rest: string, reading: Reading) => Result.Result<readonly Decision[], string>

/** The verbs; a clause without one lists the ids to apply. */
const verbs: { readonly [verb: string]: Verb } = {
  apply: readApply,
  all: readAll,
  none: readNone,
  skip: readSkip,
  wontfix: readWontFix,
  show: readShow,
}

/** Verbs that decide about every finding, or about none now: no other clause goes with them. */
const lonely: ReadonlySet<string> = new Set(["all", "none", "show"])

/** Verbs that mean something only to a person who was asked. */
const onlyAtPrompt: ReadonlySet<string> = new Set(["all", "show"])

/**
 * Reads what a user selects: clauses separated by `;` or a line break, each
 * `apply IDS`, `IDS` (the same), `skip IDS`, `wontfix ID REASON [until YYYY-MM-DD]`, `all`, `none` or `show IDS`.
 * IDS are `R003`, `r3`, `3` and ranges `3-7`, separated by commas or spaces. A reason ends at a `;`.
 * All or nothing: one wrong clause fails the whole. Text without a clause selects nothing.
 *
 * @example
 * ```ts
 * import { parseSelection } from "@retro/cli/core"
 * import * as Result from "effect/Result"
 * import { deepStrictEqual, strictEqual } from "node:assert/strict"
 * const finding = {
 *   id: "R001", tag: "NEW", pass: "link-integrity", locator: "a.md:3", verdict: "BROKEN", severity: "Low",
 *   what: "The link leads nowhere", route: "direct-fix", proposed_action: "Repoint the link",
 * } as const
 * const rows = { findings: [finding], resolved: [], unverified: [] }
 * const context = { today: "2026-03-01", prompt: false }
 * deepStrictEqual(Result.getOrThrow(parseSelection("1", rows, context)), [{ _tag: "apply", id: "R001" }])
 * const refused = parseSelection("wontfix 1 later", rows, context)
 * strictEqual(Result.isFailure(refused) && refused.failure.clause, "wontfix 1 later")
 * ```
 */
export function parseSelection(
  text: string,
  report: SelectableRows,
  context: SelectionContext,
): Result.Result<Selection, SelectionInvalid> {
  const rows = new Map<string, Row>(
    [...report.resolved, ...report.unverified, ...report.findings].map((row) => [row.id, row]),
  )
  const reading: Reading = { ...context, rows, known: new Set(rows.keys()) }
  const clauses = text.split(/[;\n]/u).map((clause) => clause.trim()).filter((clause) => clause !== "")
  const decided = new Map<string, { readonly decision: Decision; readonly clause: string }>()
  for (const clause of clauses) {
    const fail = (problem: string): Result.Result<Selection, SelectionInvalid> =>
      Result.fail(new SelectionInvalid({ clause, problem }))
    const { verb, rest } = splitClause(clause)
    const other = clauses.find((candidate) => candidate !== clause && splitClause(candidate).verb !== verb)
    if (lonely.has(verb) && other !== undefined) return fail(`"${verb}" goes with no other clause; drop "${other}"`)
    const read = readVerb(verb, rest, reading)
    if (Result.isFailure(read)) return fail(read.failure)
    for (const decision of read.success) {
      const earlier = decided.get(decision.id)
      if (earlier !== undefined && (earlier.decision._tag !== decision._tag || decision._tag === "wont_fix")) {
        return fail(`${decision.id} was decided already by "${earlier.clause}"; name it once`)
      }
      decided.set(decision.id, { decision, clause })
    }
  }
  return Result.succeed([...decided.values()].map(({ decision }) => decision))
}

function splitClause(clause: string): { readonly verb: string; readonly rest: string } {
  const words = /^([a-z_'’]+(?:-[a-z]+)*)(?=\s|$)(.*)$/isu.exec(clause)
  // `r3` has its digit after the letters and is no verb.
  return words === null
    ? { verb: "apply", rest: clause }
    : { verb: (words[1] ?? "").toLowerCase(), rest: (words[2] ?? "").trim() }
}

function readVerb(verb: string, rest: string, reading: Reading): Result.Result<readonly Decision[], string> {
  const read = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  if (read === undefined) {
    const usable = Object.keys(verbs).filter((name) => reading.prompt || !onlyAtPrompt.has(name))
    return Result.fail(`"${verb}" is no verb; use ${usable.join(", ")} or ids alone`)
  }
  return read(rest, reading)
}

function readApply(rest: string, reading: Reading): Result.Result<readonly Decision[], string> {
  return each(rest, reading, (row) => {
    const unseen = reading.shown?.has(row.id) === false
    return closedProblem(row) ??
      (unseen ? `${row.id} was not shown yet; run without it, look at the report, then apply` : undefined)
  }, (id) => ({ _tag: "apply", id }))
}

function readSkip(rest: string, reading: Reading): Result.Result<readonly Decision[], string> {
  return each(rest, reading, (row) => {
    const status = statusOf(row, reading)
    if (status === "wont_fix") return `${row.id} is won't-fix, which a skip would forget; leave it out, or apply it`
    if (status === "applied") return `${row.id} is applied, there is nothing to skip; leave it out`
    return closedProblem(row)
  }, (id) => ({ _tag: "skip", id }))
}

function readShow(rest: string, reading: Reading): Result.Result<readonly Decision[], string> {
  if (!reading.prompt) return Result.fail('"show" needs a prompt, which asks again afterwards; read the report instead')
  return each(rest, reading, () => undefined, (id) => ({ _tag: "show", id }))
}

function readAll(rest: string, reading: Reading): Result.Result<readonly Decision[], string> {
  if (rest !== "") return Result.fail('"all" stands alone; to apply some, name their ids')
  if (!reading.prompt) return Result.fail('"all" needs a prompt, which shows what it means; name the ids')
  return Result.succeed(
    [...reading.rows.values()]
      .filter((row) => closedProblem(row) === undefined && statusOf(row, reading) === "open" && row.route !== "none")
      .map((row) => ({ _tag: "apply", id: row.id })),
  )
}

function readNone(rest: string): Result.Result<readonly Decision[], string> {
  return rest === "" ? Result.succeed([]) : Result.fail('"none" stands alone; to pass over some, use skip')
}

function readWontFix(rest: string, reading: Reading): Result.Result<readonly Decision[], string> {
  const words = rest.split(/\s+/u)
  const word = (words[0] ?? "").replace(/[:,]$/u, "")
  const id = readId(word)
  if (id === undefined) {
    return Result.fail(`${word === "" ? "nothing" : `"${word}"`} is no id; write wontfix, one id and the reason`)
  }
  const row = reading.rows.get(id)
  if (row === undefined) return Result.fail(unknownId(id))
  const closed = closedProblem(row)
  if (closed !== undefined) return Result.fail(closed)
  const afterId = rest.slice((words[0] ?? "").length).trim()
  return Result.map(readWaiver(afterId, reading), (waiver) => [{ _tag: "wont_fix", id, ...waiver }])
}

/** The status of a row today: a won't-fix may be over since its report was made. */
function statusOf({ status = "open" }: Row, { today }: Reading): StatusValue["_tag"] | undefined {
  return waiverOf(status, today)._tag === "over" ? "open" : parseStatus(status)?._tag
}

/** Why nothing can be decided about a row that is not a finding of this run. */
function closedProblem(row: Row): string | undefined {
  if (row.tag === "RESOLVED") return `${row.id} is resolved (${row.how}), nothing is left to decide`
  if (row.tag !== "UNVERIFIED") return undefined
  return `${row.id} was not looked at in this run (${row.why}); decide when a run has found it again`
}

function each(
  text: string,
  reading: Reading,
  problemOf: (row: Row) => string | undefined,
  decide: (id: string) => Decision,
): Result.Result<readonly Decision[], string> {
  const ids = readIds(text, reading.known)
  if (Result.isFailure(ids)) return Result.fail(ids.failure)
  for (const id of ids.success) {
    const row = reading.rows.get(id)
    const problem = row === undefined ? unknownId(id) : problemOf(row)
    if (problem !== undefined) return Result.fail(problem)
  }
  return Result.succeed(ids.success.map(decide))
}
