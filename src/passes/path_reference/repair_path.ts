import { baseName, folderOf, relativePath } from "../../core/corpus/folder_path.ts"
import { isEverywhere } from "../lookup/folder_entries.ts"
import type { PathLookup } from "./path_lookup.ts"
import type { WrittenPath } from "./written_path.ts"

/** What to do about a path that leads to nothing: the one that it can mean, or what is left to decide. */
export type Repair =
  | { readonly _tag: "one"; readonly to: string }
  | { readonly _tag: "open"; readonly action: string }

const maxNamed = 3

/** The path that is meant: the one that differs only in case, or the only file with that name. */
export function repairPath(lookup: PathLookup, from: string, written: WrittenPath, path: string): Repair {
  const sameButCase = lookup.inAnyCase(path)
  const name = baseName(path)
  const namesakes = written.isFolder || isEverywhere(name) ? [] : lookup.paths.named(name)
  const candidates = (sameButCase.length > 0 ? sameButCase : namesakes).filter((candidate) => candidate !== from)
  const [only, ...others] = candidates
  if (only === undefined) return { _tag: "open", action: "name what replaced it, or take it out" }
  if (others.length === 0) return { _tag: "one", to: inMannerOf(written, folderOf(from), only) }
  const more = candidates.length > maxNamed ? `, or another of ${candidates.length}` : ""
  return { _tag: "open", action: `name the file that is meant: ${candidates.slice(0, maxNamed).join(", ")}${more}` }
}

function inMannerOf({ isRelative, isFolder, text }: WrittenPath, folder: string, path: string): string {
  const relative = relativePath(folder, path)
  const to = !isRelative ? path : text.startsWith("./") && !relative.startsWith("../") ? `./${relative}` : relative
  return isFolder ? `${to}/` : to
}
