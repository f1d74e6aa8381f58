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

/** Which of the files are read, lowest layer first, and what is to be said about the others. */
export function findConfigFiles(
  files: { readonly [path: string]: string | undefined },
): { readonly files: readonly ConfigFile[]; readonly warnings: readonly string[] } {
  const present = groups.map((group) => ({
    ...group,
    found: group.paths.flatMap((path) => {
      const text = Object.hasOwn(files, path) ? files[path] : undefined
      return typeof text === "string" ? [{ path, text, layer: group.layer }] : []
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
  return { files: read, warnings }
}
