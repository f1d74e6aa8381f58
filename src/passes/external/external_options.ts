import type * as Effect from "effect/Effect"

/** Which passes that are programs run, and what becomes of their answers. */
export interface ExternalOptions {
  /** `true`: all of the configuration. Otherwise those that are named, and those that answers are replayed of. */
  readonly all?: boolean
  /** A folder in which each answer is kept. */
  readonly record?: string
  /** A folder with kept answers: they are taken, and no program runs. */
  readonly replay?: string
  /** Is told which command runs, and what it says on its standard error, a line at a time. */
  readonly note?: (line: string) => Effect.Effect<void>
}
