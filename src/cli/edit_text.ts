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
  if (edited === undefined) return undefined
  const problem = problemOf(edited, text, label)
  if (problem === undefined) return edited
  yield* asker.show(`Not taken: ${problem}.`)
  return undefined
})

function problemOf(edited: string, before: string, label: string): string | undefined {
  if (redact(edited) !== edited) return `there is a secret in ${label} now (${secretIn(edited)}); leave it out`
  // They would be written as they are, and shown as something else.
  return hasControls(edited) && !hasControls(before)
    ? `there are control characters in ${label} now; leave them out`
    : undefined
}

function hasControls(text: string): boolean {
  return /(?![\n\r\t])\p{Cc}/u.test(text)
}

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

const utf8 = new TextDecoder("utf-8", { fatal: true })

const editFile: (
  asker: Asker,
  command: string,
  editable: EditableText,
) => Effect.Effect<string | undefined, never, Services> = Effect.fnUntraced(
  function* (asker, command, { text, label, fileName }) {
    yield* asker.show(`Opened ${label} in ${command}; waiting for its end …`)
    const edited = yield* Effect.result(throughFile(asker, command, text, fileName))
    if (Result.isSuccess(edited)) {
      const bytes = edited.success
      if (bytes === undefined) {
        yield* asker.show(`Nothing was changed: the editor "${command}" left no file.`)
        return undefined
      }
      const decoded = Result.try(() => utf8.decode(bytes))
      if (Result.isSuccess(decoded)) return likeBefore(decoded.success, text)
      yield* asker.show(`Not taken: ${label} is not UTF-8 now; save it as UTF-8.`)
      return undefined
    }
    const { failure } = edited
    const why = failure._tag === "EditorFailed" ? failure.message : `no temporary file: ${reasonOf(failure)}`
    yield* asker.show(`Nothing was changed: ${why}.`)
    return undefined
  },
)

/** What the editor left; `undefined`: no file. */
const throughFile: (
  asker: Asker,
  command: string,
  text: string,
  fileName: string,
) => Effect.Effect<Uint8Array | undefined, EditorFailed | PlatformError, Services> = Effect.fnUntraced(
  function* (asker, command, text, fileName) {
    const fs = yield* FileSystem.FileSystem
    const folder = yield* fs.makeTempDirectoryScoped({ prefix: "retro-edit-" })
    const file = (yield* Path.Path).join(folder, fileName)
    const isEnded = text === "" || text.endsWith("\n")
    yield* fs.writeFileString(file, isEnded ? text : `${text}\n`)
    yield* asker.edit(command, file)
    return yield* fs.readFile(file).pipe(
      Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed(undefined)),
    )
  },
  Effect.scoped,
)

/** What an editor changes of its own accord is taken back: the line break at the end, and the kind of line breaks. */
function likeBefore(edited: string, before: string): string {
  const text = before.includes("\r") ? edited : edited.replace(/\r\n/gu, "\n")
  if (before.endsWith("\n")) return text === "" || text.endsWith("\n") ? text : `${text}\n`
  return text.replace(/\r?\n$/u, "")
}
