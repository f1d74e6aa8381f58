import { readFileSync, writeFileSync } from "node:fs"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type EachDecided, eachPrompt } from "../../src/cli/each_prompt.ts"
import type { Report } from "../../src/core/schema/report.ts"
import { Prompter, type Talk } from "../../src/engine/prompter.ts"
import { hostLayer } from "../../src/host/host_layer.ts"
import { noRepository } from "../engine/route_host.ts"

/** What was decided, and what was asked and shown. */
export interface Talked extends EachDecided {
  readonly questions: readonly string[]
  readonly drafts: readonly string[]
  readonly shown: string
}

/** Who answers. */
export interface Answering {
  readonly root?: string
  /** What an editor makes of a text; absent: there is no editor. */
  readonly edits?: (text: string) => string
}

/** What eachPrompt does with answers that are there at once; afterwards the input is at its end. */
export async function talked(report: Report, answers: readonly string[], answering: Answering = {}): Promise<Talked> {
  const { root = "/nonexistent", edits } = answering
  const rest = [...answers]
  const [questions, drafts, shown]: [string[], string[], string[]] = [[], [], []]
  const talk: Talk = {
    ask: (question, draft) =>
      Effect.sync(() => {
        questions.push(question)
        if (draft !== undefined) drafts.push(draft)
        return rest.shift()
      }),
    edit: (_, file) => Effect.sync(() => writeFileSync(file, edits?.(readFileSync(file, "utf8")) ?? "")),
  }
  const prompter = Layer.succeed(Prompter, {
    canAsk: Effect.succeed(true),
    editor: Effect.succeed(edits === undefined ? undefined : "an editor"),
    talk: Effect.succeed(talk),
    show: (text) => Effect.sync(() => void shown.push(text)),
  })
  const decided = await Effect.runPromise(
    eachPrompt(report, {
      previewing: { root, config: {}, date: "2026-03-01", allowDirty: false },
      today: "2026-03-01",
    }).pipe(Effect.provide(Layer.mergeAll(hostLayer, noRepository, prompter))),
  )
  return { ...decided, questions, drafts, shown: shown.join("\n") }
}
