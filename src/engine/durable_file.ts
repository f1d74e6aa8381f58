import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import type * as PlatformError from "effect/PlatformError"
import * as Predicate from "effect/Predicate"
import * as Random from "effect/Random"
import * as Result from "effect/Result"
import { IoFailed, ioFailed } from "./io_failed.ts"

/** What the names of unfinished files start with. */
export const temporaryPrefix = ".retro-tmp-"

/** How old an unfinished file must be before it is nobody's, in milliseconds. */
export const temporaryLifetime = 3_600_000

/** A file of that name exists already: nothing was written. */
export class NameTaken extends Data.Error<{ readonly path: string }> {
  readonly _tag = "NameTaken"
  override readonly name = "NameTaken"
  override get message(): string {
    return `Cannot create "${this.path}": it exists already`
  }
}

/** What durable writes need. */
export type FileServices = FileSystem.FileSystem | Path.Path

const namesToTry = 8
const permissionBits = 0o777

/**
 * Writes an unfinished file beside the one that it is to become: under a random name that nobody has, to the last byte,
 * and flushed to the disk. It has the permissions of the file that it is to replace. On failure nothing stays behind.
 */
export const writeTemporary: (
  target: string,
  bytes: Uint8Array,
) => Effect.Effect<string, IoFailed, FileServices> = Effect.fn("writeTemporary")(function* (target, bytes) {
  const folder = (yield* Path.Path).dirname(target)
  const mode = yield* modeOf(target)
  for (let attempt = 1; attempt <= namesToTry; attempt++) {
    const path = yield* temporaryName(folder)
    const written = yield* Effect.result(writeNew(path, target, bytes, mode))
    if (Result.isSuccess(written)) return path
    if (written.failure._tag === "IoFailed") return yield* written.failure
  }
  const detail = `${namesToTry} random names in its folder were taken`
  return yield* new IoFailed({ operation: "create", path: target, detail })
})

/**
 * Gives an unfinished file its name, unless something has that name: then it fails and changes nothing.
 * The unfinished name is gone afterwards, whatever happened.
 */
export const claimName: (
  temporary: string,
  target: string,
) => Effect.Effect<void, IoFailed | NameTaken, FileServices> = Effect.fn("claimName")(function* (temporary, target) {
  const fs = yield* FileSystem.FileSystem
  yield* fs.link(temporary, target).pipe(
    Effect.catchIf((error) => linksAreUnsupported(error), () => renameToNewName(temporary, target)),
    Effect.mapError((error) => createFailed(error, target)),
    Effect.ensuring(Effect.ignore(fs.remove(temporary))),
  )
})

/** Creates a file durably and whole, or fails with {@link NameTaken} when something has that name. */
export const createFile: (
  target: string,
  bytes: Uint8Array,
) => Effect.Effect<void, IoFailed | NameTaken, FileServices> = Effect.fn("createFile")(function* (target, bytes) {
  yield* claimName(yield* writeTemporary(target, bytes), target)
  yield* flushFolder((yield* Path.Path).dirname(target))
}, Effect.uninterruptible)

/** Replaces a file durably, or creates it: readers see the old content or the new, nothing else. */
export const replaceFile: (
  target: string,
  bytes: Uint8Array,
) => Effect.Effect<void, IoFailed, FileServices> = Effect.fn("replaceFile")(function* (target, bytes) {
  const fs = yield* FileSystem.FileSystem
  const temporary = yield* writeTemporary(target, bytes)
  yield* fs.rename(temporary, target).pipe(
    Effect.mapError(ioFailed("replace", target)),
    Effect.onError(() => Effect.ignore(fs.remove(temporary))),
  )
  yield* flushFolder((yield* Path.Path).dirname(target))
}, Effect.uninterruptible)

/** Flushes the names in a folder to the disk, where the file system can do that; elsewhere it does nothing. */
export const flushFolder: (folder: string) => Effect.Effect<void, never, FileSystem.FileSystem> = Effect.fn(
  "flushFolder",
)(
  function* (folder) {
    const file = yield* (yield* FileSystem.FileSystem).open(folder)
    yield* file.sync
  },
  Effect.scoped,
  (flushed) => Effect.ignore(flushed),
)

/** Removes unfinished files that are older than an hour: their writers are dead. What cannot be removed stays. */
export const sweepTemporaries: (folder: string) => Effect.Effect<void, never, FileServices> = Effect.fn(
  "sweepTemporaries",
)(
  function* (folder) {
    const fs = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const now = yield* Clock.currentTimeMillis
    for (const name of yield* fs.readDirectory(folder)) {
      if (!name.startsWith(temporaryPrefix)) continue
      const temporary = path.join(folder, name)
      yield* fs.stat(temporary).pipe(
        Effect.flatMap(({ mtime }) =>
          Option.exists(mtime, (date) => now - date.getTime() > temporaryLifetime) ? fs.remove(temporary) : Effect.void
        ),
        Effect.ignore,
      )
    }
  },
  (swept) => Effect.ignore(swept),
)

const temporaryName = Effect.fnUntraced(function* (folder: string) {
  const path = yield* Path.Path
  const digits = () => Effect.map(Random.nextIntBetween(0, 2 ** 32 - 1), (n) => n.toString(16).padStart(8, "0"))
  return path.join(folder, `${temporaryPrefix}${yield* digits()}${yield* digits()}`)
})

const modeOf = Effect.fnUntraced(function* (path: string) {
  return yield* (yield* FileSystem.FileSystem).stat(path).pipe(
    Effect.map((info): number | undefined => info.mode & permissionBits),
    Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed(undefined)),
    Effect.mapError(ioFailed("look at", path)),
  )
})

/** What fails is said of the file that the user knows, which the new one is to become. */
const writeNew = Effect.fnUntraced(
  function* (path: string, target: string, bytes: Uint8Array, mode: number | undefined) {
    const fs = yield* FileSystem.FileSystem
    const file = yield* fs.open(path, { flag: "wx", mode }).pipe(
      Effect.mapError((error) => createFailed(error, target)),
    )
    yield* Effect.gen(function* () {
      const written = yield* fill(file, target, bytes)
      // The process's own mask may have taken bits away.
      if (mode !== undefined && written !== mode) {
        yield* fs.chmod(path, mode).pipe(Effect.mapError(ioFailed("set the permissions of", target)))
      }
    }).pipe(Effect.onError(() => Effect.ignore(fs.remove(path))))
  },
  Effect.scoped,
)

/** The permissions of the file, filled and flushed. */
const fill = Effect.fnUntraced(function* (file: FileSystem.File, target: string, bytes: Uint8Array) {
  yield* writeAll(file, bytes).pipe(Effect.mapError(ioFailed("write", target)))
  const { size, mode } = yield* file.stat.pipe(Effect.mapError(ioFailed("check", target)))
  if (BigInt(size) !== BigInt(bytes.length)) {
    const detail = `${size} of ${bytes.length} bytes were written`
    return yield* new IoFailed({ operation: "write", path: target, detail })
  }
  yield* file.sync.pipe(Effect.mapError(ioFailed("flush", target)))
  return mode & permissionBits
})

/** A write may take fewer bytes than it was given, without failing. */
const writeAll = Effect.fnUntraced(function* (file: FileSystem.File, bytes: Uint8Array) {
  let rest = bytes
  while (rest.length > 0) {
    const taken = yield* file.write(rest)
    // The size is checked afterwards: a file that takes nothing more is too short.
    if (taken <= 0) return
    rest = rest.subarray(taken)
  }
})

/** For file systems without links: the name is taken by an empty file first, which the content then replaces. */
const renameToNewName = Effect.fnUntraced(function* (temporary: string, target: string) {
  const fs = yield* FileSystem.FileSystem
  yield* Effect.scoped(fs.open(target, { flag: "wx" }))
  yield* fs.rename(temporary, target).pipe(Effect.onError(() => Effect.ignore(fs.remove(target))))
})

const unsupported: ReadonlySet<unknown> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EXDEV"])

function linksAreUnsupported(error: PlatformError.PlatformError): boolean {
  const cause = error.reason.cause
  return Predicate.hasProperty(cause, "code") && unsupported.has(cause.code)
}

function createFailed(error: PlatformError.PlatformError, path: string): IoFailed | NameTaken {
  return error.reason._tag === "AlreadyExists" ? new NameTaken({ path }) : ioFailed("create", path)(error)
}
