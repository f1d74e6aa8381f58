import { deepStrictEqual } from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { posix } from "node:path"
import { fileURLToPath } from "node:url"

/** Each layer imports from itself and from the layers before it; `wasm` from `core` alone. */
const layers = ["core", "engine", "passes", "pipelines", "host", "cli"]
/** The only files outside the core that may import a platform's modules. */
const platformModules = /^(?:node:|@effect\/platform)/u
const root = fileURLToPath(new URL("../", import.meta.url))

interface Import {
  readonly from: string
  readonly to: string
}

function importsOf(file: string): readonly Import[] {
  const text = readFileSync(root + file, "utf8").replace(/^\s*(?:\*|\/\/).*$/gmu, "")
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"([^"]+)"/gu)].map(([, specifier = ""]) => ({
    from: file,
    to: specifier.startsWith(".") ? posix.join(posix.dirname(file), specifier) : specifier,
  }))
}

function layerOf(file: string): string | undefined {
  return /^src\/([^/]+)\//u.exec(file)?.[1]
}

function mayImport(from: string, to: string): boolean {
  if (from === "wasm") return to === "core" || to === "wasm"
  return layers.indexOf(to) >= 0 && layers.indexOf(to) <= layers.indexOf(from)
}

const sources = readdirSync(root + "src", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => `src/${path.replaceAll("\\", "/")}`)
  .sort()
const imports = sources.flatMap(importsOf)

Deno.test("a source file imports from its own layer and from those before it", () => {
  const wrong = imports.filter(({ from, to }) => {
    const [importing, imported] = [layerOf(from), layerOf(to)]
    return to.startsWith("src/") || to.endsWith(".ts")
      ? importing === undefined || imported === undefined || !mayImport(importing, imported)
      : false
  })
  deepStrictEqual(wrong, [])
})

Deno.test("core, engine, passes and pipelines import no platform module", () => {
  const wrong = imports.filter(({ from, to }) => {
    const layer = layerOf(from)
    return layer !== "host" && layer !== "cli" && platformModules.test(to)
  })
  deepStrictEqual(wrong, [])
})

Deno.test("core and wasm name no clock, randomness, environment or host global", () => {
  const forbidden =
    /\b(?:Date\.now|new Date|Math\.random|performance\.|Deno\.|process\.|crypto\.|Intl\.|new URL|localeCompare|toLocale\w+|setTimeout|fetch\()|Effect\.fn\(/u
  const portable = sources.filter((file) => layerOf(file) === "core" || layerOf(file) === "wasm")
  const wrong = portable.flatMap((file) =>
    readFileSync(root + file, "utf8").split("\n").flatMap((line, index) =>
      forbidden.test(line) && !/^\s*(?:\*|\/\/)/u.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : []
    )
  )
  deepStrictEqual(wrong, [])
})

Deno.test("the component is made of core alone, and nothing else imports it", () => {
  const component = imports.filter(({ from, to }) => layerOf(from) === "wasm" && layerOf(to) !== "wasm")
  deepStrictEqual(component.length > 0, true)
  deepStrictEqual(component.filter(({ to }) => layerOf(to) !== "core" && !/^effect\/\w+$/u.test(to)), [])
  deepStrictEqual(imports.filter(({ from, to }) => layerOf(to) === "wasm" && layerOf(from) !== "wasm"), [])
})

Deno.test("only program.ts provides host layers", () => {
  const wrong = imports.filter(({ from, to }) => layerOf(to) === "host" && layerOf(from) !== "host")
  deepStrictEqual(wrong, [])
})

Deno.test("one folder holds each library that may be swapped", () => {
  const wrapped = ["yaml", "markdown-it", "unbash", "diff"]
  const scattered = wrapped.map((name) =>
    imports.filter(({ to }) => to.split("/")[0] === name).map(({ from }) => posix.dirname(from))
  )
    .filter((folders) => new Set(folders).size > 1)
  deepStrictEqual(scattered, [])
})
