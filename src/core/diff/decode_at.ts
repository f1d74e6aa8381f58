import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"

/** A value that a contract refuses: where in the document, and what is expected there. */
export interface Refusal {
  /** As a reader writes it: `findings[3].what`. */
  readonly field: string
  readonly expected: string
}

/** A decoder of a schema, compiled once. */
export type Decoder<A> = (value: unknown) => Result.Result<A, Schema.SchemaError>

/** As long as a reader needs to see what is wrong. */
const longestMessage = 160

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/** Decodes a value that stands at `place` in a document. */
export function decodeAt<A>(decode: Decoder<A>, value: unknown, place: string): Result.Result<A, Refusal> {
  return Result.mapError(decode(value), (error) => {
    const [issue] = format(error.issue).issues
    const steps = (issue?.path ?? []).map((step) => typeof step === "object" ? step.key : step)
    return { field: fieldAt(place, steps), expected: shortened(issue?.message ?? "is not as expected") }
  })
}

/** A message quotes what it got, which may be the whole document. */
function shortened(message: string): string {
  return message.length > longestMessage ? `${message.slice(0, longestMessage).toWellFormed()} …` : message
}

function fieldAt(place: string, steps: readonly PropertyKey[]): string {
  return steps.reduce<string>((path, step) => {
    if (typeof step === "number") return `${path}[${step}]`
    return path === "" ? String(step) : `${path}.${String(step)}`
  }, place)
}

/** Whether a value is an object with fields. */
export function isObject(value: unknown): value is { readonly [field: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
