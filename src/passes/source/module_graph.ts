import type { Corpus } from "../../core/corpus/corpus.ts"
import { folderOf, seenFrom } from "../../core/corpus/folder_path.ts"
import type { PathIndex } from "../../core/corpus/path_index.ts"
import { importAliases } from "./import_aliases.ts"
import { hasReadableImports } from "./source_file.ts"
import type { SourceExport, SourceModule, SourceReader } from "./source_module.ts"

/** Where a specifier leads, from a file of the corpus. */
export interface ImportTarget {
  /** The path as it is written, seen from the root: it may exist or not. */
  readonly path: string
  /** The file; absent: there is none that is known. */
  readonly file?: string
  /** Something is there, or may be, that the corpus does not have. */
  readonly unknown: boolean
}

/** What a module gives, exports of the modules that it passes on included. */
export interface Surface {
  readonly names: ReadonlyMap<string, SourceExport>
  /** There may be more. */
  readonly open: boolean
}

/** The modules of a corpus, each read once, when something asks for it. */
export interface ModuleGraph {
  /** `undefined`: no module, or not read. */
  readonly module: (path: string) => SourceModule | undefined
  /** `undefined`: not a path, but a package or an alias. */
  readonly target: (from: string, specifier: string) => ImportTarget | undefined
  readonly surface: (path: string) => Surface
}

const extensions = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".d.ts", ".json"]
/** What a specifier with an extension of JavaScript may stand for in TypeScript. */
const compiled: Readonly<Record<string, readonly string[]>> = {
  ".js": [".ts", ".tsx", ".d.ts"],
  ".jsx": [".tsx"],
  ".mjs": [".mts", ".d.mts"],
  ".cjs": [".cts", ".d.cts"],
}
/** How many modules may pass a name on. */
const deepest = 20

/** Reads the modules of a corpus as they are asked for. */
export function moduleGraph(corpus: Pick<Corpus, "texts" | "paths">, read: SourceReader): ModuleGraph {
  const modules = new Map<string, SourceModule | undefined>()
  const surfaces = new Map<string, Surface>()
  const module = (path: string): SourceModule | undefined => {
    if (!modules.has(path)) {
      const text = hasReadableImports(path) ? corpus.texts.get(path) : undefined
      modules.set(path, text === undefined ? undefined : read(path, text))
    }
    return modules.get(path)
  }
  const aliases = importAliases(corpus.texts)
  const target = (from: string, specifier: string): ImportTarget | undefined => {
    for (const path of aliases(from, specifier)) {
      // What a name leads to is judged only where it leads to something: rules for names differ from tool to tool.
      const file = fileAt(corpus.paths, path, specifier)
      if (file !== undefined) return { path, file, unknown: false }
    }
    return targetOf(corpus.paths, from, specifier)
  }

  function surfaceOf(path: string, around: readonly string[]): Surface {
    const known = surfaces.get(path)
    if (known !== undefined) return known
    const found = module(path)
    if (found === undefined) return { names: new Map(), open: true }
    const names = new Map(found.exports.map((one) => [one.name, one]))
    let open = found.open
    for (const specifier of found.all_of) {
      const file = target(path, specifier)?.file
      if (file === undefined || around.length > deepest) open = true
      else if (!around.includes(file)) {
        const inner = surfaceOf(file, [...around, file])
        open ||= inner.open
        for (const [name, one] of inner.names) {
          if (name !== "default" && !names.has(name)) names.set(name, one)
        }
      }
    }
    const surface = { names, open }
    // What was cut off because it leads back belongs to this way of asking alone.
    if (around.length === 1 || found.all_of.length === 0) surfaces.set(path, surface)
    return surface
  }
  return { module, target, surface: (path) => surfaceOf(path, [path]) }
}

function targetOf(paths: PathIndex, from: string, specifier: string): ImportTarget | undefined {
  if (!/^\.{1,2}(?:\/|$)/u.test(specifier)) return undefined
  const { path, above } = seenFrom(folderOf(from), specifier.replace(/[?#].*$/u, ""))
  if (above > 0) return { path, unknown: true }
  const file = fileAt(paths, path, specifier)
  if (file !== undefined) return { path, file, unknown: false }
  // What git ignores may be built; what no rule knows (`./style.css?inline`, a folder) is not judged.
  const unknown = candidates(path, specifier).some((candidate) => paths.lookup(candidate) === "ignored") ||
    paths.lookup(path) === "directory"
  return { path, unknown }
}

function fileAt(paths: PathIndex, path: string, specifier: string): string | undefined {
  return candidates(path, specifier).find((candidate) => paths.lookup(candidate) === "file")
}

function candidates(path: string, specifier: string): readonly string[] {
  const dot = path.lastIndexOf(".") > path.lastIndexOf("/") ? path.slice(path.lastIndexOf(".")) : ""
  const bare = path.slice(0, path.length - dot.length)
  return [
    ...(specifier.endsWith("/") ? [] : [path]),
    ...(compiled[dot] ?? []).map((extension) => bare + extension),
    ...extensions.map((extension) => path + extension),
    ...extensions.map((extension) => `${path === "" ? "" : `${path}/`}index${extension}`),
  ]
}
