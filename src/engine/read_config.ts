import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import { type ConfigInvalid, parseConfig } from "../core/config/parse_config.ts"
import type { Config } from "../core/schema/config.ts"
import { type IoFailed, ioFailed } from "./io_failed.ts"

/** The name of the configuration file, at the root. */
export const configFileName = ".retro.yaml"

/** The configuration of a root; only "no such file" means none. */
export const readConfig: (
  root: string,
) => Effect.Effect<Config, ConfigInvalid | IoFailed, FileSystem.FileSystem | Path.Path> = Effect.fn(
  "readConfig",
)(
  function* (root) {
    const path = (yield* Path.Path).join(root, configFileName)
    const text = yield* (yield* FileSystem.FileSystem).readFileString(path).pipe(
      Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed("")),
      Effect.mapError(ioFailed("read the configuration", path)),
    )
    return yield* Effect.fromResult(parseConfig(text, configFileName))
  },
)
