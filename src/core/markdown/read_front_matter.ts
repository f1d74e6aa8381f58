import { parseYaml, type YamlDocument } from "../yaml/parse_yaml.ts"
import type { FrontMatter, YamlValue } from "./front_matter.ts"
import { indentFlow } from "./flow_lines.ts"
import { type FrontMatterBlock, frontMatterBlock } from "./front_matter_block.ts"

const maxLength = 65_536
const maxDepth = 100
/** The first line of the YAML is the second of the file. */
const firstLine = 2

const tooDeep = `front matter is nested more than ${maxDepth} levels deep`

/**
 * Reads the YAML block at the start of a file by YAML 1.2's core schema. It never throws: what is not a mapping, has
 * duplicate keys, aliases that expand without bound, more than 64 kB or more than 100 levels is `invalid` and says why.
 * Brackets may go on at the start of a line, which YAML forbids and the readers of most sites allow.
 * Mappings have no prototype, so that a key such as `constructor` is there only when the file has it.
 *
 * @example
 * ```ts
 * import { readFrontMatter } from "@retro/cli/core"
 * import { strictEqual } from "node:assert/strict"
 * const front = readFrontMatter("---\nstatus: accepted\ndate: 2026-01-31\n---\n# A decision\n")
 * strictEqual(front._tag === "mapping" && front.values["date"], "2026-01-31")
 * strictEqual(readFrontMatter("# No front matter\n")._tag, "absent")
 * ```
 */
export function readFrontMatter(text: string): FrontMatter {
  const block = frontMatterBlock(text)
  if (block === undefined) return { _tag: "absent" }
  if (block.yaml.length > maxLength) {
    return { _tag: "invalid", problem: `front matter is longer than ${maxLength} characters`, line: 1 }
  }
  return readFlat(block) ?? readYaml(block)
}

const flatLine = /^([A-Za-z_][\w-]*): +([A-Za-z][^\t\r\n:#]*|\d{4}-\d{2}-\d{2} *)$/u
/** Plain scalars that YAML reads as something other than text. */
const notText = /^(?:null|true|false)$/iu

/** The common case, ten times faster than the parser: every line is a key and a word, or nothing that needs a parser. */
function readFlat(block: FrontMatterBlock): FrontMatter | undefined {
  const values: Record<string, YamlValue> = Object.create(null)
  const lines: Record<string, number> = Object.create(null)
  let line = firstLine
  for (const text of block.yaml === "" ? [] : block.yaml.split("\n")) {
    const [, key, value] = flatLine.exec(text) ?? []
    if (key === undefined || value === undefined || key in values || notText.test(key)) return undefined
    const trimmed = value.trimEnd()
    if (notText.test(trimmed)) return undefined
    values[key] = trimmed
    lines[key] = line++
  }
  return { _tag: "mapping", values, lines, end_line: block.endLine }
}

function parseLeniently(yaml: string): YamlDocument {
  const document = parseYaml(yaml)
  const indented = document._tag === "invalid" ? indentFlow(yaml) : undefined
  const again = indented === undefined ? document : parseYaml(indented)
  return again._tag === "invalid" ? document : again
}

function readYaml(block: FrontMatterBlock): FrontMatter {
  const document = parseLeniently(block.yaml)
  if (document._tag === "invalid") {
    return { _tag: "invalid", problem: document.problem, line: document.line + firstLine - 1 }
  }
  const values = plain(document.value ?? {}, 0)
  if (values === undefined) return { _tag: "invalid", problem: tooDeep, line: firstLine }
  if (!isMapping(values)) {
    return { _tag: "invalid", problem: "front matter is not a mapping of keys to values", line: firstLine }
  }
  const lines: Record<string, number> = Object.create(null)
  for (const key of Object.keys(values)) lines[key] = document.lineOfKey([key]) + firstLine - 1
  return { _tag: "mapping", values, lines, end_line: block.endLine }
}

function isMapping(value: YamlValue): value is { readonly [key: string]: YamlValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** A value without prototypes; `undefined` when it is too deep, which an anchor that holds itself is. */
function plain(value: unknown, depth: number): YamlValue | undefined {
  if (depth > maxDepth) return undefined
  if (value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
    return value
  }
  if (typeof value !== "object") return value === undefined ? null : String(value)
  if (Array.isArray(value)) {
    const items: YamlValue[] = []
    for (const item of value) {
      const read = plain(item, depth + 1)
      if (read === undefined) return undefined
      items.push(read)
    }
    return items
  }
  const values: Record<string, YamlValue> = Object.create(null)
  for (const [key, item] of Object.entries(value)) {
    const read = plain(item, depth + 1)
    if (read === undefined) return undefined
    values[key] = read
  }
  return values
}
