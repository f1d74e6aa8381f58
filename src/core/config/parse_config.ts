import * as Data from "effect/Data"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { closest } from "fastest-levenshtein"
import { isMap, isScalar, LineCounter, parseDocument } from "yaml"
import type { Document, Node } from "yaml"
import { Config } from "../schema/config.ts"
import { passIds } from "../schema/pass_id.ts"

/** The configuration file cannot be used. */
export class ConfigInvalid
  extends Data.Error<{ readonly file: string; readonly line: number; readonly problem: string }> {
  readonly _tag = "ConfigInvalid"
  override readonly name = "ConfigInvalid"
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
  const lines = new LineCounter()
  const document = parseDocument(text, { version: "1.2", schema: "core", lineCounter: lines, prettyErrors: false })
  const invalid = (offset: number, problem: string): Result.Result<Config, ConfigInvalid> =>
    Result.fail(new ConfigInvalid({ file, line: lines.linePos(offset).line, problem }))
  const broken = document.errors[0]
  if (broken !== undefined) return invalid(broken.pos[0], `not YAML: ${broken.message}`)
  if (document.contents === null) return Result.succeed({})
  if (!isMap(document.contents)) return invalid(0, "expected a mapping of settings")
  const unknown = unknownKey(document)
  if (unknown !== undefined) return invalid(unknown.offset, unknown.problem)
  const values = Result.try((): unknown => document.toJS({ maxAliasCount: 100 }))
  if (Result.isFailure(values)) return invalid(0, "aliases that expand to more than 100 nodes")
  const config = decode(values.success)
  if (Result.isSuccess(config)) return Result.succeed(config.success)
  const issue = issuesOf(config.failure.issue).issues[0]
  const path = (issue?.path ?? []).map((segment) => typeof segment === "object" ? segment.key : segment)
  return invalid(offsetOf(document, path), `${path.join(".")}: ${issue?.message ?? config.failure.message}`)
}

function unknownKey(document: Document): { readonly offset: number; readonly problem: string } | undefined {
  for (const [mapping, keys] of Object.entries(knownKeys)) {
    const node = mapping === "" ? document.contents : document.get(mapping, true)
    if (!isMap(node)) continue
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? String(key.value) : String(key)
      // An external pass brings its own id with its command.
      if (keys.includes(name) || mapping === "passes" && isMap(value) && value.has("command")) continue
      const where = mapping === "" ? name : `${mapping}.${name}`
      const offset = isScalar(key) ? key.range?.[0] ?? 0 : 0
      return { offset, problem: `unknown key "${where}"; did you mean "${closest(name, [...keys])}"?` }
    }
  }
  return undefined
}

function offsetOf(document: Document, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true)
    if (isNode(node)) return node.range?.[0] ?? 0
  }
  return 0
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "range" in value
}
