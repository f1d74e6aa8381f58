import type { parse } from "@babel/parser"
import * as Effect from "effect/Effect"
import { isMapping } from "../../core/foreign/foreign_value.ts"
import type { SourceExport, SourceImport, SourceModule, SourceReader } from "./source_module.ts"

/**
 * The reader of TypeScript and JavaScript. The parser is loaded only by a run that needs it: most do not.
 */
export const loadSourceReader: Effect.Effect<SourceReader> = Effect.promise(() => import("@babel/parser")).pipe(
  Effect.map(({ parse }) => sourceReader(parse)),
)

/** Longer files are generated or data. */
const mostCharacters = 1_000_000

/** Several passes and both sides of a change ask for one file: a text that was just read is not read again. */
function sourceReader(parseSource: typeof parse): SourceReader {
  const known = new Map<string, { readonly text: string; readonly module: SourceModule | undefined }>()
  return (path, text) => {
    const last = known.get(path)
    if (last?.text === text) return last.module
    const module = readModule(parseSource, path, text)
    known.set(path, { text, module })
    return module
  }
}

function readModule(parseSource: typeof parse, path: string, text: string): SourceModule | undefined {
  if (text.length > mostCharacters) return undefined
  for (const language of languagesOf(path)) {
    try {
      const { program } = parseSource(text, {
        sourceType: "unambiguous",
        errorRecovery: true,
        allowReturnOutsideFunction: true,
        allowImportExportEverywhere: true,
        plugins: [...language, "decorators-legacy"],
      })
      return moduleOf(program, text)
    } catch {
      continue
    }
  }
  return undefined
}

/** JSX and the old casts of TypeScript exclude each other; JavaScript may be typed by Flow. */
function languagesOf(path: string): readonly (readonly ("typescript" | "jsx" | "flow")[])[] {
  if (/\.[cm]?ts$/u.test(path)) return [["typescript"]]
  return /\.tsx$/u.test(path) ? [["typescript", "jsx"]] : [["jsx"], ["jsx", "flow"]]
}

type Node = Readonly<Record<string, unknown>>

function nodes(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isMapping) : []
}

function textOf(value: unknown): string | undefined {
  if (!isMapping(value)) return undefined
  const text = value["name"] ?? value["value"]
  return typeof text === "string" ? text : undefined
}

function lineOf(node: Node): number {
  const start = isMapping(node["loc"]) ? node["loc"]["start"] : undefined
  return isMapping(start) && typeof start["line"] === "number" ? start["line"] : 1
}

function isType(node: Node): boolean {
  return node["importKind"] === "type" || node["importKind"] === "typeof" || node["exportKind"] === "type"
}

function moduleOf(program: unknown, text: string): SourceModule {
  const imports: SourceImport[] = []
  const exports: SourceExport[] = []
  const allOf: string[] = []
  const body = isMapping(program) ? nodes(program["body"]) : []
  for (const node of body) {
    const specifier = textOf(node["source"])
    const line = lineOf(node)
    if (node["type"] === "ImportDeclaration" && specifier !== undefined) imports.push(importOf(node, specifier))
    if (node["type"] === "ExportAllDeclaration" && specifier !== undefined) {
      imports.push({ specifier, line, names: ["*"], type_only: isType(node) })
      allOf.push(specifier)
    }
    if (node["type"] === "ExportDefaultDeclaration") exports.push({ name: "default", line })
    if (node["type"] !== "ExportNamedDeclaration") continue
    const specifiers = nodes(node["specifiers"])
    const given = specifiers.flatMap((one) => named(textOf(one["exported"]), lineOf(one)))
    exports.push(...given.map((one): SourceExport => specifier === undefined ? one : { ...one, passed_on: true }))
    if (specifier !== undefined) {
      const names = specifiers.flatMap((one) =>
        one["type"] === "ExportNamespaceSpecifier" ? ["*"] : [textOf(one["local"]) ?? "*"]
      )
      imports.push({
        specifier,
        line,
        names,
        type_only: isType(node) || specifiers.length > 0 && specifiers.every(isType),
      })
    }
    if (isMapping(node["declaration"])) exports.push(...declared(node["declaration"], line))
  }
  const open = /\bmodule\.exports\b|\bexports\.\w|\bexport\s*=/u.test(text)
  return { imports: [...imports, ...calls(program)], exports, all_of: allOf, open }
}

function named(name: string | undefined, line: number): readonly SourceExport[] {
  return name === undefined ? [] : [{ name, line }]
}

function importOf(node: Node, specifier: string): SourceImport {
  const specifiers = nodes(node["specifiers"])
  const names = specifiers.map((one) =>
    one["type"] === "ImportDefaultSpecifier"
      ? "default"
      : one["type"] === "ImportNamespaceSpecifier"
      ? "*"
      : textOf(one["imported"]) ?? "*"
  )
  const typeOnly = isType(node) || specifiers.length > 0 && specifiers.every(isType)
  return { specifier, line: lineOf(node), names, type_only: typeOnly }
}

/** The names that a declaration declares. */
function declared(declaration: Node, line: number): readonly SourceExport[] {
  if (declaration["type"] !== "VariableDeclaration") {
    return withLiteral(named(textOf(declaration["id"]), line), literalOf(declaration["typeAnnotation"]))
  }
  return nodes(declaration["declarations"]).flatMap((one) =>
    isMapping(one["id"]) ? withLiteral(patternNames(one["id"], 0), literalOf(one["init"])) : []
  )
}

function withLiteral(exports: readonly SourceExport[], literal: string | undefined): readonly SourceExport[] {
  return literal === undefined || exports.length !== 1 ? exports : exports.map((one) => ({ ...one, literal }))
}

/** A value that is written out: a string, a number, or several of them, sorted, in a list or a union of types. */
function literalOf(node: unknown): string | undefined {
  if (!isMapping(node)) return undefined
  const inner = node["type"] === "TSAsExpression" || node["type"] === "TSSatisfiesExpression"
    ? node["expression"]
    : node
  if (inner !== node) return literalOf(inner)
  if (node["type"] === "TSLiteralType") return literalOf(node["literal"])
  const members = node["type"] === "TSUnionType"
    ? node["types"]
    : node["type"] === "ArrayExpression"
    ? node["elements"]
    : []
  const values = nodes(members).map(literalOf)
  if (values.length > 0) return values.includes(undefined) ? undefined : `[${values.toSorted().join(", ")}]`
  const value = node["value"]
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? JSON.stringify(value)
    : undefined
}

function patternNames(pattern: Node, depth: number): readonly SourceExport[] {
  if (depth > 20) return []
  const inner = [
    ...nodes(pattern["properties"]).map((property) => property["value"] ?? property["argument"]),
    ...nodes(pattern["elements"]),
    pattern["left"],
    pattern["argument"],
  ].filter(isMapping)
  return pattern["type"] === "Identifier"
    ? named(textOf(pattern), lineOf(pattern))
    : inner.flatMap((one) => patternNames(one, depth + 1))
}

/** `import("./a.ts")` and `require("./a")`, wherever they are. */
function calls(program: unknown): readonly SourceImport[] {
  const found: SourceImport[] = []
  const open: unknown[] = [program]
  while (open.length > 0) {
    const value = open.pop()
    if (Array.isArray(value)) open.push(...value)
    if (!isMapping(value)) continue
    const specifier = calledModule(value)
    if (specifier !== undefined) found.push({ specifier, line: lineOf(value), names: ["*"], type_only: false })
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner === "object" && inner !== null && key !== "loc" && !key.endsWith("Comments")) open.push(inner)
    }
  }
  return found.sort((left, right) => left.line - right.line)
}

function calledModule(node: Node): string | undefined {
  if (node["type"] === "ImportExpression") return literal(node["source"])
  if (node["type"] !== "CallExpression") return undefined
  const callee = node["callee"]
  const isImport = isMapping(callee) && (callee["type"] === "Import" || callee["name"] === "require")
  return isImport ? literal(nodes(node["arguments"])[0]) : undefined
}

function literal(node: unknown): string | undefined {
  return isMapping(node) && node["type"] === "StringLiteral" ? textOf(node) : undefined
}
