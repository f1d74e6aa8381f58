import * as Data from "effect/Data"
import type * as PlatformError from "effect/PlatformError"
import { systemCode, systemWords } from "./system_words.ts"

/**
 * A file or folder could not be read or written; what was there before is still there.
 *
 * @example
 * ```ts
 * import { IoFailed } from "@retro/cli"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(
 *   new IoFailed({ operation: "read", path: "a.md", detail: "permission denied" }).message,
 *   'Cannot read "a.md": permission denied',
 * )
 * ```
 */
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

/** What to do about a failure of the system, by its code, where no caller knows better. */
const advices: { readonly [code: string]: string } = {
  EACCES: "check its permissions, and those of the folders above it",
  EISDIR: "it must be a file; move the folder away, or name another",
  ENOENT: "create its folder first, or name another",
  ENOSPC: "free some space and run again",
  ENOTDIR: "one part of this path is a file and must be a folder; move it away, or name another",
  EPERM: "check its permissions, and those of the folders above it",
  EROFS: "the disk can only be read; name another place",
}

/** Turns a failure of the platform into an {@link IoFailed}, in the system's own words where it has some. */
export function ioFailed(
  operation: string,
  path: string,
  advice?: string,
): (error: PlatformError.PlatformError) => IoFailed {
  return (error) => {
    const known = advice ?? advices[systemCode(error.reason.cause) ?? ""]
    return new IoFailed({
      operation,
      path,
      detail: systemMessage(error),
      cause: error,
      ...(known === undefined ? {} : { advice: known }),
    })
  }
}

/** The words of the system, such as `EACCES: permission denied`, without the call and the path that follow them. */
export function systemMessage(error: PlatformError.PlatformError): string {
  const cause = error.reason.cause
  return cause instanceof Error ? systemWords(cause) : error.message
}
