import { distance } from "fastest-levenshtein"
import { fieldOf, isMapping } from "../foreign/foreign_value.ts"
import type { YamlPath } from "../yaml/parse_yaml.ts"
import type { DevLoopConfigError } from "./dev_loop_files.ts"
import { type ReadConfigFiles, readConfigFiles } from "./read_config_file.ts"

/** What the files say of `workflow.requireRetrospective`. */
export interface RetrospectiveKey {
  /** The file whose word counts; `null`: none says it. */
  readonly said_in: string | null
  /** Keys that may be meant so, in files that do not say it, where nothing requires a retrospective. */
  readonly doubts: readonly DevLoopConfigError[]
}

const family = "workflow"
const key = "requireRetrospective"
const folded = key.toLowerCase()
/** So many letters apart, case aside, a key is a typing mistake. */
const typingMistake = 2
/** `<<` above `workflow` above the key: a mapping that YAML 1.2 does not merge. */
const deepestKey = 3

/**
 * Where the configuration files say whether a retrospective is required, and where a typing mistake may hide it: a key
 * like `requireRetrospective`, anywhere in the first three levels of a file that does not say the key itself. The
 * loader warns of such a key and goes on; a gate that it would open must not.
 *
 * @example
 * ```ts
 * import { retrospectiveKey } from "@retro/cli/core"
 * import { deepStrictEqual, strictEqual } from "node:assert/strict"
 * const mistaken = { ".devloops": "version: 1\nworkflow:\n  requireRetrospectiv: true\n" }
 * strictEqual(
 *   retrospectiveKey(mistaken).doubts[0]?.message,
 *   'Cannot tell whether .devloops requires a retrospective: line 3 says "workflow.requireRetrospectiv"; ' +
 *     'say "requireRetrospective", true or false, in the mapping "workflow"',
 * )
 * const said = { ".devloops": "version: 1\nworkflow:\n  requireRetrospective: false\n" }
 * deepStrictEqual(retrospectiveKey(said), { said_in: ".devloops", doubts: [] })
 * ```
 */
export function retrospectiveKey(files: { readonly [path: string]: string | undefined }): RetrospectiveKey {
  return retrospectiveKeyIn(readConfigFiles(files))
}

/** The same of files that have been read. */
export function retrospectiveKeyIn({ files }: ReadConfigFiles): RetrospectiveKey {
  const doubts: DevLoopConfigError[] = []
  for (const { path, document, layer } of files.toReversed()) {
    if (document._tag === "invalid") continue
    const said = fieldOf(fieldOf(document.value, family), key)
    // What lies below a word that counts does not.
    if (typeof said === "boolean") return { said_in: path, doubts: said ? [] : doubts }
    for (const like of keysLikeIt(document.value)) {
      const name = like.map(String).join(".")
      doubts.push({
        path,
        message: `Cannot tell whether ${path} requires a retrospective: line ${
          document.lineOfKey(like)
        } says "${name}"; say "${key}", true or false, in the mapping "${family}"`,
        layer,
      })
    }
  }
  return { said_in: null, doubts }
}

/** The paths of keys like the one that is meant, of mappings and of mappings in their lists. */
function keysLikeIt(root: unknown): readonly YamlPath[] {
  const found: YamlPath[] = []
  let level = mappingsAt(root, [])
  for (let depth = 1; depth <= deepestKey; depth++) {
    for (const { path, mapping } of level) {
      for (const name of Object.keys(mapping)) if (isLikeIt(name)) found.push([...path, name])
    }
    if (depth < deepestKey) {
      level = level.flatMap(({ path, mapping }) =>
        Object.entries(mapping).flatMap(([name, value]) => mappingsAt(value, [...path, name]))
      )
    }
  }
  return found
}

interface Placed {
  readonly path: YamlPath
  readonly mapping: { readonly [field: string]: unknown }
}

function mappingsAt(value: unknown, path: YamlPath): readonly Placed[] {
  if (isMapping(value)) return [{ path, mapping: value }]
  return Array.isArray(value)
    ? value.flatMap((entry: unknown, index) => isMapping(entry) ? [{ path: [...path, index], mapping: entry }] : [])
    : []
}

/** The last word of a key such as `workflow.requireRetrospective` counts. */
function isLikeIt(name: string): boolean {
  const word = name.slice(name.lastIndexOf(".") + 1).toLowerCase()
  return Math.abs(word.length - folded.length) <= typingMistake && distance(word, folded) <= typingMistake
}
