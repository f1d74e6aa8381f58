import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import type { PlatformError } from "effect/PlatformError"
import {
  claimName,
  type FileServices,
  flushFolder,
  type NameTaken,
  replaceFile,
  sweepTemporaries,
  writeTemporary,
} from "./durable_file.ts"
import { briefly, type EditFile, reasonOf } from "./edit_file.ts"
import type { IoFailed } from "./io_failed.ts"

/** Files could not be written; all of them are as they were, but for those that {@link damaged} names. */
export class WriteFailed extends Data.Error<{
  readonly path: string
  readonly problem: string
  /** Files that could not be put back. */
  readonly damaged: readonly string[]
}> {
  readonly _tag = "WriteFailed"
  override readonly name = "WriteFailed"
  override get message(): string {
    const rest = this.damaged.length === 0
      ? "every file is as it was"
      : `${this.damaged.join(", ")} could not be put back, look at it with git diff`
    return `Cannot write ${this.path}: ${this.problem}; ${rest}`
  }
}

/** A file and its new text. */
export interface FileChange {
  readonly target: EditFile
  readonly text: string
}

/** One step of the writing, and how to take it back. */
interface Step {
  readonly path: string
  readonly undo: Effect.Effect<void, IoFailed | PlatformError, FileServices>
}

/** Why the writing stops, and at which file. */
export interface StepFailed {
  readonly path: string
  readonly problem: string
}

/**
 * Writes all files or none. Each new text is first written whole beside its file and flushed, then all are put in
 * place, each in one step that readers see whole or not at all; when one fails, those before it are put back.
 * Permissions are kept. A file to create is created only if it still does not exist. An interrupt waits for the end.
 * `check` looks at what is in place; when it fails, everything is put back.
 */
export const writeFiles: (
  changes: readonly FileChange[],
  check?: Effect.Effect<void, StepFailed, FileServices>,
) => Effect.Effect<void, WriteFailed, FileServices> = Effect.fn("writeFiles")(
  function* (changes, check = Effect.void) {
    const steps: Step[] = []
    yield* writeEach(changes, steps, check).pipe(
      Effect.catch(({ path, problem }) =>
        Effect.flatMap(undoAll(steps), (damaged) => Effect.fail(new WriteFailed({ path, problem, damaged })))
      ),
    )
  },
  Effect.uninterruptible,
)

const writeEach: (
  changes: readonly FileChange[],
  steps: Step[],
  check: Effect.Effect<void, StepFailed, FileServices>,
) => Effect.Effect<void, StepFailed, FileServices> = Effect.fnUntraced(function* (changes, steps, check) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const staged: { readonly target: EditFile; readonly temporary: string }[] = []
  for (const { target, text } of changes) {
    const folder = paths.dirname(target.file)
    yield* makeFolder(folder, target.path, steps).pipe(Effect.mapError(failedAt(target)))
    yield* sweepTemporaries(folder)
    const bytes = new TextEncoder().encode(text)
    const temporary = yield* writeTemporary(target.file, bytes).pipe(Effect.mapError(failedAt(target)))
    steps.push({ path: target.path, undo: fs.remove(temporary, { force: true }) })
    staged.push({ target, temporary })
  }
  for (const { target, temporary } of staged) {
    const { file, path, present } = target
    yield* (present === undefined ? claimName(temporary, file) : fs.rename(temporary, file))
      .pipe(Effect.mapError(failedAt(target)))
    steps.push({ path, undo: present === undefined ? fs.remove(file) : replaceFile(file, present.bytes) })
  }
  yield* check
  for (const folder of new Set(changes.map(({ target }) => paths.dirname(target.file)))) yield* flushFolder(folder)
})

function failedAt(target: EditFile): (error: IoFailed | NameTaken | PlatformError) => StepFailed {
  return (error) => ({ path: target.path, problem: problemOf(error) })
}

function problemOf(error: IoFailed | NameTaken | PlatformError): string {
  if (error._tag === "PlatformError") return reasonOf(error)
  return error._tag === "IoFailed" ? briefly(error.detail) : "something has that name by now"
}

/** Takes back the steps from the last to the first; the paths of what could not be taken back. */
const undoAll: (steps: readonly Step[]) => Effect.Effect<readonly string[], never, FileServices> = Effect.fnUntraced(
  function* (steps) {
    const damaged = new Set<string>()
    for (const { path, undo } of [...steps].reverse()) {
      yield* undo.pipe(Effect.catch(() => Effect.sync(() => damaged.add(path))))
    }
    return [...damaged]
  },
)

/** Makes a folder and those above it, where they are missing, and remembers to remove what it made. */
const makeFolder: (
  folder: string,
  path: string,
  steps: Step[],
) => Effect.Effect<void, PlatformError, FileServices> = Effect.fnUntraced(function* (folder, path, steps) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const missing: string[] = []
  for (let above = folder; !(yield* isTaken(fs, above)); above = paths.dirname(above)) missing.unshift(above)
  for (const made of missing) {
    yield* fs.makeDirectory(made)
    steps.push({ path, undo: removeEmpty(fs, made) })
  }
})

/** Whether there is something of that name, also a link that leads nowhere: no folder can be made there. */
function isTaken(fs: FileSystem.FileSystem, path: string): Effect.Effect<boolean, PlatformError> {
  return fs.lstat(path).pipe(
    Effect.as(true),
    Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed(false)),
  )
}

/** Removes a folder that this writing made, unless another program has put something into it meanwhile. */
const removeEmpty: (fs: FileSystem.FileSystem, folder: string) => Effect.Effect<void, PlatformError> = Effect
  .fnUntraced(
    function* (fs, folder) {
      if ((yield* fs.readDirectory(folder)).length === 0) yield* fs.remove(folder, { recursive: true })
    },
  )
