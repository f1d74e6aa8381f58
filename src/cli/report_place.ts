import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import type { Config } from "../core/schema/config.ts"
import { pathInside } from "../engine/corpus_files.ts"
import { realPlace } from "../engine/edit_file.ts"
import { type IoFailed, ioFailed } from "../engine/io_failed.ts"
import { GivenPath } from "./given_path.ts"
import { UsageInvalid } from "./input.ts"

/** Where runs are kept when nothing else is said. */
export const defaultReportDir = ".claude/checkpoints"

/** `--report-dir DIR`: where the runs of every scope are kept. */
export const reportDirFlag: Flag.Flag<string> = Flag.String("report-dir").pipe(
  Flag.withSchema(GivenPath),
  Flag.withMetavar("DIR"),
  Flag.withDescription("The folder of the runs of every scope"),
)

/** `--scope-slug SLUG`: the folder of one scope inside the report folder. */
export const scopeSlugFlag: Flag.Flag<string> = Flag.String("scope-slug").pipe(
  Flag.withMetavar("SLUG"),
  Flag.withDescription("The folder of the scope inside it"),
)

/**
 * Where a checkpoint keeps its runs, from the root. What a repository brings, its configuration or a symbolic link, does
 * not lead out of it: only the user, with the flag, says that.
 */
export const chosenReportDir: (
  root: string,
  flag: Option.Option<string>,
  config: Config,
) => Effect.Effect<string, UsageInvalid | IoFailed, FileSystem.FileSystem | Path.Path> = Effect.fn("chosenReportDir")(
  function* (root, flag, { report_dir = defaultReportDir }) {
    if (Option.isSome(flag)) return flag.value
    const path = yield* Path.Path
    const place = path.resolve(root, report_dir)
    const real = yield* realPlace(place).pipe(Effect.mapError(ioFailed("find", place)))
    if (real === root || real !== undefined && pathInside(path, root, real) !== undefined) return report_dir
    const problem = `Cannot keep runs in "${report_dir}": it is a symbolic link that leads ${
      real === undefined ? "nowhere" : `out of the repository, to "${real}"`
    }; replace it with a folder, or say where with --report-dir`
    return yield* new UsageInvalid({ problem })
  },
)
