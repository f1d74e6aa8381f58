import * as Effect from "effect/Effect"
import { type ConfigInvalid, parseConfig } from "../core/config/parse_config.ts"
import type { Config } from "../core/schema/config.ts"
import type { FileServices } from "./durable_file.ts"
import { IoFailed } from "./io_failed.ts"
import { readPresent } from "./present_file.ts"

/** The name of the configuration file, at the root. */
export const configFileName = ".retro.yaml"

const advice = "make it a readable file, or remove it"

/** The configuration of a root; only "no such file" means none. */
export const readConfig: (
  root: string,
) => Effect.Effect<Config, ConfigInvalid | IoFailed, FileServices> = Effect.fn(
  "readConfig",
)(
  function* (root) {
    const bytes = yield* readPresent({ root, path: configFileName, advice }).pipe(
      Effect.mapError(({ path, detail, cause }) =>
        new IoFailed({ operation: "read the configuration", path, detail, advice, cause })
      ),
    )
    return yield* Effect.fromResult(parseConfig(new TextDecoder().decode(bytes), configFileName))
  },
)
