import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { readWaiver, untilProblem, type WaiverContext, type WaiverText } from "../core/selection/waiver_text.ts"
import type { Asker, AskingStopped } from "./asker.ts"

/**
 * Asks why a finding is not going to be fixed, until that is a reason, and until when; `typed` is what was said already,
 * after which no day is asked for. `undefined`: they gave no reason after all.
 */
export const askWaiver: (
  asker: Asker,
  typed: string,
  context: WaiverContext,
) => Effect.Effect<WaiverText | undefined, AskingStopped> = Effect.fnUntraced(function* (asker, typed, context) {
  let text = typed
  while (true) {
    const isAsked = text === ""
    if (isAsked) text = yield* asker.ask("Why does it stay as it is? (Enter: back) ")
    if (text === "") return undefined
    const waiver = readWaiver(text, context)
    if (Result.isSuccess(waiver)) {
      const { reason, until } = waiver.success
      return isAsked && until === undefined ? yield* withLastDay(asker, reason, context.today) : waiver.success
    }
    yield* asker.show(`Not taken: ${waiver.failure}.`)
    text = ""
  }
})

const withLastDay: (
  asker: Asker,
  reason: string,
  today: string,
) => Effect.Effect<WaiverText, AskingStopped> = Effect.fnUntraced(function* (asker, reason, today) {
  while (true) {
    const answer = yield* asker.ask("Until which day? (YYYY-MM-DD; Enter: for good) ")
    const until = answer.replace(/^until\s+/iu, "")
    if (until === "") return { reason }
    const problem = untilProblem(until, today)
    if (problem === undefined) return { reason, until }
    yield* asker.show(`Not taken: ${problem}.`)
  }
})
