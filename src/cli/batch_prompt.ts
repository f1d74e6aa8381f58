import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type * as Path from "effect/Path"
import * as Result from "effect/Result"
import { redact } from "../core/redact/redact.ts"
import { plainLines } from "../core/report/markdown_text.ts"
import type { Report } from "../core/schema/report.ts"
import { parseSelection } from "../core/selection/parse_selection.ts"
import type { Selection } from "../core/selection/selection.ts"
import type { Git } from "../engine/git.ts"
import { Prompter } from "../engine/prompter.ts"
import { confirmed, previewAll, type Previewing, sharesPlace, takeTurns } from "./apply_preview.ts"
import { decidedBefore, isOpen } from "./decided_before.ts"
import { findingDetail, type Row } from "./finding_detail.ts"

const question = "Apply which? [ids | all | none | skip … | wontfix … | show ID] "

const help = "Type ids (1, R003, 5-7), or: all; none; skip 2; wontfix 4 REASON [until YYYY-MM-DD]; show 3. " +
  'Separate clauses with ";".'

type Services = Prompter | Git | FileSystem.FileSystem | Path.Path

/**
 * Asks once for the whole selection, after the report was shown: first shows what apply would write, then takes an
 * answer. `show` and an answer that cannot be taken lead to the question again; the end of the input (Ctrl-D) means
 * `none`, and Ctrl-C interrupts. Asks nothing when the report has no finding, and writes only to the standard error.
 */
export const batchPrompt: (
  report: Report,
  options: { readonly previewing: Previewing; readonly today: string },
) => Effect.Effect<Selection, never, Services> = Effect.fn("batchPrompt")(function* (report, { previewing, today }) {
  if (report.findings.length === 0) return []
  const prompter = yield* Prompter
  const show = (text: string): Effect.Effect<void> => prompter.show(plainLines(redact(text)).join("\n"))
  const rows = new Map<string, Row>(
    [...report.resolved, ...report.unverified, ...report.findings].map((row) => [row.id, row]),
  )
  const previews = yield* previewAll(report, previewing)
  for (const { id } of report.findings) {
    const text = previews.get(id)?.text
    if (text !== undefined) yield* show(`${id} ${text}\n`)
  }
  if (sharesPlace(previews)) yield* show(`${takeTurns}\n`)
  const decided = decidedBefore(report.findings)
  if (decided !== "") yield* show(`Decided in an earlier run, and left out of all: ${decided}.`)
  if (!report.findings.some(isOpen)) yield* show("Nothing is left to decide; an id decides anew about its finding.")
  const talk = yield* prompter.talk
  while (true) {
    const answer = yield* talk.ask(question).pipe(
      Effect.onInterrupt(() => show("\nStopped: nothing was done, and this run is not kept.")),
    )
    if (answer === undefined) return []
    if (answer.trim() === "") {
      yield* show(help)
      continue
    }
    const selection = parseSelection(answer, report, { today, prompt: true })
    if (Result.isFailure(selection)) {
      yield* show(selection.failure.message)
      continue
    }
    const shown = selection.success.filter(({ _tag }) => _tag === "show")
    if (selection.success.length === 0 && isAll(answer)) yield* show("Nothing that is open has something to do.")
    if (shown.length === 0) return selection.success.map((decision) => confirmed(decision, previews))
    for (const { id } of shown) {
      const row = rows.get(id)
      if (row !== undefined) yield* show(`${yield* findingDetail(row, previewing.root, previews.get(id)?.text)}\n`)
    }
  }
}, Effect.scoped)

function isAll(answer: string): boolean {
  return /^\s*all\s*$/iu.test(answer)
}
