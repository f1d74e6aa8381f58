import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import { type ConfigInvalid, parseConfig } from "../core/config/parse_config.ts"
import type { Config } from "../core/schema/config.ts"

/** The name of the configuration file, at the root. */
export const configFileName = ".retro.yaml"

/** The configuration file is there and cannot be read. */
export class ConfigUnreadable extends Data.Error<{ readonly path: string; readonly detail: string }> {
  readonly _tag = "ConfigUnreadable"
  override readonly name = "ConfigUnreadable"
  override get message(): string {
    return `Cannot read the configuration "${this.path}": ${this.detail}`
  }
}

/** The configuration of a root; only "no such file" means none. */
export const readConfig: (
  root: string,
) => Effect.Effect<Config, ConfigInvalid | ConfigUnreadable, FileSystem.FileSystem | Path.Path> = Effect.fn(
  "readConfig",
)(
  function* (root) {
    const path = (yield* Path.Path).join(root, configFileName)
    const text = yield* (yield* FileSystem.FileSystem).readFileString(path).pipe(
      Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed("")),
      Effect.mapError((error) => new ConfigUnreadable({ path, detail: error.message })),
    )
    return yield* Effect.fromResult(parseConfig(text, configFileName))
  },
)
