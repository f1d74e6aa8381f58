import * as Data from "effect/Data"
import type * as PlatformError from "effect/PlatformError"

/** A file or folder could not be read or written; what was there before is still there. */
export class IoFailed extends Data.Error<{
  /** What was tried, as a verb: `read`, `create`, `replace`. */
  readonly operation: string
  readonly path: string
  /** What the system said. */
  readonly detail: string
  /** What to do next, or what has been done in spite of the failure. */
  readonly advice?: string
  readonly cause?: unknown
}> {
  /** Tells the error from others, as for `Effect.catchTag`. */
  readonly _tag = "IoFailed"
  /** What a log calls the error. */
  override readonly name = "IoFailed"
  /** What failed, why, and the next step. */
  override get message(): string {
    return `Cannot ${this.operation} "${this.path}": ${this.detail}${
      this.advice === undefined ? "" : `; ${this.advice}`
    }`
  }
}

/** Turns a failure of the platform into an {@link IoFailed}, in the system's own words where it has some. */
export function ioFailed(
  operation: string,
  path: string,
  advice?: string,
): (error: PlatformError.PlatformError) => IoFailed {
  return (error) =>
    new IoFailed({
      operation,
      path,
      detail: systemMessage(error),
      cause: error,
      ...(advice === undefined ? {} : { advice }),
    })
}

/** What the system said, in its own words where it has some. */
export function systemMessage(error: PlatformError.PlatformError): string {
  const cause = error.reason.cause
  return cause instanceof Error ? cause.message : error.message
}
