import { byCodeUnit } from "../../core/code_unit_order.ts"
import { baseName, folderOf, withoutExtension } from "../../core/corpus/folder_path.ts"
import type { PathIndex } from "../../core/corpus/path_index.ts"

/** What is directly in a folder. */
export interface FolderContent {
  readonly path: string
  readonly files: readonly string[]
  readonly folders: readonly string[]
  readonly isFile: (name: string) => boolean
  readonly isFolder: (name: string) => boolean
  /** The first file whose name without its extension is this one. */
  readonly fileCalled: (stem: string) => string | undefined
}

/** Every folder of a corpus by path, with what is directly in it, by name. */
export type Folders = ReadonlyMap<string, FolderContent>

/** Reads the folders of a corpus off its paths. */
export function foldersOf(paths: PathIndex): Folders {
  const names = new Map<string, { readonly files: string[]; readonly folders: string[] }>()
  const open = (path: string): { readonly files: string[]; readonly folders: string[] } => {
    const known = names.get(path)
    if (known !== undefined) return known
    const made = { files: [], folders: [] }
    names.set(path, made)
    if (path !== "") open(folderOf(path)).folders.push(baseName(path))
    return made
  }
  for (const file of paths.files) open(folderOf(file)).files.push(baseName(file))
  return new Map(
    [...names].map(([path, { files, folders }]) => [path, contentOf(path, files, folders.sort(byCodeUnit))]),
  )
}

function contentOf(path: string, files: readonly string[], folders: readonly string[]): FolderContent {
  const [fileNames, folderNames] = [new Set(files), new Set(folders)]
  const stems = new Map<string, string>()
  for (const name of files) {
    const stem = withoutExtension(name)
    if (!stems.has(stem)) stems.set(stem, name)
  }
  return {
    path,
    files,
    folders,
    isFile: (name) => fileNames.has(name),
    isFolder: (name) => folderNames.has(name),
    fileCalled: (stem) => stems.get(stem),
  }
}
