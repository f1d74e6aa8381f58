import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import * as PlatformError from "effect/PlatformError"
import { type FileServices, replaceFile } from "./durable_file.ts"
import { realPlace } from "./edit_file.ts"
import { IoFailed, ioFailed } from "./io_failed.ts"
import { systemCode } from "./system_words.ts"

/** What a folder answers in which a file may be written, and none created or renamed: a mounted file, for instance. */
const folderIsClosed: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EROFS", "EBUSY", "EXDEV"])

/**
 * Writes a file that the user names: one that is there is replaced when the new one is whole, so that a full disk destroys
 * nothing. What cannot be replaced is written in place: a pipe, a device, what a symbolic link to nowhere names, and a
 * file in a folder that takes no new one.
 */
export const writeOutputFile: (
  file: string,
  text: string,
) => Effect.Effect<void, IoFailed, FileServices> = Effect.fn("writeOutputFile")(function* (file, text) {
  const inPlace = Effect.mapError((yield* FileSystem.FileSystem).writeFileString(file, text), ioFailed("write", file))
  const place = yield* replaceable(file)
  if (place === undefined) return yield* inPlace
  yield* replaceFile(place, new TextEncoder().encode(text)).pipe(
    Effect.mapError((error) => namedAs(file, error)),
    Effect.catchIf(isClosed, () => inPlace),
  )
})

/** Where a regular file of that name is or is going to be; `undefined`: nowhere. */
const replaceable = Effect.fnUntraced(function* (file: string) {
  const absolute = (yield* Path.Path).resolve(file)
  // What is open under these names may be a file that the shell goes on to write into.
  if (/^\/(?:dev|proc)\//u.test(absolute)) return undefined
  const place = yield* Effect.orElseSucceed(realPlace(absolute), () => undefined)
  if (place === undefined) return undefined
  return yield* (yield* FileSystem.FileSystem).stat(place).pipe(
    Effect.map(({ type }) => type === "File" ? place : undefined),
    Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed(place)),
    Effect.orElseSucceed(() => undefined),
  )
})

function isClosed({ cause }: IoFailed): boolean {
  if (!(cause instanceof PlatformError.PlatformError)) return false
  const thrown = cause.reason.cause
  // Who runs the program may allow it to write the file alone.
  return folderIsClosed.has(systemCode(thrown) ?? "") || thrown instanceof Error && thrown.name === "NotCapable"
}

/** A failure in the words of the user, who named the file and knows nothing of how it is replaced. */
function namedAs(file: string, { detail, cause }: IoFailed): IoFailed {
  return cause instanceof PlatformError.PlatformError
    ? ioFailed("write", file)(cause)
    : new IoFailed({ operation: "write", path: file, detail })
}
