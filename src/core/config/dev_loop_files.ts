import { quoted } from "../foreign/foreign_value.ts"

/** Where a configuration file stands: `settings` goes over `defaults`. */
export type ConfigLayer = "defaults" | "settings"

interface FileGroup {
  readonly name: "defaults" | "current" | "legacy"
  readonly layer: ConfigLayer
  /** The first that is there is read. */
  readonly paths: readonly string[]
}

const endings = [".yaml", ".yml", ".json"] as const
const withEndings = (stem: string): readonly string[] => endings.map((ending) => stem + ending)

/** The configuration files, lowest layer first. */
const groups: readonly FileGroup[] = [
  { name: "defaults", layer: "defaults", paths: withEndings(".pi/dev-loop/defaults") },
  {
    name: "legacy",
    layer: "settings",
    paths: ["settings", "overrides"].flatMap((name) => withEndings(`.pi/dev-loop/${name}`)),
  },
  { name: "current", layer: "settings", paths: [".devloops", ...withEndings(".devloops")] },
]

/** A configuration file that is read. */
export interface ConfigFile {
  readonly path: string
  readonly text: string
  readonly layer: ConfigLayer
}

/** The paths of all configuration files that may be read, relative to the root. */
export const devLoopConfigPaths: readonly string[] = groups.flatMap(({ paths }) => paths)

/** The group of a configuration file: of one group, the first file that is there is read. */
export function configGroupOf(path: string): Pick<FileGroup, "name" | "layer"> | undefined {
  return groups.find(({ paths }) => paths.includes(path))
}

/** Why a file is not used. */
export interface DevLoopConfigError {
  /** The file, as it was passed. */
  readonly path: string
  /** The file, the line, what is wrong and the next step. */
  readonly message: string
  /** Where the file stands. */
  readonly layer: ConfigLayer
}

/** Which of the files are read, lowest layer first, and what is to be said about the others. */
export interface FoundConfigFiles {
  readonly files: readonly ConfigFile[]
  readonly errors: readonly DevLoopConfigError[]
  readonly warnings: readonly string[]
}

/** Which files are read of those that a caller passes: an object of texts by path, in which `undefined` is no file. */
export function findConfigFiles(given: unknown): FoundConfigFiles {
  const files = textsByPath(given)
  if (files === undefined) {
    const message = `Cannot read the configuration: the files are ${quoted(given)}; pass an object of texts by path`
    return { files: [], errors: [{ path: ".devloops", message, layer: "settings" }], warnings: [] }
  }
  const errors: DevLoopConfigError[] = []
  const present = groups.map((group) => ({
    ...group,
    found: group.paths.flatMap((path): readonly ConfigFile[] => {
      const text = files.get(path)
      if (typeof text === "string") return [{ path, text, layer: group.layer }]
      const message = `Cannot read ${path}: it is ${quoted(text)}; pass its text`
      if (text !== undefined) errors.push({ path, message, layer: group.layer })
      return []
    }),
  }))
  const current = present.find(({ name }) => name === "current")?.found[0]
  const warnings: string[] = []
  const read: ConfigFile[] = []
  for (const { name, found: [first, ...others] } of present) {
    if (first === undefined) continue
    const shadowed = name === "legacy" && current !== undefined
    if (shadowed) warnings.push(`${first.path} is not read, because ${current.path} is there; delete it`)
    else read.push(first)
    if (name === "legacy" && !shadowed) warnings.push(`${first.path} is deprecated; move it to .devloops`)
    const reader = shadowed ? current : first
    for (const { path } of others) {
      warnings.push(`${path} is not read, because ${reader.path} is there; delete one of them`)
    }
  }
  return { files: read, errors, warnings }
}

/** The own entries of a plain object. A `Map`, say, has none, which would look like no files at all. */
function textsByPath(given: unknown): ReadonlyMap<string, unknown> | undefined {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return undefined
  const prototype: unknown = Object.getPrototypeOf(given)
  const isPlain = prototype === null || typeof prototype === "object" && Object.getPrototypeOf(prototype) === null
  return isPlain ? new Map<string, unknown>(Object.entries(given)) : undefined
}
