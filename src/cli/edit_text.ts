import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import type { PlatformError } from "effect/PlatformError"
import * as Result from "effect/Result"
import { findSecrets } from "../core/redact/find_secrets.ts"
import { redact } from "../core/redact/redact.ts"
import { reasonOf } from "../engine/edit_file.ts"
import type { EditorFailed } from "../engine/prompter.ts"
import type { Asker, AskingStopped } from "./asker.ts"
import { lineTextOf, textOfLine } from "./line_text.ts"

/** A text that a person is to change. */
export interface EditableText {
  readonly text: string
  /** What the text is, for the person: `the new text of README.md`. */
  readonly label: string
  /** The name of the file that an editor opens, which tells it what kind of text that is. */
  readonly fileName: string
}

type Services = FileSystem.FileSystem | Path.Path

/** The text as the person left it; `undefined`: it cannot be taken, which was said. */
export const editText: (
  asker: Asker,
  editable: EditableText,
) => Effect.Effect<string | undefined, AskingStopped, Services> = Effect.fnUntraced(function* (asker, editable) {
  const { text, label } = editable
  // An editor keeps copies, and the terminal its lines.
  if (redact(text) !== text) {
    yield* asker.show(`Not opened: there is a secret in ${label} (${secretIn(text)}); edit it by hand.`)
    return undefined
  }
  const edited = asker.editor === undefined
    ? yield* editLine(asker, editable)
    : yield* editFile(asker, asker.editor, editable)
  if (edited === undefined || redact(edited) === edited) return edited
  yield* asker.show(`Not taken: there is a secret in ${label} now (${secretIn(edited)}); leave it out.`)
  return undefined
})

function secretIn(text: string): string {
  return findSecrets(text)[0]?.name ?? "secret"
}

const editLine: (
  asker: Asker,
  editable: EditableText,
) => Effect.Effect<string | undefined, AskingStopped> = Effect.fnUntraced(function* (asker, { text, label }) {
  const written = lineTextOf(text)
  if (written === undefined) {
    yield* asker.show(`Not opened: ${label} has control characters; name an editor in VISUAL or EDITOR.`)
    return undefined
  }
  yield* asker.show(`Change ${label}${written.isEscaped ? " (\\n stands for a line break)" : ""}, then press Enter:`)
  return textOfLine(yield* asker.ask("> ", written.line), written.isEscaped)
})

const editFile: (
  asker: Asker,
  command: string,
  editable: EditableText,
) => Effect.Effect<string | undefined, never, Services> = Effect.fnUntraced(
  function* (asker, command, { text, label, fileName }) {
    yield* asker.show(`Opened ${label} in ${command}; waiting for its end …`)
    const edited = yield* Effect.result(throughFile(asker, command, text, fileName))
    if (Result.isSuccess(edited)) return edited.success
    const { failure } = edited
    const why = failure._tag === "EditorFailed" ? failure.message : `no temporary file: ${reasonOf(failure)}`
    yield* asker.show(`Nothing was changed: ${why}.`)
    return undefined
  },
)

const throughFile: (
  asker: Asker,
  command: string,
  text: string,
  fileName: string,
) => Effect.Effect<string, EditorFailed | PlatformError, Services> = Effect.fnUntraced(
  function* (asker, command, text, fileName) {
    const fs = yield* FileSystem.FileSystem
    const folder = yield* fs.makeTempDirectoryScoped({ prefix: "retro-edit-" })
    const file = (yield* Path.Path).join(folder, fileName)
    const isEnded = text === "" || text.endsWith("\n")
    yield* fs.writeFileString(file, isEnded ? text : `${text}\n`)
    yield* asker.edit(command, file)
    return likeBefore(yield* fs.readFileString(file), text)
  },
  Effect.scoped,
)

/** What an editor changes of its own accord is taken back: the line break at the end, and the kind of line breaks. */
function likeBefore(edited: string, before: string): string {
  const text = before.includes("\r") ? edited : edited.replace(/\r\n/gu, "\n")
  if (before.endsWith("\n")) return text === "" || text.endsWith("\n") ? text : `${text}\n`
  return text.replace(/\r?\n$/u, "")
}
