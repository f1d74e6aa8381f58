import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** Tells a watching person what long work is doing; silent unless a terminal is attached. */
export type Progress = (doing: string) => Effect.Effect<void>

/** The service; its default says nothing. */
export const Progress: Context.Reference<Progress> = Context.Reference("retro/Progress", {
  defaultValue: (): Progress => () => Effect.void,
})
