import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type * as Path from "effect/Path"
import { captureDraft, withBody } from "../core/capture/capture_draft.ts"
import { baseName } from "../core/corpus/folder_path.ts"
import { textOf } from "../core/foreign/foreign_value.ts"
import { redact, redactValue } from "../core/redact/redact.ts"
import type { TaggedFinding } from "../core/schema/diff_result.ts"
import type { Edit } from "../core/schema/finding.ts"
import type { Revision } from "../core/selection/selection.ts"
import type { PlanOptions } from "../engine/plan_finding.ts"
import type { Asker, AskingStopped } from "./asker.ts"
import { askMemory } from "./capture_questions.ts"
import { editText } from "./edit_text.ts"

type Services = FileSystem.FileSystem | Path.Path
type Edited = Effect.Effect<Revision | undefined, AskingStopped, Services>

/**
 * Lets the person change what applying a finding does: the texts that its edits write, the memory that it captures, else
 * what is to be done. `undefined`: it stays as it was, which was said.
 */
export function editFinding(asker: Asker, finding: TaggedFinding, planning: PlanOptions): Edited {
  const { edits = [], route } = finding
  if (edits.length > 0) return editEdits(asker, edits)
  return route === "capture" ? editMemory(asker, finding, planning) : editAction(asker, finding)
}

const editEdits: (asker: Asker, edits: readonly Edit[]) => Edited = Effect.fnUntraced(function* (asker, edits) {
  const revised: Edit[] = []
  for (const [index, edit] of edits.entries()) {
    const count = edits.length === 1 ? "" : `, ${index + 1} of ${edits.length}`
    const text = yield* editText(asker, {
      text: "create" in edit ? edit.create : edit.replace,
      label: `the new text for ${edit.path}${count}`,
      fileName: baseName(edit.path),
    })
    if (text === undefined) return undefined
    if ("create" in edit && text.trim() === "") {
      yield* asker.show("Not taken: a new file without a text says nothing; skip, if it is not to be written.")
      return undefined
    }
    revised.push("create" in edit ? { ...edit, create: text } : { ...edit, replace: text })
  }
  if (revised.every((edit) => "find" in edit && edit.find === edit.replace)) {
    yield* asker.show("Not taken: the file would stay as it is; skip does that.")
    return undefined
  }
  return JSON.stringify(revised) === JSON.stringify(edits) ? yield* asItWas(asker) : { edits: revised }
})

const editMemory: (asker: Asker, finding: TaggedFinding, planning: PlanOptions) => Edited = Effect.fnUntraced(
  function* (asker, finding, planning) {
    const draft = redactValue(captureDraft(finding))
    const text = typeof draft["body"] === "string" ? draft["body"] : ""
    const fileName = `${finding.id}.md`
    const body = yield* editText(asker, { text, label: "the text of the memory", fileName })
    if (body === undefined) return undefined
    if (body.trim() === "") {
      yield* asker.show("Not taken: a memory without a text says nothing; skip, if it is not to be written.")
      return undefined
    }
    const payload = withBody(draft, body)
    const before = textOf(payload["name"]) ?? ""
    const name = (yield* asker.ask(`Name? (Enter: ${before}) `)) || before
    return yield* askMemory(asker, { ...finding, capture: { ...payload, name } }, planning)
  },
)

const editAction: (asker: Asker, finding: TaggedFinding) => Edited = Effect.fnUntraced(function* (asker, finding) {
  const before = redact(finding.proposed_action)
  const edited = yield* editText(asker, { text: before, label: "the proposed action", fileName: `${finding.id}.md` })
  if (edited === undefined) return undefined
  const proposed_action = edited.trim()
  if (proposed_action === "") {
    yield* asker.show("Not taken: it says nothing to do; skip, if nothing is to be done.")
    return undefined
  }
  if (proposed_action === before.trim()) return yield* asItWas(asker)
  if (finding.route !== "proposal") return { proposed_action }
  return { proposed_action, proposal: proposalOf(finding, before, proposed_action) }
})

/** What a person wrote: its first line is the title as it stands, and the rest stands before the text of the pass. */
function proposalOf({ proposal }: TaggedFinding, before: string, action: string): Revision["proposal"] & object {
  const { body: text, ...others } = proposal ?? {}
  const { title, rest } = titled(action)
  const earlier = titled(before).rest
  const body = textOf(text) ?? ""
  const own = earlier !== "" && body.startsWith(earlier) ? body.slice(earlier.length).trim() : body
  const whole = [rest, own].filter((part) => part !== "").join("\n\n")
  return { ...others, title, ...(whole === "" ? {} : { body: whole }) }
}

/** A text as a title and what stands below it; a heading's marks are none of its words. */
function titled(text: string): { readonly title: string; readonly rest: string } {
  const [first = "", ...others] = text.trim().split(/\r?\n/u)
  return { title: first.replace(/^#{1,6}\s+/u, ""), rest: others.join("\n").trim() }
}

function asItWas(asker: Asker): Effect.Effect<undefined> {
  return Effect.as(asker.show("Nothing was changed."), undefined)
}
