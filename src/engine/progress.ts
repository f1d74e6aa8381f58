import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** Tells a watching person what long work is doing; silent unless a terminal is attached. */
export type Progress = (doing: string) => Effect.Effect<void>

/**
 * {@link Progress} as a service. Its default says nothing, so nobody has to provide it.
 *
 * @example
 * ```ts
 * import { Progress } from "@retro/cli"
 * import * as Effect from "effect/Effect"
 * import { deepStrictEqual } from "node:assert/strict"
 * const said: string[] = []
 * const work = Effect.flatMap(Progress, (progress) => progress("looking at 3 files"))
 * Effect.runSync(work.pipe(Effect.provideService(Progress, (doing) => Effect.sync(() => said.push(doing)))))
 * Effect.runSync(work)
 * deepStrictEqual(said, ["looking at 3 files"])
 * ```
 */
export const Progress: Context.Reference<Progress> = Context.Reference("retro/Progress", {
  defaultValue: (): Progress => () => Effect.void,
})
