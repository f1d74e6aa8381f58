import * as Data from "effect/Data"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Finding } from "../schema/finding.ts"
import { Line } from "../schema/line.ts"
import { PassResult } from "../schema/pass_result.ts"
import { decodeAt, isObject, type Refusal } from "./decode_at.ts"
import type { CurrentRun } from "./diff_input.ts"
import { isFinding } from "./finding_guard.ts"

/**
 * Findings that are not as the contract says, and the first field that is wrong in them.
 *
 * @example
 * ```ts
 * import { FindingsInvalid } from "@retro/cli/core"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(
 *   new FindingsInvalid({ field: "findings[3].what", expected: "is missing" }).message,
 *   "cannot compare the findings: findings[3].what: is missing; correct it and run again",
 * )
 * ```
 */
export class FindingsInvalid extends Data.Error<{
  /** Where: `findings[3].what`, `passes[0].ran`; empty for the whole. */
  readonly field: string
  readonly expected: string
}> {
  /** Tells the error from others, as for `Effect.catchTag`. */
  readonly _tag = "FindingsInvalid"
  /** What a log calls the error. */
  override readonly name = "FindingsInvalid"
  /** What failed, why, and the next step. */
  override get message(): string {
    const place = this.field === "" ? "" : `${this.field}: `
    return `cannot compare the findings: ${place}${this.expected}; correct it and run again`
  }
}

const decodeFinding = Schema.decodeUnknownResult(Finding, { reportInput: true })
const decodePass = Schema.decodeUnknownResult(PassResult, { reportInput: true })
const decodeInventory = Schema.decodeUnknownResult(Schema.Array(Line), { reportInput: true })

/**
 * Reads the findings of a run from JSON: `Finding[]`, or `{passes: PassResult[], inventory?: node[]}`.
 * Ids in it are ignored; unknown fields of a finding are kept, those of a pass are not.
 *
 * @example
 * ```ts
 * import { readFindings } from "@retro/cli/core"
 * import { ok, strictEqual } from "node:assert/strict"
 * import * as Result from "effect/Result"
 * ok(Result.isSuccess(readFindings([])))
 * const bad = readFindings({ passes: [{ pass: "link-integrity", ran: "yes" }] })
 * strictEqual(Result.isFailure(bad) ? bad.failure.field : "", "passes[0].ran")
 * ```
 */
export function readFindings(input: unknown): Result.Result<CurrentRun, FindingsInvalid> {
  return Result.mapError(currentRunOf(input), (refusal) => new FindingsInvalid(refusal))
}

function currentRunOf(input: unknown): Result.Result<CurrentRun, Refusal> {
  if (Array.isArray(input)) return Result.map(findingsAt(input, "findings"), (findings) => ({ findings }))
  if (!isObject(input) || !Array.isArray(input["passes"])) {
    return Result.fail({ field: "", expected: "must be a list of findings, or an object with the list passes" })
  }
  const passes: PassResult[] = []
  for (const [index, value] of input["passes"].entries()) {
    const pass = passAt(value, `passes[${index}]`)
    if (Result.isFailure(pass)) return Result.fail(pass.failure)
    passes.push(pass.success)
  }
  if (input["inventory"] === undefined) return Result.succeed({ passes })
  return Result.map(decodeAt(decodeInventory, input["inventory"], "inventory"), (inventory) => ({ passes, inventory }))
}

function passAt(value: unknown, place: string): Result.Result<PassResult, Refusal> {
  const findings = isObject(value) ? value["findings"] : undefined
  if (!isObject(value) || !Array.isArray(findings)) return decodeAt(decodePass, value, place)
  const pass = decodeAt(decodePass, { ...value, findings: [] }, place)
  if (Result.isFailure(pass)) return pass
  return Result.map(findingsAt(findings, `${place}.findings`), (found) => ({ ...pass.success, findings: found }))
}

function findingsAt(values: readonly unknown[], place: string): Result.Result<readonly Finding[], Refusal> {
  const findings: Finding[] = []
  for (const value of values) {
    if (isFinding(value)) {
      findings.push(value)
      continue
    }
    const finding = decodeAt(decodeFinding, value, `${place}[${findings.length}]`)
    if (Result.isFailure(finding)) return Result.fail(finding.failure)
    findings.push(finding.success)
  }
  return Result.succeed(findings)
}
