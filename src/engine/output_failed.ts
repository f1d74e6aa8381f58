import * as Data from "effect/Data"
import { systemCode, systemWords } from "./system_words.ts"

/** The result could not be printed: the disk behind the standard output is full, or nobody reads it any more. */
export class OutputFailed extends Data.Error<{
  readonly detail: string
  /** The reader, such as `head`, has what it wanted, and is gone. */
  readonly unread: boolean
}> {
  readonly _tag = "OutputFailed"
  override readonly name = "OutputFailed"
  override get message(): string {
    return `Cannot write the standard output: ${this.detail}`
  }
}

/** What a runtime threw when it was to print, as a failure. */
export function outputFailed(thrown: unknown): OutputFailed {
  return new OutputFailed({
    detail: thrown instanceof Error ? systemWords(thrown) : String(thrown),
    unread: systemCode(thrown) === "EPIPE",
  })
}
