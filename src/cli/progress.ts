import * as Effect from "effect/Effect"
import * as Stdio from "effect/Stdio"
import type { Progress } from "../engine/progress.ts"
import { printNote } from "./output.ts"

/** Tells a person at a terminal what long work is doing, on the standard error. */
export const progressOnTerminal: Effect.Effect<Progress, never, Stdio.Stdio> = Effect.gen(function* () {
  const watched = yield* (yield* Stdio.Stdio).stderrIsTerminal
  return watched ? (doing: string) => printNote(`${doing} …`) : () => Effect.void
})
