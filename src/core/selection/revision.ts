import { heldSecret } from "../capture/capture_secret.ts"
import type { TaggedFinding } from "../schema/diff_result.ts"
import type { Revision } from "./selection.ts"

/** A finding that says what the user wrote. */
export function revisedFinding(finding: TaggedFinding, revised: Revision | undefined): TaggedFinding {
  return revised === undefined ? finding : { ...finding, ...revised }
}

/** Why what the user wrote cannot be applied, when it holds a secret: its pattern, never its text. */
export function secretInRevision(revised: Revision | undefined): string | undefined {
  if (revised === undefined) return undefined
  const { edits = [], capture, proposal, proposed_action } = revised
  // What an edit replaces is in the file already.
  const texts = edits.map((edit) => "create" in edit ? edit.create : edit.replace)
  const secret = heldSecret({ text: texts, ...capture, ...proposal, action: proposed_action ?? "" })
  if (secret === undefined) return undefined
  return `there is a secret in its ${secret.field} (${secret.pattern}); take it out, and apply again`
}
