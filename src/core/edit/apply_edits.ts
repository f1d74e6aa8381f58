import * as Data from "effect/Data"
import * as Result from "effect/Result"
import type { Edit } from "../schema/finding.ts"
import { onlyPlace } from "./only_place.ts"

/**
 * An edit does not fit the text of the file `path`; none of the edits that came with it is done.
 *
 * @example
 * ```ts
 * import { EditConflict } from "@retro/cli/core"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(
 *   new EditConflict({ path: "a.md", problem: "there is no such file" }).message,
 *   "Cannot edit a.md: there is no such file",
 * )
 * ```
 */
export class EditConflict extends Data.Error<{ readonly path: string; readonly problem: string }> {
  /** Tells the error from others, as for `Effect.catchTag`. */
  readonly _tag = "EditConflict"
  /** What a log calls the error. */
  override readonly name = "EditConflict"
  /** What failed, why, and the next step. */
  override get message(): string {
    return `Cannot edit ${this.path}: ${this.problem}`
  }
}

/** Texts by path; `undefined` or absent: there is no such file. */
export type Texts = ReadonlyMap<string, string | undefined>

/**
 * The new texts of the files that the edits change, all or none; the edits are done one after the other.
 * The text to find must occur exactly once, counting overlaps; a file to create must not exist. In a file whose line
 * endings are all CRLF, a line break of an edit means CRLF. Edits that are already done change nothing; one whose text
 * to find is still there is not done, unless it only adds to that text and the addition stands there.
 *
 * @example
 * ```ts
 * import { applyEdits } from "@retro/cli/core"
 * import * as Result from "effect/Result"
 * import { deepStrictEqual } from "node:assert/strict"
 * const edits = [{ path: "a.md", find: "old.md", replace: "new.md" }]
 * const once = applyEdits(new Map([["a.md", "See old.md.\n"]]), edits)
 * deepStrictEqual([...Result.getOrThrow(once)], [["a.md", "See new.md.\n"]])
 * const again = applyEdits(Result.getOrThrow(once), edits)
 * deepStrictEqual([...Result.getOrThrow(again)], [])
 * ```
 */
export function applyEdits(
  texts: Texts,
  edits: readonly Edit[],
): Result.Result<ReadonlyMap<string, string>, EditConflict> {
  if (areDone(texts, edits)) return Result.succeed(new Map())
  const after = new Map(texts)
  for (const edit of edits) {
    const before = after.get(edit.path)
    const text = "create" in edit ? create(before, edit.create) : replace(before, edit.find, edit.replace)
    if (Result.isFailure(text)) return Result.fail(new EditConflict({ path: edit.path, problem: text.failure }))
    after.set(edit.path, text.success)
  }
  const changed = new Map<string, string>()
  for (const [path, text] of after) if (text !== undefined && text !== texts.get(path)) changed.set(path, text)
  return Result.succeed(changed)
}

function create(before: string | undefined, text: string): Result.Result<string, string> {
  if (before === undefined || before === text) return Result.succeed(text)
  return Result.fail("the file to create exists already with other content; move it away, or skip the finding")
}

function replace(before: string | undefined, find: string, replacement: string): Result.Result<string, string> {
  if (before === undefined) return Result.fail("there is no such file; run again to see what became of it")
  const [wanted, put] = [inLineEndingsOf(before, find), inLineEndingsOf(before, replacement)]
  const undone = undo(before, wanted, put)
  if (undone !== undefined) return Result.succeed(before)
  const at = onlyPlace(before, wanted)
  if (at !== undefined) return Result.succeed(before.slice(0, at) + put + before.slice(at + wanted.length))
  return Result.fail(unfound(before, find, wanted))
}

function unfound(before: string, find: string, wanted: string): string {
  if (before.includes(wanted)) return `the text to replace occurs more than once: ${quote(find)}; edit it by hand`
  // Reports are kept and printed without secrets, so that only the run that found it knows the text.
  if (/<redacted:[a-z-]{1,40}>/u.test(find)) {
    return `the report leaves out a secret of the text to replace: ${
      quote(find)
    }; apply it in "retro checkpoint", or ` +
      "edit it by hand"
  }
  return `the text to replace is gone: ${quote(find)}; run again to see what became of it`
}

/**
 * The text before a replacement, if it reads as if that had been made: the new text occurs once, and with the old one
 * in its place the old one occurs once. A text that holds what the replacement takes away does not read so, even if the
 * new text is a part of that; only new text that holds the old one leaves it there. A text without what a deletion
 * deletes reads so too.
 */
function undo(after: string, find: string, replacement: string): string | undefined {
  if (!replacement.includes(find) && after.includes(find)) return undefined
  if (replacement === "") return after
  const at = onlyPlace(after, replacement)
  if (at === undefined) return undefined
  const before = after.slice(0, at) + find + after.slice(at + replacement.length)
  return onlyPlace(before, find) === at ? before : undefined
}

/** Whether every text is what the edits, one after the other, make: then they can be undone from the last to the first. */
function areDone(texts: Texts, edits: readonly Edit[]): boolean {
  const before = new Map(texts)
  for (const edit of [...edits].reverse()) {
    const after = before.get(edit.path)
    if (after === undefined) return false
    if ("create" in edit) {
      if (after !== edit.create) return false
      before.set(edit.path, undefined)
    } else {
      const undone = undo(after, inLineEndingsOf(after, edit.find), inLineEndingsOf(after, edit.replace))
      if (undone === undefined) return false
      before.set(edit.path, undone)
    }
  }
  return true
}

/** A text of an edit with the line breaks of the file, if all of those are CRLF. */
function inLineEndingsOf(file: string, text: string): string {
  return file.includes("\r\n") && !/(?<!\r)\n/u.test(file) ? text.replace(/(?<!\r)\n/gu, "\r\n") : text
}

/** The start of a text, on one line, for a message. */
function quote(text: string): string {
  const line = text.trim().split(/[\r\n]/u)[0] ?? ""
  return line.length > 60 ? `"${line.slice(0, 60)}…"` : `"${line}"`
}
