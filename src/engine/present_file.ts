import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import type { FileServices } from "./durable_file.ts"
import { IoFailed, ioFailed } from "./io_failed.ts"

/** The largest file that is read, in bytes: what is larger is neither a record nor a configuration. */
export const largestFile = 16 * 1024 * 1024

/** A file below a root, and what a user is to do when it is there and cannot be read. */
export interface AskedFile {
  readonly root: string
  /** Relative to the root, with `/`. */
  readonly path: string
  readonly advice: string
  /** The same for what is in place of a folder above it; left out, it is {@link advice}. */
  readonly adviceAbove?: string
}

/**
 * The bytes of a file; `undefined` only where there is none. A symbolic link to nowhere, in its place or in that of a
 * folder above it, is there. What is no regular file is refused without opening it, because a reader of a pipe would
 * wait for ever. A folder fails as the system says it.
 */
export const readPresent: (
  asked: AskedFile,
) => Effect.Effect<Uint8Array | undefined, IoFailed, FileServices> = Effect.fn("readPresent")(function* (asked) {
  const file = (yield* Path.Path).join(asked.root, asked.path)
  return yield* readRegular(file, asked).pipe(
    Effect.catchTag("PlatformError", (error) =>
      Effect.andThen(
        whyAbsent(asked),
        error.reason._tag === "NotFound"
          ? Effect.succeed(undefined)
          : Effect.fail(ioFailed("read", file, asked.advice)(error)),
      )),
  )
})

const readRegular = Effect.fnUntraced(function* (file: string, asked: AskedFile) {
  const fs = yield* FileSystem.FileSystem
  const { type, size } = yield* fs.stat(file)
  if (type !== "File" && type !== "Directory") return yield* problemWith(asked, file, "it is no regular file")
  if (type === "File" && size > BigInt(largestFile)) {
    return yield* problemWith(asked, file, `it is larger than ${largestFile} bytes`)
  }
  return yield* fs.readFile(file)
})

/** Fails with the part of the path that stands in the way: a link to nowhere, or a file in place of a folder. */
const whyAbsent = Effect.fnUntraced(function* (asked: AskedFile) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const names = asked.path.split("/")
  for (let length = 1; length <= names.length; length++) {
    const part = path.join(asked.root, ...names.slice(0, length))
    const isAbove = length < names.length
    const advice = isAbove ? asked.adviceAbove ?? asked.advice : asked.advice
    const own = yield* typeOf(fs.lstat(part), part, advice)
    if (own === undefined) return
    const target = yield* typeOf(fs.stat(part), part, advice)
    if (target === undefined) return yield* problemWith({ advice }, part, "it is a symbolic link to nowhere")
    if (isAbove && target !== "Directory") {
      return yield* problemWith({ advice }, part, "it must be a folder and is none")
    }
  }
})

function typeOf(
  look: ReturnType<FileSystem.FileSystem["stat"]>,
  part: string,
  advice: string,
): Effect.Effect<FileSystem.File.Type | undefined, IoFailed> {
  return look.pipe(
    Effect.map(({ type }): FileSystem.File.Type | undefined => type),
    Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed(undefined)),
    Effect.mapError(ioFailed("read", part, advice)),
  )
}

function problemWith({ advice }: Pick<AskedFile, "advice">, path: string, detail: string): IoFailed {
  return new IoFailed({ operation: "read", path, detail, advice })
}

/** Where a path leads, when it is itself a symbolic link. */
export const linkTarget: (path: string) => Effect.Effect<string | undefined, never, FileSystem.FileSystem> = Effect
  .fnUntraced(function* (path) {
    return yield* (yield* FileSystem.FileSystem).readLink(path).pipe(Effect.orElseSucceed(() => undefined))
  })
