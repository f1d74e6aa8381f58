import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import type { PlatformError } from "effect/PlatformError"
import { corpusPath } from "../core/corpus/corpus_path.ts"
import type { Edit } from "../core/schema/finding.ts"
import { systemWords } from "./system_words.ts"

/** A file may not be edited, or cannot be. */
export class EditRefused extends Data.Error<{ readonly path: string; readonly problem: string }> {
  readonly _tag = "EditRefused"
  override readonly name = "EditRefused"
  override get message(): string {
    return `Cannot edit ${this.path}: ${this.problem}`
  }
}

/** A file that an edit names, as it lies on the disk. */
export interface EditFile {
  /** Relative to the root, `/`, symbolic links resolved: two names of one file have one path. */
  readonly path: string
  /** The same, absolute. */
  readonly file: string
  /** Absent: there is no such file. */
  readonly present?: {
    readonly bytes: Uint8Array
    readonly text: string
    /** The permission bits. */
    readonly mode: number
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/**
 * The file that an edit names. Refused: what lies outside the root, also by a symbolic link, what belongs to git, what
 * is no regular file, and a file that is not UTF-8, because writing it back would change bytes that nobody named.
 */
export const readEditFile: (
  root: string,
  name: string,
) => Effect.Effect<EditFile, EditRefused, FileSystem.FileSystem | Path.Path> = Effect.fn("readEditFile")(
  function* (root, name) {
    const fs = yield* FileSystem.FileSystem
    const paths = yield* Path.Path
    const refuse = (problem: string): EditRefused => new EditRefused({ path: name, problem })
    const refuseError = Effect.mapError((error: PlatformError) => refuse(reasonOf(error)))
    const segments = name.split(paths.sep === "\\" ? /[\\/]/u : "/")
    if (paths.isAbsolute(name) || /^[a-z]:/iu.test(name) || segments.includes("..")) {
      return yield* refuse("a path of an edit is relative to the root and stays inside it")
    }
    if (name.includes("\0")) return yield* refuse("a path holds no null character")
    const realRoot = yield* fs.realPath(root).pipe(refuseError)
    const file = yield* realPlace(yield* onDisk(realRoot, segments)).pipe(refuseError)
    if (file === undefined) return yield* refuse("it is a symbolic link that leads nowhere")
    const path = corpusPath(paths.relative(realRoot, file).replaceAll(paths.sep, "/"))
    if (path === "" || path === ".." || path.startsWith("../") || paths.isAbsolute(path)) {
      return yield* refuse("it lies outside the root, where nothing is written")
    }
    if (path.split("/").some((segment) => segment.toLowerCase() === ".git")) {
      return yield* refuse("what is in .git belongs to git")
    }
    const info = yield* orAbsent(fs.stat(file)).pipe(refuseError)
    if (info === undefined) return { path, file }
    if (info.type !== "File") return yield* refuse("it is not a regular file")
    const bytes = yield* fs.readFile(file).pipe(refuseError)
    const text = yield* Effect.try({
      try: () => utf8.decode(bytes),
      catch: () => refuse("it is not UTF-8 text; edit it by hand"),
    })
    return { path, file, present: { bytes, text, mode: info.mode & 0o7777 } }
  },
)

/** The files that edits name, by their one path, and the edits with that path, whatever name they use for it. */
export const readEditFiles: (
  root: string,
  edits: readonly Edit[],
) => Effect.Effect<
  { readonly files: ReadonlyMap<string, EditFile>; readonly named: readonly Edit[] },
  EditRefused,
  FileSystem.FileSystem | Path.Path
> = Effect.fnUntraced(function* (root, edits) {
  const files = new Map<string, EditFile>()
  const named: Edit[] = []
  for (const edit of edits) {
    const file = yield* readEditFile(root, edit.path)
    files.set(file.path, file)
    named.push({ ...edit, path: file.path })
  }
  return { files, named }
})

/** The file of a path as reports write it, whose names on the disk may be written differently (see {@link corpusPath}). */
const onDisk: (
  root: string,
  segments: readonly string[],
) => Effect.Effect<string, never, FileSystem.FileSystem | Path.Path> = Effect.fnUntraced(function* (root, segments) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  let file = root
  for (const segment of segments) {
    // What cannot be looked at is found to be so when it is read.
    const isThere = yield* fs.lstat(paths.join(file, segment)).pipe(
      Effect.match({ onFailure: () => false, onSuccess: () => true }),
    )
    const names = isThere ? [] : yield* fs.readDirectory(file).pipe(Effect.catch(() => Effect.succeed<string[]>([])))
    file = paths.join(file, names.find((name) => corpusPath(name) === segment) ?? segment)
  }
  return file
})

/** A path with every symbolic link resolved, though its last parts may not exist; `undefined`: a link leads nowhere. */
export const realPlace: (
  file: string,
) => Effect.Effect<string | undefined, PlatformError, FileSystem.FileSystem | Path.Path> = Effect.fnUntraced(
  function* (file) {
    const fs = yield* FileSystem.FileSystem
    const paths = yield* Path.Path
    const missing: string[] = []
    let existing = file
    while (true) {
      const real = yield* orAbsent(fs.realPath(existing))
      if (real !== undefined) return paths.join(real, ...missing)
      if ((yield* orAbsent(fs.lstat(existing))) !== undefined) return undefined
      if (paths.dirname(existing) === existing) return file
      missing.unshift(paths.basename(existing))
      existing = paths.dirname(existing)
    }
  },
)

/** `undefined` when there is no such file; every other failure stays one. */
function orAbsent<A, R>(effect: Effect.Effect<A, PlatformError, R>): Effect.Effect<A | undefined, PlatformError, R> {
  return effect.pipe(Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed(undefined)))
}

/** Why a file operation failed, in the system's own words and without its code and path, which the reader knows. */
export function reasonOf(error: PlatformError): string {
  const { cause } = error.reason
  return briefly(cause instanceof Error ? systemWords(cause) : error.message)
}

/** `ENOSPC: no space left on device, write '/a'` as `no space left on device`. */
export function briefly(message: string): string {
  return /^[A-Z][A-Z0-9]+: ([^,]+)/u.exec(message)?.[1] ?? message.replace(/\s+/gu, " ").trim()
}
