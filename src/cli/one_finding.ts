import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type * as Path from "effect/Path"
import { captureDraft } from "../core/capture/capture_draft.ts"
import type { TaggedFinding } from "../core/schema/diff_result.ts"
import { revisedFinding, secretInRevision } from "../core/selection/revision.ts"
import type { Decision, Revision } from "../core/selection/selection.ts"
import type { Planner } from "../engine/plan_finding.ts"
import { type Preview, type Previewing, previewOne, unlessDirty } from "./apply_preview.ts"
import { type Asker, AskingStopped } from "./asker.ts"
import { askJustification, askMemory } from "./capture_questions.ts"
import { type Choice, choiceHelp, choiceQuestion, readChoice } from "./each_choice.ts"
import { editFinding } from "./edit_finding.ts"
import { findingBrief, findingDetail } from "./finding_detail.ts"
import { askWaiver } from "./waiver_question.ts"

type Files = FileSystem.FileSystem | Path.Path

/** What the questions about the findings of a report share. */
export interface Asking {
  readonly asker: Asker
  readonly previewing: Previewing
  readonly planner: Planner
  /** `YYYY-MM-DD`: a won't-fix cannot end before it. */
  readonly today: string
  /** The ids of the report. */
  readonly known: ReadonlySet<string>
  /** Files that are not written, because they have uncommitted changes. */
  readonly dirty: ReadonlySet<string>
  /** The new texts of what was decided so far. */
  readonly written: Map<string, string>
}

/** A finding while it is asked about: what it says by now, and what apply would do. */
interface Subject {
  readonly found: TaggedFinding
  readonly finding: TaggedFinding
  readonly revised?: Revision
  readonly preview: Preview
}

/** What came of a choice: a decision, a change after which it is asked again, or `undefined`, only to be asked again. */
type Step =
  | { readonly _tag: "decided"; readonly decision: Decision }
  | { readonly _tag: "revised"; readonly revision: Revision }
  | undefined

type Act = (asking: Asking, subject: Subject, reason: string) => Effect.Effect<Step, AskingStopped, Files>

/** What each choice does. */
const acts: { readonly [choice in Choice]: Act } = {
  "apply": apply,
  "skip": (_, { found }) => Effect.succeed({ _tag: "decided", decision: { _tag: "skip", id: found.id } }),
  "edit": ({ asker, previewing }, { finding }) => Effect.map(editFinding(asker, finding, previewing), asStep),
  "view": ({ asker, previewing }, { finding, preview }) =>
    findingDetail(finding, previewing.root, applyWords(finding, preview)).pipe(
      Effect.flatMap((text) => asker.show(`${text}\n`)),
      Effect.as(undefined),
    ),
  "wont_fix": (asking, { found }, reason) =>
    Effect.map(
      askWaiver(asking.asker, reason, asking),
      (waiver): Step =>
        waiver === undefined ? undefined : { _tag: "decided", decision: { _tag: "wont_fix", id: found.id, ...waiver } },
    ),
  "quit": () => Effect.fail(new AskingStopped({ by: "quit" })),
  "help": ({ asker }) => Effect.as(asker.show(choiceHelp), undefined),
}

/** What a finding that is only for information does not offer. */
const informational: ReadonlySet<Choice> = new Set<Choice>(["apply", "edit"])

/** Asks about one finding until something is decided; `place` says which it is, and `warnings` are about it. */
export const askAboutOne: (
  asking: Asking,
  finding: TaggedFinding,
  about: { readonly place: string; readonly warnings: readonly string[] },
) => Effect.Effect<Decision, AskingStopped, Files> = Effect.fnUntraced(function* (asking, found, about) {
  const { asker } = asking
  let subject: Subject = { found, finding: found, preview: yield* previewNow(asking, found) }
  const { preview } = subject
  yield* asker.show(["", findingBrief(found), ...about.warnings, applyWords(found, preview), ""].join("\n"))
  while (true) {
    const leftOut: ReadonlySet<Choice> = subject.preview.does === "nothing" ? informational : new Set()
    const answer = yield* asker.ask(choiceQuestion(about.place, leftOut))
    const chosen = readChoice(answer)
    if (chosen === undefined || leftOut.has(chosen.choice)) {
      yield* asker.show(
        chosen === undefined ? `"${answer}" is no choice.\n${choiceHelp}` : applyWords(found, subject.preview),
      )
      continue
    }
    const step = yield* acts[chosen.choice](asking, subject, chosen.reason)
    if (step?._tag === "decided") return step.decision
    if (step?._tag === "revised") subject = yield* revise(asking, subject, step.revision)
  }
})

function asStep(revision: Revision | undefined): Step {
  return revision === undefined ? undefined : { _tag: "revised", revision }
}

function apply(asking: Asking, subject: Subject): Effect.Effect<Step, AskingStopped, Files> {
  const { asker, previewing, planner, written } = asking
  const { found, finding, revised, preview } = subject
  if (preview.does === "fail") return Effect.as(asker.show(applyWords(finding, preview)), undefined)
  if (preview.asks.length > 0) {
    const secret = secretInRevision({ capture: captureDraft(finding) })
    return secret === undefined
      ? Effect.map(askMemory(asker, finding, previewing), asStep)
      : Effect.as(asker.show(`${found.id} cannot be applied: ${secret}`), undefined)
  }
  // The place is confirmed as it is now; the preview had those after it, when others were decided before.
  return Effect.map(previewOne(finding, previewing.root, planner), ({ place }): Step => {
    for (const [path, text] of preview.texts) written.set(path, text)
    const decision: Decision = {
      _tag: "apply",
      id: found.id,
      ...(place === undefined ? {} : { place }),
      ...(revised === undefined ? {} : { revised }),
    }
    return { _tag: "decided", decision }
  })
}

/** The finding with a change, which is shown; a memory that needs a reason is asked for it. */
const revise: (
  asking: Asking,
  subject: Subject,
  revision: Revision,
) => Effect.Effect<Subject, AskingStopped, Files> = Effect.fnUntraced(function* (asking, { found, revised }, revision) {
  const after = { ...revised, ...revision }
  const finding = revisedFinding(found, after)
  const preview = yield* previewNow(asking, finding)
  const subject: Subject = { found, finding, revised: after, preview }
  if (preview.asks.includes("justification")) {
    yield* asking.asker.show(`${preview.why}.`)
    const justified = yield* askJustification(asking.asker, finding)
    if (justified !== undefined) return yield* revise(asking, subject, justified)
  }
  yield* asking.asker.show(`\n${applyWords(finding, preview)}\n`)
  const unwritten = revision.proposal === undefined ? undefined : unwrittenOf(finding, preview)
  if (unwritten !== undefined) yield* asking.asker.show(`${unwritten}\n`)
  return subject
})

/** What a row of a table has no room for, which a person wrote. */
function unwrittenOf({ proposed_action }: TaggedFinding, { place, texts }: Preview): string | undefined {
  const [, ...below] = proposed_action.split("\n").filter((line) => line.trim() !== "")
  const [first] = below
  if (place === undefined || first === undefined) return undefined
  if ([...texts.values()].some((text) => text.includes(first))) return undefined
  return `Only the first line fits into ${place}; what stands below it is not written there.`
}

const previewNow: (
  asking: Asking,
  finding: TaggedFinding,
) => Effect.Effect<Preview, never, Files> = Effect.fnUntraced(
  function* ({ planner, previewing, written, dirty }, finding) {
    return unlessDirty(yield* previewOne(finding, previewing.root, planner, written), dirty)
  },
)

/** What apply would do, in words and as a diff. */
function applyWords({ id }: TaggedFinding, { text, does, asks }: Preview): string {
  if (asks.some((field) => field !== "justification")) {
    return `${id} would be kept as a memory: apply asks for its kind, scope and relevance first`
  }
  if (text !== undefined) return `${id} ${text}`
  return does === "nothing"
    ? `${id} is for information, there is nothing to apply`
    : `${id} has nothing that can be written: apply hands it off as text, and it stays open`
}
