/** What is wrong with what was passed. */
export type FailureKind = "not-json" | "too-deep" | "refused" | "malformed" | "equal-ids" | "merge-conflict"

/** Why an operation gave no result: the record `failure` of the world. */
export interface Failure {
  readonly kind: FailureKind
  /** The parameter, as the world names it. */
  readonly argument: string
  /** The field inside the argument: `findings[3].what`. */
  readonly field?: string
  /** The line of the argument, from 1. */
  readonly line?: number
  /** What failed, what is wrong and what to do next. */
  readonly message: string
}

/** A failure whose field is only there when it has a name: the whole argument has none. */
export function refusal(argument: string, field: string, message: string): Failure {
  return { kind: "refused", argument, ...(field === "" ? undefined : { field }), message }
}
