import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import { meantNames } from "../core/config/meant_names.ts"
import type { Config } from "../core/schema/config.ts"
import { type IoFailed, ioFailed } from "../engine/io_failed.ts"
import type { ExternalOptions } from "../passes/external/external_options.ts"
import { externalPassesOf } from "../pipelines/external_passes.ts"
import { GivenPath } from "./given_path.ts"
import { InputInvalid, UsageInvalid } from "./input.ts"
import { printNote } from "./output.ts"

/** What a user may say of the passes that are programs. */
export const externalFlags = {
  external: Flag.Boolean("external").pipe(
    Flag.withDefault(false),
    Flag.withDescription('Also run the passes of .retro.yaml that have a "command"; otherwise --pass must name them'),
  ),
  record: Flag.String("record").pipe(
    Flag.withSchema(GivenPath),
    Flag.withMetavar("DIR"),
    Flag.withDescription("Keep the answer of each of these programs there, also with --dry-run"),
    Flag.optional,
  ),
  replay: Flag.String("replay").pipe(
    Flag.withSchema(GivenPath),
    Flag.withMetavar("DIR"),
    Flag.withDescription("Take the answers that are kept there, and run no program"),
    Flag.optional,
  ),
}

/** What a user said of them. */
interface GivenExternal {
  readonly external: boolean
  readonly record: Option.Option<string>
  readonly replay: Option.Option<string>
  /** The ids that `--pass` names. */
  readonly pass: readonly string[]
}

/** The programs that a user means; flags that contradict each other are refused. */
export const chooseExternal: (
  given: GivenExternal,
  config: Config,
) => Effect.Effect<ExternalOptions, UsageInvalid | InputInvalid | IoFailed, FileSystem.FileSystem> = Effect.fn(
  "chooseExternal",
)(function* ({ external, record, replay, pass }, config) {
  if (Option.isSome(record) && Option.isSome(replay)) {
    return yield* new UsageInvalid({
      problem: "--record runs the programs and --replay does not; leave one out",
    })
  }
  if (Option.isSome(replay)) yield* checkFolder(replay.value)
  const programs = externalPassesOf(config).map(({ id }) => id)
  const flag = external ? "--external" : Option.isSome(record) ? "--record" : "--replay"
  if ((external || Option.isSome(record) || Option.isSome(replay)) && programs.length === 0) {
    yield* printNote(`retro: ${flag} finds no pass with a "command" under "passes:" in .retro.yaml`)
  } else if (Option.isSome(record) && !external && !programs.some((id) => pass.includes(id))) {
    return yield* new UsageInvalid({
      problem: "--record keeps what programs answer, and none runs; add --external, or name one with --pass",
    })
  }
  return {
    all: external,
    note: printNote,
    ...(Option.isNone(record) ? {} : { record: record.value }),
    ...(Option.isNone(replay) ? {} : { replay: replay.value }),
  }
})

const checkFolder = Effect.fnUntraced(function* (folder: string) {
  const { type } = yield* (yield* FileSystem.FileSystem).stat(folder).pipe(
    Effect.mapError((error) =>
      error.reason._tag === "NotFound"
        ? new InputInvalid({
          source: `"${folder}"`,
          problem: "there is no such folder; keep answers there first, with --external --record",
        })
        : ioFailed("read", folder)(error)
    ),
  )
  if (type !== "Directory") {
    return yield* new InputInvalid({ source: `"${folder}"`, problem: "it must be a folder, as --record writes one" })
  }
})

/** Of the ids that `--pass` names, those of this program; one that no pass has is refused. */
export function builtInOf(
  named: readonly string[],
  builtIn: readonly string[],
  config: Config,
): Effect.Effect<readonly string[], UsageInvalid> {
  const programs = externalPassesOf(config).map(({ id }) => id)
  const all = [...builtIn, ...programs]
  const unknown = named.find((id) => !all.includes(id))
  if (unknown !== undefined) {
    const near = meantNames(unknown, all)
    const hint = near.length === 0 ? "" : `; did you mean ${near.map((id) => `"${id}"`).join(" or ")}?`
    const problem = `--pass ${JSON.stringify(unknown)} names no pass${hint === "" ? "; there" : `${hint} There`} are ${
      all.join(", ")
    }`
    return Effect.fail(new UsageInvalid({ problem }))
  }
  return Effect.succeed(named.filter((id) => !programs.includes(id)))
}
