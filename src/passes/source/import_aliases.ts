import { isMapping } from "../../core/foreign/foreign_value.ts"
import { baseName, folderOf, foldersAround, joinPath } from "../../core/corpus/folder_path.ts"
import { jsonWithComments } from "../../core/foreign/json_with_comments.ts"

/** A name for a place of the repository that a file of settings gives: `@/*` for `./src/*`. */
interface Alias {
  readonly before: string
  /** Absent: the name stands for one file; else for whatever starts with it, up to this ending. */
  readonly after?: string
  /** The path from the root, with `*` where the rest goes. */
  readonly to: string
}

/** Whether a file may give names to places. */
export function givesAliases(path: string): boolean {
  return /^(?:[jt]sconfig(?:\.\w+)?\.json|(?:deno|import_map)\.jsonc?|package\.json)$/u.test(baseName(path))
}

/** The paths that names may stand for, from a file's place: those of the innermost folder whose settings know it. */
export function importAliases(
  texts: ReadonlyMap<string, string>,
): (from: string, specifier: string) => readonly string[] {
  const byFolder = new Map<string, Alias[]>()
  for (const [path, text] of texts) {
    if (!givesAliases(path)) continue
    const aliases = aliasesIn(path, jsonWithComments(text))
    if (aliases.length > 0) byFolder.set(folderOf(path), [...byFolder.get(folderOf(path)) ?? [], ...aliases])
  }
  if (byFolder.size === 0) return () => []
  return (from, specifier) => {
    for (const folder of foldersAround(folderOf(from))) {
      const found = (byFolder.get(folder) ?? []).flatMap((alias) => placeOf(alias, specifier) ?? [])
      if (found.length > 0) return found
    }
    return []
  }
}

function placeOf({ before, after, to }: Alias, specifier: string): string | undefined {
  if (after === undefined) return specifier === before ? to : undefined
  const fits = specifier.startsWith(before) && specifier.endsWith(after) &&
    specifier.length > before.length + after.length
  return fits ? to.replace("*", () => specifier.slice(before.length, specifier.length - after.length)) : undefined
}

/** The names of a TypeScript configuration (`paths`), of Deno's or an import map, and of a package's own `#` imports. */
function aliasesIn(path: string, value: unknown): readonly Alias[] {
  if (!isMapping(value)) return []
  const folder = folderOf(path)
  const options = value["compilerOptions"]
  const paths = isMapping(options) ? options["paths"] : undefined
  const base = isMapping(options) && typeof options["baseUrl"] === "string" ? options["baseUrl"] : "."
  const imports = value["imports"]
  return [
    ...(isMapping(paths) ? Object.entries(paths) : []).flatMap(([name, places]) =>
      (Array.isArray(places) ? places : []).flatMap((place: unknown) => aliasOf(joined(folder, base), name, place))
    ),
    ...(isMapping(imports) ? Object.entries(imports) : []).flatMap(([name, place]) =>
      typeof place === "string" && /^\.{0,2}\//u.test(place)
        ? aliasOf(folder, name.endsWith("/") ? `${name}*` : name, place.endsWith("/") ? `${place}*` : place)
        : []
    ),
  ]
}

function joined(folder: string, inner: string): string {
  return joinPath(folder, inner) ?? folder
}

function aliasOf(folder: string, name: string, place: unknown): readonly Alias[] {
  const to = typeof place === "string" ? joinPath(folder, place.replace(/^\//u, "./")) : undefined
  if (to === undefined) return []
  const star = name.indexOf("*")
  return star < 0 ? [{ before: name, to }] : [{ before: name.slice(0, star), after: name.slice(star + 1), to }]
}
