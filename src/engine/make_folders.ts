import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import type { PlatformError } from "effect/PlatformError"
import { isThere } from "./is_there.ts"

/**
 * Makes a folder, and those above it, where they are missing. Of a disk that can only be read, Node says that the folder is
 * not there when it is to make all at once; what the system says is heard when the outermost is made alone.
 */
export const makeFolders: (
  folder: string,
) => Effect.Effect<void, PlatformError, FileSystem.FileSystem | Path.Path> = Effect.fnUntraced(function* (folder) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const all = fs.makeDirectory(folder, { recursive: true })
  const oneByOne = Effect.gen(function* () {
    let outermost = folder
    // A drive that is not there has nothing above it.
    for (let above = paths.dirname(folder); above !== outermost && !(yield* isThere(above));) {
      outermost = above
      above = paths.dirname(above)
    }
    yield* fs.makeDirectory(outermost)
    yield* all
  })
  yield* all.pipe(Effect.catchReason("PlatformError", "NotFound", () => oneByOne))
})
