import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type { PlatformError } from "effect/PlatformError"

/**
 * Whether there is something of that name. `FileSystem.exists` asks whether the user may use it, for which Deno wants to be
 * allowed to know who the user is.
 */
export const isThere: (file: string) => Effect.Effect<boolean, PlatformError, FileSystem.FileSystem> = Effect
  .fnUntraced(function* (file) {
    return yield* (yield* FileSystem.FileSystem).stat(file).pipe(
      Effect.as(true),
      Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed(false)),
    )
  })
