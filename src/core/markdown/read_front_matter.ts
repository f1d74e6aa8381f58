import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from "yaml"
import type { FrontMatter, YamlValue } from "./front_matter.ts"
import { type FrontMatterBlock, frontMatterBlock } from "./front_matter_block.ts"

const maxLength = 65_536
const maxDepth = 100
/** The first line of the YAML is the second of the file. */
const firstLine = 2

class Refused {
  constructor(readonly problem: string, readonly offset: number) {}
}

/**
 * Reads the YAML block at the start of a file by YAML 1.2's core schema. It never throws: what is not a mapping, has
 * duplicate keys, anchors that are referred to, more than 64 kB or more than 100 levels is `invalid` and says why.
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
  const tooLarge = refuseSize(block.yaml)
  if (tooLarge !== undefined) return { _tag: "invalid", problem: tooLarge, line: 1 }
  return readFlat(block) ?? readYaml(block)
}

function refuseSize(yaml: string): string | undefined {
  if (yaml.length > maxLength) return `front matter is longer than ${maxLength} characters`
  if (nestingBound(yaml) > maxDepth) return `front matter is nested more than ${maxDepth} levels deep`
  return undefined
}

/** An upper bound of the nesting, read before the parser recurses over it: columns, `- ` chains and open brackets. */
function nestingBound(yaml: string): number {
  let bound = 0
  let brackets = 0
  const columns: number[] = []
  for (const line of yaml.split(/\r\n|\n|\r/u)) {
    const indent = line.length - line.trimStart().length
    if (indent === line.length) continue
    while ((columns.at(-1) ?? -1) >= indent) columns.pop()
    columns.push(indent)
    const indicators = /^(?:[-?:][ \t]+)*/u.exec(line.slice(indent))?.[0].replace(/[ \t]/gu, "").length ?? 0
    for (const bracket of line.match(/[[\]{}]/gu) ?? []) {
      brackets = bracket === "[" || bracket === "{" ? brackets + 1 : Math.max(0, brackets - 1)
      bound = Math.max(bound, columns.length + indicators + brackets)
    }
    bound = Math.max(bound, columns.length + indicators + brackets)
  }
  return bound
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

function readYaml(block: FrontMatterBlock): FrontMatter {
  const counter = new LineCounter()
  const lineOf = (offset: number): number => counter.linePos(offset).line + firstLine - 1
  try {
    const document = parseDocument(block.yaml, {
      version: "1.2",
      schema: "core",
      uniqueKeys: true,
      merge: false,
      strict: true,
      logLevel: "silent",
      lineCounter: counter,
    })
    const error = document.errors[0]
    if (error !== undefined) {
      return { _tag: "invalid", problem: firstLineOf(error.message), line: lineOf(error.pos[0]) }
    }
    const root = document.contents
    const lines: Record<string, number> = Object.create(null)
    if (root === null) return { _tag: "mapping", values: Object.create(null), lines, end_line: block.endLine }
    const values = plain(root, 0)
    if (!isMap(root) || !isMapping(values)) {
      return { _tag: "invalid", problem: "front matter is not a mapping of keys to values", line: firstLine }
    }
    for (const { key } of root.items) {
      if (isScalar(key) && key.range) lines[keyText(scalar(key.value))] = lineOf(key.range[0])
    }
    return { _tag: "mapping", values, lines, end_line: block.endLine }
  } catch (cause) {
    if (cause instanceof Refused) return { _tag: "invalid", problem: cause.problem, line: lineOf(cause.offset) }
    return { _tag: "invalid", problem: "front matter cannot be read as YAML", line: firstLine }
  }
}

function firstLineOf(message: string): string {
  return (message.split("\n")[0] ?? message).replace(/ at line \d+, column \d+:?$/u, "").trim()
}

function isMapping(value: YamlValue): value is { readonly [key: string]: YamlValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

function plain(node: unknown, depth: number): YamlValue {
  if (depth > maxDepth) throw new Refused(`front matter is nested more than ${maxDepth} levels deep`, 0)
  if (node === null || node === undefined) return null
  if (isAlias(node)) {
    throw new Refused(`front matter refers to the anchor "${node.source}"; write the value out`, node.range?.[0] ?? 0)
  }
  if (isScalar(node)) return scalar(node.value)
  if (isSeq(node)) return node.items.map((item) => plain(item, depth + 1))
  if (!isMap(node)) return null
  const values: Record<string, YamlValue> = Object.create(null)
  for (const { key, value } of node.items) {
    const name = plain(key, depth + 1)
    if (typeof name === "object" && name !== null) {
      throw new Refused("a key of the front matter is a list or a mapping", node.range?.[0] ?? 0)
    }
    const text = keyText(name)
    if (text in values) throw new Refused("Map keys must be unique", node.range?.[0] ?? 0)
    values[text] = plain(value, depth + 1)
  }
  return values
}

/** A key that is no text, as text: of `? :` there is nothing to write. */
function keyText(key: YamlValue): string {
  return key === null ? "" : String(key)
}

function scalar(value: unknown): YamlValue {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean" || value === null) {
    return value
  }
  return String(value)
}
