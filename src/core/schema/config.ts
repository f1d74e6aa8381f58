import * as Schema from "effect/Schema"
import { joinPath } from "../corpus/folder_path.ts"
import { Line } from "./line.ts"
import { PassConfigs } from "./pass_settings.ts"

/** `--fail-on`: the least severity that makes the exit code 1. */
export type FailOn = "critical" | "high" | "medium" | "low" | "never"
/**
 * {@link FailOn} as a schema: the words exactly as written.
 *
 * @example
 * ```ts
 * import { FailOn } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual } from "node:assert/strict"
 * deepStrictEqual(["never", "High"].map((word) => Schema.is(FailOn)(word)), [true, false])
 * ```
 */
export const FailOn: Schema.Codec<FailOn> = Schema.Literals(["critical", "high", "medium", "low", "never"])

/**
 * What counts as which corpus in the orientation of a report, as globs relative to the root; what is absent is found by
 * content. Passes look at every file all the same: `ignore` and the paths of a run narrow what they see.
 */
export interface ConfigRoots {
  /** Records of decisions, proposals, memories, specs, plans. */
  readonly decisions?: readonly string[]
  /** Skills, commands, agents, hooks and rules. */
  readonly system?: readonly string[]
  /** Every other Markdown file. */
  readonly docs?: readonly string[]
}

/** `.retro.yaml`. */
export interface Config {
  /** Where runs are kept, relative to the root and inside it; `.claude/checkpoints` unless set. */
  readonly report_dir?: string
  /** What counts as which corpus in the orientation; absent: found by content. */
  readonly roots?: ConfigRoots
  /** Globs to leave out, besides what git ignores. */
  readonly ignore?: readonly string[]
  /** By pass id. An id that is none of the built-in ones is an external pass and has a `command`. */
  readonly passes?: PassConfigs
  /** How many findings terminal and GitHub show, and how many nodes the diagram has; 50 each unless set. */
  readonly limits?: { readonly findings?: number; readonly diagram_nodes?: number }
  /** Where memories are kept, relative to the root, and the file that lists them. */
  readonly memory?: { readonly root: string; readonly index?: string }
  /** Where proposals are kept, relative to the root, and how they are written. */
  readonly proposals?: { readonly dir: string; readonly convention?: string }
  /** The least severity that makes the exit code 1, unless the command line says another. */
  readonly fail_on?: FailOn
}

/** A repository that somebody cloned must not choose where else on the machine the program writes. */
function isInRepository(folder: string): boolean {
  const inside = /^(?:[/\\]|[a-z]:)/iu.test(folder) ? undefined : joinPath("", folder.replaceAll("\\", "/"))
  return inside !== undefined && !inside.toLowerCase().split("/").includes(".git")
}

const reportDir = Line.check(Schema.makeFilter((folder: string) =>
  isInRepository(folder) ||
  `${JSON.stringify(folder)} leads out of the repository; name a folder in it, or leave this out and say --report-dir`
))
const globs = Schema.Array(Schema.NonEmptyString)
const limit = Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)))

/**
 * {@link Config} as a schema. It drops keys that it does not know; `parseConfig` refuses them, and says the line.
 *
 * @example
 * ```ts
 * import { Config } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual, strictEqual } from "node:assert/strict"
 * const config = { report_dir: "reports", roots: { docs: ["docs"] }, passes: { "count-claim": false }, fail_on: "high" }
 * deepStrictEqual(Schema.decodeUnknownSync(Config)(config), config)
 * strictEqual(Schema.is(Config)({ limits: { findings: 0 } }), false)
 * ```
 */
export const Config: Schema.Codec<Config> = Schema.Struct({
  report_dir: Schema.optionalKey(reportDir),
  roots: Schema.optionalKey(Schema.Struct({
    decisions: Schema.optionalKey(globs),
    system: Schema.optionalKey(globs),
    docs: Schema.optionalKey(globs),
  })),
  ignore: Schema.optionalKey(globs),
  passes: Schema.optionalKey(PassConfigs),
  limits: Schema.optionalKey(Schema.Struct({ findings: limit, diagram_nodes: limit })),
  memory: Schema.optionalKey(Schema.Struct({ root: Line, index: Schema.optionalKey(Line) })),
  proposals: Schema.optionalKey(Schema.Struct({ dir: Line, convention: Schema.optionalKey(Line) })),
  fail_on: Schema.optionalKey(FailOn),
}).annotate({ identifier: "Config", description: "The configuration file .retro.yaml" })
