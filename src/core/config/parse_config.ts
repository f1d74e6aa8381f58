import * as Data from "effect/Data"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { closest } from "fastest-levenshtein"
import { isMapping } from "../foreign/foreign_value.ts"
import { Config } from "../schema/config.ts"
import { passIds } from "../schema/pass_id.ts"
import { parseYaml } from "../yaml/parse_yaml.ts"

/**
 * The configuration file cannot be used: at `line` (1-based) of `file`, `problem`.
 *
 * @example
 * ```ts
 * import { ConfigInvalid } from "@retro/cli/core"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(
 *   new ConfigInvalid({ file: ".retro.yaml", line: 2, problem: "not a mapping" }).message,
 *   "Cannot use .retro.yaml, line 2: not a mapping",
 * )
 * ```
 */
export class ConfigInvalid
  extends Data.Error<{ readonly file: string; readonly line: number; readonly problem: string }> {
  /** Tells the error from others, as for `Effect.catchTag`. */
  readonly _tag = "ConfigInvalid"
  /** What a log calls the error. */
  override readonly name = "ConfigInvalid"
  /** What failed, why, and the next step. */
  override get message(): string {
    return `Cannot use ${this.file}, line ${this.line}: ${this.problem}`
  }
}

/** The keys of each mapping; `passes` holds ids, whose own settings are each pass's. */
const knownKeys: { readonly [mapping: string]: readonly string[] } = {
  "": ["report_dir", "roots", "ignore", "passes", "limits", "memory", "proposals", "fail_on"],
  roots: ["decisions", "system", "docs"],
  limits: ["findings", "diagram_nodes"],
  memory: ["root", "index"],
  proposals: ["dir", "convention"],
  passes: passIds,
}

const decode = Schema.decodeUnknownResult(Config, { errors: "all", reportInput: true })
const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/**
 * Reads the text of a `.retro.yaml` (YAML 1.2). `file` is named in errors.
 * A wrong type, an unknown key (with the nearest known one) and text that is not YAML are errors with their line.
 *
 * @example
 * ```ts
 * import { parseConfig } from "@retro/cli/core"
 * import * as Result from "effect/Result"
 * import { strictEqual } from "node:assert/strict"
 * const config = parseConfig("report_dri: reports\n", ".retro.yaml")
 * strictEqual(
 *   Result.isFailure(config) && config.failure.message,
 *   'Cannot use .retro.yaml, line 1: unknown key "report_dri"; did you mean "report_dir"?',
 * )
 * ```
 */
export function parseConfig(text: string, file: string): Result.Result<Config, ConfigInvalid> {
  const document = parseYaml(text)
  const invalid = (line: number, problem: string): Result.Result<Config, ConfigInvalid> =>
    Result.fail(new ConfigInvalid({ file, line, problem }))
  if (document._tag === "invalid") return invalid(document.line, document.problem)
  const { value, lineOfKey, lineOfValue } = document
  if (value === null) return Result.succeed({})
  if (!isMapping(value)) return invalid(1, "expected a mapping of settings")
  const unknown = unknownKey(value)
  if (unknown !== undefined) return invalid(lineOfKey(unknown.path), unknown.problem)
  const config = decode(value)
  if (Result.isSuccess(config)) return Result.succeed(config.success)
  const issue = issuesOf(config.failure.issue).issues[0]
  const path = (issue?.path ?? []).map((segment) => typeof segment === "object" ? segment.key : segment)
  return invalid(lineOfValue(path), `${path.join(".")}: ${issue?.message ?? config.failure.message}`)
}

interface UnknownKey {
  readonly path: readonly string[]
  readonly problem: string
}

function unknownKey(root: { readonly [key: string]: unknown }): UnknownKey | undefined {
  for (const [mapping, keys] of Object.entries(knownKeys)) {
    const values = mapping === "" ? root : root[mapping]
    if (!isMapping(values)) continue
    for (const [name, value] of Object.entries(values)) {
      // An external pass brings its own id with its command.
      if (keys.includes(name) || mapping === "passes" && isMapping(value) && "command" in value) continue
      const path = mapping === "" ? [name] : [mapping, name]
      return { path, problem: `unknown key "${path.join(".")}"; did you mean "${closest(name, [...keys])}"?` }
    }
  }
  return undefined
}
