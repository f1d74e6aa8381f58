import * as Data from "effect/Data"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { closest } from "fastest-levenshtein"
import { isMapping } from "../foreign/foreign_value.ts"
import { Config } from "../schema/config.ts"
import { isLine } from "../schema/line.ts"
import { passIds } from "../schema/pass_id.ts"
import { ExternalPassSettings, hasSettings } from "../schema/pass_settings.ts"
import { parseYaml } from "../yaml/parse_yaml.ts"
import { meantNames } from "./meant_names.ts"
import { unknownKey } from "./unknown_key.ts"

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

const decode = Schema.decodeUnknownResult(Config, { errors: "all", reportInput: true })
const decodeExternal = Schema.decodeUnknownResult(ExternalPassSettings, { errors: "all", reportInput: true })
const noSettings = Schema.Struct({})
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
  const problem = passProblem(value["passes"]) ?? unknownKeyProblem(Config, value, [])
  if (problem !== undefined) return invalid(lineOfKey(problem.path), problem.text)
  const config = decode(value)
  if (Result.isSuccess(config)) return Result.succeed(config.success)
  const wrong = wrongValue(config.failure, [])
  return invalid(lineOfValue(wrong.path), wrong.text)
}

/** What is wrong at a key. */
interface Problem {
  readonly path: readonly PropertyKey[]
  readonly text: string
}

/** An entry of `passes` that names no pass, or that is neither `false` nor settings of its pass. */
function passProblem(passes: unknown): Problem | undefined {
  for (const [id, value] of isMapping(passes) ? Object.entries(passes) : []) {
    const path = ["passes", id]
    const problem = !passIds.some((known) => known === id)
      ? externalProblem(path, id, value)
      : value !== false && !isMapping(value)
      ? { path, text: `${nameOf(path)}: expected false or a mapping of settings, got ${JSON.stringify(value)}` }
      : hasSettings(id) || value === false
      ? undefined
      : unknownKeyProblem(noSettings, value, path)
    if (problem !== undefined) return problem
  }
  return undefined
}

/** An external pass brings its own id with its command. */
function externalProblem(path: readonly PropertyKey[], id: string, value: unknown): Problem | undefined {
  if (!isMapping(value) || !("command" in value)) return unknownKeyOf(path, id, passIds)
  if (!isLine(id)) {
    return { path, text: `${JSON.stringify(id)} cannot be the id of a pass: it must be one trimmed line` }
  }
  const unknown = unknownKeyProblem(ExternalPassSettings, value, path)
  if (unknown !== undefined) return unknown
  const settings = decodeExternal(value)
  return Result.isFailure(settings) ? wrongValue(settings.failure, path) : undefined
}

function unknownKeyProblem(schema: Schema.Top, value: unknown, above: readonly PropertyKey[]): Problem | undefined {
  const unknown = unknownKey(schema, value)
  return unknown && unknownKeyOf([...above, ...unknown.path], String(unknown.path.at(-1)), unknown.known)
}

function unknownKeyOf(path: readonly PropertyKey[], key: string, known: readonly string[]): Problem {
  const meant = meantNames(key, known)
  const named = (meant.length > 0 ? meant : [closest(key, [...known])]).map((name) => `"${name}"`)
  const next = known.length === 0 ? "there are no settings here; leave it out" : `did you mean ${named.join(" or ")}?`
  return { path, text: `unknown key "${nameOf(path)}"; ${next}` }
}

function wrongValue(error: Schema.SchemaError, above: readonly PropertyKey[]): Problem {
  const issue = issuesOf(error.issue).issues[0]
  const segments = (issue?.path ?? []).map((segment) => typeof segment === "object" ? segment.key : segment)
  const path = [...above, ...segments]
  return { path, text: `${nameOf(path)}: ${issue?.message ?? error.message}` }
}

function nameOf(path: readonly PropertyKey[]): string {
  return path.map(String).join(".")
}
