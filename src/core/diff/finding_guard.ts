import type { BaselineFinding } from "../schema/diff_result.ts"
import type { Finding } from "../schema/finding.ts"
import { findingNumber } from "../schema/finding_id.ts"
import { isLine } from "../schema/line.ts"
import { parseStatus } from "../schema/status.ts"

/*
 * The contracts of bulk input, by hand: a schema takes ten times as long for the same answer. What these guards accept,
 * the schemas accept; what they refuse is given to the schema, which then says why.
 */

interface Fields {
  readonly [field: string]: unknown
}

type Check = (value: unknown) => boolean

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

function line(value: unknown): boolean {
  return typeof value === "string" && isLine(value)
}

function string(value: unknown): boolean {
  return typeof value === "string"
}

function boolean(value: unknown): boolean {
  return typeof value === "boolean"
}

function positive(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 1
}

function status(value: unknown): boolean {
  return typeof value === "string" && (value === "open" || parseStatus(value) !== undefined)
}

function oneOf(values: readonly string[]): Check {
  return (value) => typeof value === "string" && values.includes(value)
}

function optional(check: Check): Check {
  return (value) => value === undefined || check(value)
}

function listOf(check: Check): Check {
  return (value) => Array.isArray(value) && value.every(check)
}

function fields(checks: readonly (readonly [string, Check])[]): Check {
  return (value) => isFields(value) && checks.every(([field, check]) => check(value[field]))
}

const severity = oneOf(["Critical", "High", "Medium", "Low"])
const route = oneOf(["capture", "memory-audit", "proposal", "direct-fix", "none"])
const effort = oneOf(["S", "M", "L"])
const evidence = fields([["path", line], ["line", positive], ["end_line", optional(positive)], ["quote", string]])
const relation = fields([["from", line], ["to", line], ["kind", line]])
const replacement = fields([["path", line], ["find", (value) => string(value) && value !== ""], ["replace", string]])
const creation = fields([["path", line], ["create", string]])

const findingChecks = fields([
  ["id", optional(string)],
  ["pass", line],
  ["locator", line],
  ["verdict", line],
  ["severity", severity],
  ["what", line],
  ["route", route],
  ["proposed_action", string],
  ["status", optional(status)],
  ["effort", optional(effort)],
  ["evidence", optional(listOf(evidence))],
  ["key", optional(line)],
  ["relations", optional(listOf(relation))],
  ["structural", optional(boolean)],
  ["edits", optional(listOf((value) => replacement(value) || creation(value)))],
  ["capture", optional(isFields)],
  ["proposal", optional(isFields)],
])

const rowChecks = fields([
  ["id", (value) => typeof value === "string" && findingNumber(value) !== undefined],
  ["pass", line],
  ["locator", line],
  ["what", line],
  ["status", status],
  ["severity", optional(severity)],
  ["effort", optional(effort)],
  ["route", optional(route)],
  ["verdict", optional(line)],
  ["key", optional(line)],
])

/** Keys that are present without a value are not in JSON; the schemas refuse them. */
function hasNoEmptyKeys(value: Fields): boolean {
  for (const field in value) if (value[field] === undefined) return false
  return true
}

/** Whether a value is a finding; `false` may also mean that only the schema can tell. */
export function isFinding(value: unknown): value is Finding {
  return isFields(value) && findingChecks(value) && hasNoEmptyKeys(value) &&
    (value["route"] === "none" || String(value["proposed_action"]).trim() !== "")
}

/** Whether a value is a row of a baseline; `false` may also mean that only the schema can tell. */
export function isBaselineFinding(value: unknown): value is BaselineFinding {
  return rowChecks(value) && isFields(value) && hasNoEmptyKeys(value)
}
