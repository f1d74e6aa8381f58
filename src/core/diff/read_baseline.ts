import * as Data from "effect/Data"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { BaselineFinding, type ClosedFinding } from "../schema/diff_result.ts"
import { findingNumber } from "../schema/finding_id.ts"
import type { Baseline } from "./baseline.ts"
import { decodeAt, isObject, type Refusal } from "./decode_at.ts"
import { isBaselineFinding } from "./finding_guard.ts"
import { withoutMarks } from "./tag_finding.ts"

/**
 * A baseline that cannot be used, and the first field that is wrong in it.
 *
 * @example
 * ```ts
 * import { BaselineInvalid } from "@retro/cli/core"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(
 *   new BaselineInvalid({ path: "old.json", field: "findings[3].id", expected: "is missing" }).message,
 *   "cannot use the baseline old.json: findings[3].id: is missing; correct it, or name another baseline",
 * )
 * ```
 */
export class BaselineInvalid extends Data.Error<{
  /** Where it was read. */
  readonly path: string
  /** Where in it: `findings[3].id`; empty for the whole. */
  readonly field: string
  readonly expected: string
}> {
  /** Tells the error from others, as for `Effect.catchTag`. */
  readonly _tag = "BaselineInvalid"
  /** What a log calls the error. */
  override readonly name = "BaselineInvalid"
  /** What failed, why, and the next step. */
  override get message(): string {
    const place = this.field === "" ? "" : `${this.field}: `
    return `cannot use the baseline ${this.path}: ${place}${this.expected}; correct it, or name another baseline`
  }
}

const decodeRow = Schema.decodeUnknownResult(BaselineFinding, { reportInput: true })

/**
 * Reads a baseline from JSON: `Finding[]` with ids, a DiffResult or a Report. A row without a status is open, UNVERIFIED
 * rows stay rows, and what that run resolved is closed.
 *
 * @example
 * ```ts
 * import { readBaseline } from "@retro/cli/core"
 * import { deepStrictEqual } from "node:assert/strict"
 * import * as Result from "effect/Result"
 * const row = { id: "R002", pass: "count-claim", locator: "README.md", what: "says 3 skills, there are 4" }
 * deepStrictEqual(
 *   readBaseline([row], "previous.json"),
 *   Result.succeed({ path: "previous.json", id_max: 2, findings: [{ ...row, status: "open" }], closed: [] }),
 * )
 * ```
 */
export function readBaseline(input: unknown, path: string): Result.Result<Baseline, BaselineInvalid> {
  return Result.mapError(baselineOf(input, path), (refusal) => new BaselineInvalid({ path, ...refusal }))
}

/** The lists that hold rows, in the order in which they are read. */
const lists = ["findings", "unverified", "resolved", "closed"] as const

type RowLists = { readonly [list in typeof lists[number]]: readonly BaselineFinding[] }

/** Refuses two equal ids. Ids are equal when their numbers are: a selection reads `R1` and `R001` as the same. */
function refuseEqualIds(rows: RowLists): Refusal | undefined {
  const seen = new Set<number>()
  for (const list of lists) {
    let index = -1
    for (const { id } of rows[list]) {
      index++
      const number = findingNumber(id) ?? Number.NaN
      if (!Number.isSafeInteger(number)) {
        return { field: `${list}[${index}].id`, expected: `the number of the id ${id} is too large` }
      }
      if (seen.has(number)) {
        return { field: `${list}[${index}].id`, expected: `the id ${id} is also that of ${placeOf(rows, number)}` }
      }
      seen.add(number)
    }
  }
  return undefined
}

function placeOf(rows: RowLists, number: number): string {
  const places = lists.map((list) => `${list}[${rows[list].findIndex(({ id }) => findingNumber(id) === number)}].id`)
  return places.find((place) => !place.includes("[-1]")) ?? ""
}

function baselineOf(input: unknown, path: string): Result.Result<Baseline, Refusal> {
  const fields = Array.isArray(input) ? { findings: input } : input
  if (!isObject(fields) || !Array.isArray(fields["findings"])) {
    return Result.fail({ field: "", expected: "must be a list of findings with ids, a DiffResult or a Report" })
  }
  const persisted = isObject(fields["persisted"]) ? fields["persisted"] : {}
  const read = Result.all({
    findings: rowsAt(fields, "findings"),
    unverified: rowsAt(fields, "unverified"),
    resolved: rowsAt(fields, "resolved"),
    closed: rowsAt(fields, "closed"),
    stated: naturalAt(fields, "id_max"),
    version: naturalAt(persisted, "version"),
  })
  if (Result.isFailure(read)) return Result.fail(read.failure)
  const { findings, unverified, resolved, closed, stated, version } = read.success
  const refusal = refuseEqualIds(read.success)
  if (refusal !== undefined) return Result.fail(refusal)
  const [date, commit] = [textOf(fields["date"]), textOf(fields["commit"])]
  let highest = stated ?? 0
  for (const list of lists) for (const { id } of read.success[list]) highest = Math.max(highest, findingNumber(id) ?? 0)
  return Result.succeed({
    path,
    ...(version === undefined ? undefined : { version }),
    ...(date === undefined ? undefined : { date }),
    ...(commit === undefined ? undefined : { commit }),
    id_max: highest,
    findings: (unverified.length === 0 ? findings : [...findings, ...unverified]).map(withoutMarks),
    closed: [
      ...resolved.map((row) => ({ ...withoutMarks(row), closed_in: version ?? 0 })),
      ...closed.map(closedRow),
    ],
  })
}

function closedRow(row: BaselineFinding): ClosedFinding {
  const version = row["closed_in"]
  return { ...withoutMarks(row), closed_in: typeof version === "number" ? version : 0 }
}

function rowsAt(
  fields: { readonly [field: string]: unknown },
  name: string,
): Result.Result<readonly BaselineFinding[], Refusal> {
  const values = fields[name] ?? []
  if (!Array.isArray(values)) return Result.fail({ field: name, expected: "must be a list" })
  const rows: BaselineFinding[] = []
  for (const value of values) {
    const stated = isObject(value) && value["status"] === undefined ? { ...value, status: "open" } : value
    if (isBaselineFinding(stated)) {
      rows.push(stated)
      continue
    }
    const row = decodeAt(decodeRow, stated, `${name}[${rows.length}]`)
    if (Result.isFailure(row)) return Result.fail(row.failure)
    rows.push(row.success)
  }
  return Result.succeed(rows)
}

function naturalAt(
  fields: { readonly [field: string]: unknown },
  name: string,
): Result.Result<number | undefined, Refusal> {
  const value = fields[name]
  if (value === undefined) return Result.succeed(undefined)
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0
    ? Result.succeed(value)
    : Result.fail({ field: name, expected: "must be a whole number from 0" })
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined
}
