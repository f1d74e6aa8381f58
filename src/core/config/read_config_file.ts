import * as Result from "effect/Result"
import { quoted } from "../foreign/foreign_value.ts"
import { deepestJson, parseJson } from "../foreign/parse_json.ts"
import { type ConfigFile, findConfigFiles, type FoundConfigFiles } from "./dev_loop_files.ts"
import { parseYaml, type YamlDocument } from "../yaml/parse_yaml.ts"
import { repeatedJsonKey } from "./repeated_json_key.ts"

/** Configuration files that are read, lowest layer first, and what is to be said about the others. */
export interface ReadConfigFiles extends FoundConfigFiles {
  readonly files: readonly (ConfigFile & { readonly document: YamlDocument })[]
}

/** Reads those of the files that count. */
export function readConfigFiles(given: unknown): ReadConfigFiles {
  const found = findConfigFiles(given)
  return { ...found, files: found.files.map((file) => ({ ...file, document: readConfigFile(file.path, file.text) })) }
}

/** Reads a configuration file: one named `.json` is JSON; every other one is YAML, of which one without an ending may be JSON instead. */
function readConfigFile(path: string, text: string): YamlDocument {
  const json = parseJson(text)
  if (path.endsWith(".json")) {
    if (Result.isSuccess(json)) return documentOf(text, json.success)
    const deep = `nested more than ${deepestJson} levels deep`
    return { _tag: "invalid", problem: json.failure === "too deep" ? deep : "not JSON", line: 1 }
  }
  const document = parseYaml(text)
  if (document._tag === "document" || path !== ".devloops" || Result.isFailure(json)) return document
  return documentOf(text, json.success)
}

function documentOf(text: string, value: unknown): YamlDocument {
  const repeated = repeatedJsonKey(text)
  if (repeated !== undefined) {
    const problem = `the key ${quoted(repeated.key)} is written twice; keep one`
    return { _tag: "invalid", problem, line: repeated.line }
  }
  // JSON that YAML reads too has lines; what JSON alone reads has none that could be named.
  const document = parseYaml(text)
  return document._tag === "document"
    ? { ...document, value }
    : { _tag: "document", value, lineOfKey: () => 1, lineOfValue: () => 1 }
}
