import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type * as Path from "effect/Path"
import * as Result from "effect/Result"
import { captureDraft } from "../core/capture/capture_draft.ts"
import { memoryKinds, readCapturePayload } from "../core/capture/capture_payload.ts"
import { chosenValues, type OfferedValues } from "../core/capture/chosen_values.ts"
import { isRule, memoryStem } from "../core/capture/memory_place.ts"
import { memoryValues } from "../core/capture/memory_values.ts"
import { itemsOf, textOf } from "../core/foreign/foreign_value.ts"
import type { TaggedFinding } from "../core/schema/diff_result.ts"
import type { Revision } from "../core/selection/selection.ts"
import { memoryHome, readMemories } from "../engine/memory_files.ts"
import type { PlanOptions } from "../engine/plan_finding.ts"
import type { Asker, AskingStopped } from "./asker.ts"

type Services = FileSystem.FileSystem | Path.Path

/** How many values of the other memories are offered by number. */
const mostOffered = 9

/** A question about a field of a memory. */
interface Question extends OfferedValues {
  readonly label: string
  /** What Enter means; empty: it has to be said, and Enter leads back. */
  readonly usual: readonly string[]
  /** Whether it is one value. */
  readonly isSingle: boolean
}

/**
 * Asks of what kind and scope a memory is, and when it matters, with the values of the other memories by number; what the
 * finding says already is what Enter means. The answer is the payload that is captured; `undefined`: they went back.
 */
export const askMemory: (
  asker: Asker,
  finding: TaggedFinding,
  planning: PlanOptions,
) => Effect.Effect<Revision | undefined, AskingStopped, Services> = Effect.fnUntraced(
  function* (asker, finding, planning) {
    const draft = captureDraft(finding)
    const path = textOf(draft["path"])
    const home = yield* memoryHome(planning.root, planning.config, path === undefined ? {} : { path })
    const tree = yield* readMemories(planning.root, home, planning.config, true)
    const offered = (field: "scope" | "relevance"): readonly string[] => memoryValues(tree, field).slice(0, mostOffered)
    const isRecap = draft["type"] === "session-recap"
    const before = memoryKinds.find((kind) => kind === draft["kind"]) ?? "lesson"
    yield* asker.show(`A memory "${textOf(draft["name"]) ?? ""}", in ${home === "" ? "." : home}:`)
    const kinds = isRecap ? [before] : yield* askValues(asker, {
      label: "Kind",
      offered: memoryKinds,
      others: /^$/u,
      form: "one of these words",
      usual: [before],
      isSingle: true,
    })
    if (kinds === undefined) return undefined
    const [kind = before] = kinds
    const scope = yield* askValues(asker, {
      label: "Scope",
      offered: offered("scope"),
      others: /^[\p{Ll}\p{N}][\p{Ll}\p{N}-]*$/u,
      form: "words of lower-case letters, digits and hyphens",
      usual: textsOf(draft["scope"], ["global"]),
      isSingle: false,
    })
    if (scope === undefined) return undefined
    const relevance = isRecap ? [] : yield* askValues(asker, {
      label: "Relevance",
      offered: offered("relevance"),
      others: /^(?:always|(?:when|during)-\S+)$/u,
      form: "when it matters, such as when-touching-importer, during-planning or always",
      usual: textsOf(draft["relevance"], []),
      isSingle: false,
    })
    if (relevance === undefined) return undefined
    const payload = { ...draft, kind, scope, relevance }
    return { capture: kind === before || path === undefined ? payload : movedPayload(payload, home, planning.date) }
  },
)

/** A payload of another kind than its path is for: among the memories of its home, in the folder of that kind. */
function movedPayload(payload: { readonly [field: string]: unknown }, home: string, date: string): {
  readonly [field: string]: unknown
} {
  const { path: _, ...placeless } = payload
  const read = readCapturePayload(placeless)
  // The rules have one place, wherever the memories are.
  if (Result.isFailure(read) || isRule(read.success)) return placeless
  return { ...placeless, path: `${memoryStem(read.success, home, date)}.md` }
}

/** Asks for the reason that a memory needs, which is long or always matters; none: it is captured only after a change. */
export const askJustification: (
  asker: Asker,
  finding: TaggedFinding,
) => Effect.Effect<Revision | undefined, AskingStopped> = Effect.fnUntraced(function* (asker, finding) {
  const justification = yield* asker.ask("Justification? (Enter: none) ")
  return justification === "" ? undefined : { capture: { ...captureDraft(finding), justification } }
})

/** The values of a field; `undefined`: Enter, where nothing is usual. */
const askValues: (
  asker: Asker,
  question: Question,
) => Effect.Effect<readonly string[] | undefined, AskingStopped> = Effect.fnUntraced(function* (asker, question) {
  const { label, offered, usual, isSingle, form } = question
  if (offered.length > 0) {
    const choices = offered.map((value, index) => `${index + 1} ${value}`).join(", ")
    yield* asker.show(`${label}: ${choices}`)
  }
  const how = isSingle ? "number or word" : offered.length === 0 ? "with commas" : "numbers or words, with commas"
  const enter = usual.length === 0 ? "back" : usual.join(", ")
  while (true) {
    const answer = yield* asker.ask(`${label}? (${how}; Enter: ${enter}) `)
    if (answer === "") return usual.length === 0 ? undefined : usual
    const chosen = chosenValues(answer, question)
    if (Result.isFailure(chosen)) yield* asker.show(`Not taken: ${chosen.failure}.`)
    else if (chosen.success.length === 0) yield* asker.show(`Not taken: it has to be said; write ${form}.`)
    else if (isSingle && chosen.success.length > 1) yield* asker.show("Not taken: it is one; write one number or word.")
    else return chosen.success
  }
})

function textsOf(value: unknown, otherwise: readonly string[]): readonly string[] {
  const texts = itemsOf(value).flatMap((item) => textOf(item) ?? [])
  return texts.length === 0 ? otherwise : texts
}
