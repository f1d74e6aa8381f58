import * as Result from "effect/Result"
import { fieldOf, type ForeignObject, isGiven, isMapping, positiveInteger, textOf } from "../foreign/foreign_value.ts"
import { asyncStartModes, criterionSeverities, specSources } from "../schema/handoff_envelope.ts"
import { executionModes, targetKinds } from "../schema/routing_vocabulary.ts"
import { normalRepositoryName } from "./repository_name.ts"

/** A field of an envelope that breaks the contract. */
export interface EnvelopeError {
  /** The path of the field, with dots; `_root` is the envelope itself. */
  readonly field: string
  /** What the contract asks of it. */
  readonly reason: string
  /** The value that is wrong; `null` when there is none. */
  readonly got: unknown
}

/** A field of an envelope that keeps the contract and is still worth a word. */
export interface EnvelopeWarning {
  /** The path of the field, with dots. */
  readonly field: string
  /** What the contract asks of it. */
  readonly reason: string
}

/** Whether an envelope keeps the contract. */
export interface EnvelopeValidation {
  /** Whether there is no error. */
  readonly ok: boolean
  /** What breaks the contract, in its order. */
  readonly errors: readonly EnvelopeError[]
  /** What is worth a word and changes nothing. */
  readonly warnings: readonly EnvelopeWarning[]
}

/** What a caller may ask for besides the contract. */
export interface EnvelopeValidationOptions {
  /** Whether an envelope without findings is an error: an envelope that comes back from a run must carry them. */
  readonly requireFindings?: boolean
}

interface Rule {
  readonly field: string
  /** When the rule applies at all. */
  readonly on?: (envelope: ForeignObject) => boolean
  readonly holds: (value: unknown, envelope: ForeignObject) => boolean
  readonly reason: string
}

const isText = (value: unknown): boolean => textOf(value) !== undefined
const isNumber = (value: unknown): boolean => positiveInteger(value) !== undefined
const isOneOf = (words: readonly string[]) => (value: unknown): boolean => words.some((word) => word === value)
const isListOf = (holds: (entry: unknown) => boolean) => (value: unknown): boolean =>
  Array.isArray(value) && value.every((entry: unknown) => holds(entry))
const isString = (value: unknown): boolean => typeof value === "string"
const isVersion = (value: unknown): boolean => Number.isInteger(value) && typeof value === "number" && value >= 1
const isCriterion = (value: unknown): boolean =>
  isMapping(value) && isText(value["id"]) && isText(value["must"]) && isOneOf(criterionSeverities)(value["severity"])
const has = (field: string) => (envelope: ForeignObject): boolean => isMapping(valueAt(envelope, field))
const ofKind = (kind: string) => (envelope: ForeignObject): boolean => valueAt(envelope, "target.kind") === kind

/** The contract: every rule that applies and does not hold is an error. */
const rules: readonly Rule[] = [
  { field: "handoffVersion", holds: isVersion, reason: "must be a whole number from 1" },
  { field: "target", holds: isMapping, reason: "must be an object" },
  {
    field: "target.kind",
    on: has("target"),
    holds: isOneOf(targetKinds),
    reason: `must be one of ${targetKinds.join(", ")}`,
  },
  {
    field: "target.repo",
    on: has("target"),
    holds: (repo) => repo !== undefined && normalRepositoryName(repo) === repo,
    reason: 'must be "owner/name" in lower case',
  },
  { field: "target.issue", on: ofKind("issue"), holds: isNumber, reason: "must be the number of the issue" },
  { field: "target.pr", on: ofKind("pr"), holds: isNumber, reason: "must be the number of the pull request" },
  { field: "target.branch", on: ofKind("local_branch"), holds: isText, reason: "must name the branch" },
  {
    field: "target.phase",
    on: ofKind("local_phase"),
    holds: (phase, envelope) => isText(phase) || isNumber(valueAt(envelope, "target.issue")),
    reason: "must name the phase, unless there is an issue",
  },
  { field: "nextAction", holds: isText, reason: "must say what to do" },
  { field: "requiredReads", holds: isListOf(isText), reason: "must be a list of texts, none blank" },
  { field: "acceptance", holds: isMapping, reason: "must be an object" },
  {
    field: "acceptance.criteria",
    on: has("acceptance"),
    holds: (criteria) => isListOf(isCriterion)(criteria) && fieldOf(criteria, "length") !== 0,
    reason: "must be a list, not empty, of {id, must, severity: required or recommended}",
  },
  { field: "stopRules", holds: isListOf(isString), reason: "must be a list of texts" },
  { field: "executionMode", holds: isOneOf(executionModes), reason: `must be one of ${executionModes.join(", ")}` },
  { field: "asyncStartMode", holds: isOneOf(asyncStartModes), reason: `must be one of ${asyncStartModes.join(", ")}` },
  {
    field: "asyncStartEffective",
    holds: isOneOf(asyncStartModes),
    reason: `must be one of ${asyncStartModes.join(", ")}`,
  },
  {
    field: "retrospectiveFindings",
    holds: (findings) => !isGiven(findings) || isMapping(findings),
    reason: "must be an object, not prose",
  },
  {
    field: "retrospectiveFindings.internalToolingOnly",
    on: has("retrospectiveFindings"),
    holds: (value) => typeof value === "boolean",
    reason: "must be true or false",
  },
  {
    field: "retrospectiveFindings.rawCallViolations",
    on: has("retrospectiveFindings"),
    holds: isListOf(isString),
    reason: "must be a list of texts",
  },
  {
    field: "retrospectiveFindings.allowedWriteOps",
    on: has("retrospectiveFindings"),
    holds: isListOf(isString),
    reason: "must be a list of texts",
  },
  {
    field: "specSource",
    holds: (source) => !isGiven(source) || isOneOf(specSources)(source),
    reason: `must be one of ${specSources.join(", ")}`,
  },
]

const findingsAreThere: Rule = {
  field: "retrospectiveFindings",
  holds: isGiven,
  reason: "must carry what the retrospective found, a clean run too",
}

/** What keeps the contract and is worth a word: every rule that does not hold is a warning. */
const warningRules: readonly Rule[] = [
  {
    field: "handoffVersion",
    holds: (version) => version === 1 || !isVersion(version),
    reason: "is not 1, the version that is known here",
  },
  {
    field: "requiredReads",
    holds: (reads) => !Array.isArray(reads) || reads.length > 0,
    reason: "is empty: the agent reads nothing first",
  },
  { field: "derivedAt", holds: isGiven, reason: "is not there: nobody can tell how old the envelope is" },
]

/**
 * Checks a handoff envelope against its contract. It never throws: an envelope that throws when it is read is wrong as a
 * whole. Unknown fields are allowed. Findings are checked for their form alone: whatever they say, the envelope is as
 * valid.
 *
 * @example
 * ```ts
 * import { validateHandoffEnvelope } from "@retro/cli/core"
 * import { deepStrictEqual, strictEqual } from "node:assert/strict"
 * deepStrictEqual(validateHandoffEnvelope("prose"), {
 *   ok: false,
 *   errors: [{ field: "_root", reason: "must be an object", got: "prose" }],
 *   warnings: [],
 * })
 * strictEqual(validateHandoffEnvelope({}).errors.some(({ field }) => field === "nextAction"), true)
 * ```
 */
export function validateHandoffEnvelope(
  envelope: unknown,
  options: EnvelopeValidationOptions = {},
): EnvelopeValidation {
  return Result.getOrElse(
    Result.try(() => validated(envelope, options)),
    () => wrongAsAWhole("must be readable: a getter or a proxy in it throws", null),
  )
}

function validated(envelope: unknown, options: EnvelopeValidationOptions): EnvelopeValidation {
  if (!isMapping(envelope)) return wrongAsAWhole("must be an object", envelope ?? null)
  const asked = options.requireFindings === true ? [...rules, findingsAreThere] : rules
  const errors = broken(asked, envelope)
  return {
    ok: errors.length === 0,
    errors,
    warnings: broken(warningRules, envelope).map(({ field, reason }) => ({ field, reason })),
  }
}

function wrongAsAWhole(reason: string, got: unknown): EnvelopeValidation {
  return { ok: false, errors: [{ field: "_root", reason, got }], warnings: [] }
}

function broken(table: readonly Rule[], envelope: ForeignObject): readonly EnvelopeError[] {
  return table.filter(({ field, on, holds }) =>
    (on === undefined || on(envelope)) && !holds(valueAt(envelope, field), envelope)
  ).map(({ field, reason }) => ({ field, reason, got: valueAt(envelope, field) ?? null }))
}

function valueAt(envelope: ForeignObject, field: string): unknown {
  return field.split(".").reduce((value: unknown, key) => fieldOf(value, key), envelope)
}
