import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import { configFileName } from "../engine/read_config.ts"
import { ioFailed } from "../engine/io_failed.ts"
import { jsonFlag, printJson, printResult } from "./output.ts"

const template = `# Configuration of retro. Every setting is optional; the values shown are the defaults or examples.

# Where runs are kept, relative to this file.
# report_dir: .claude/checkpoints

# What belongs to each corpus. Without these, retro finds decisions, skills and docs by their content.
# roots:
#   decisions: [docs/adr/**]
#   system: [skills/**, agents/**]
#   docs: [docs/**, README.md]

# Globs to leave out, besides what git ignores.
# ignore: [vendor/**]

# Switch a pass off with false.
# passes:
#   link-integrity: false

# How much the terminal and GitHub forms show; the file that is kept is never cut.
# limits:
#   findings: 50
#   diagram_nodes: 50

# Exit with 1 when an open finding is at least this severe: critical, high, medium, low, never.
# fail_on: never
`

/** The configuration file is there already; it is never touched. */
export class ConfigExists extends Data.Error<{ readonly path: string }> {
  readonly _tag = "ConfigExists"
  override readonly name = "ConfigExists"
  override get message(): string {
    return `Cannot create "${this.path}": it exists already; edit it instead`
  }
}

/** `retro init`: a commented configuration file; an existing one is never touched. */
export const init = Command.make(
  "init",
  {
    root: Flag.String("root").pipe(
      Flag.withDefault("."),
      Flag.withMetavar("DIR"),
      Flag.withDescription("Where to write it"),
    ),
    json: jsonFlag,
  },
  Effect.fnUntraced(function* ({ root, json }) {
    const file = (yield* Path.Path).join(root, configFileName)
    yield* (yield* FileSystem.FileSystem).writeFileString(file, template, { flag: "wx" }).pipe(
      Effect.mapError((error) =>
        error.reason._tag === "AlreadyExists" ? new ConfigExists({ path: file }) : ioFailed("create", file)(error)
      ),
    )
    yield* json ? printJson({ file }) : printResult(`created ${file}`)
  }),
).pipe(Command.withDescription("Write a commented .retro.yaml"))
