/** The folder of a path; the root is empty. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")))
}

/** The last segment of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1)
}

/** A name without its extension; `.gitignore` is all name. */
export function withoutExtension(name: string): string {
  return name.replace(/(?<=.)\.[^.]+$/u, "")
}

/** A folder and the folders around it, the root last. */
export function foldersAround(folder: string): readonly string[] {
  const folders: string[] = []
  for (let around = folder; around !== ""; around = folderOf(around)) folders.push(around)
  return [...folders, ""]
}

/** A folder as people write it, without the `./` in front and the `/` behind that say nothing. */
export function writtenFolder(folder: string): string {
  return folder.replace(/^(?:\.\/)+|\/+$/gu, "")
}

/** A path under a folder; either may be empty. */
export function under(folder: string, path: string): string {
  return folder === "" || path === "" ? folder + path : `${folder}/${path}`
}

/** A path seen from a folder; `above` says how many levels it climbs over the root. */
export interface SeenPath {
  readonly path: string
  readonly above: number
}

/** Follows a path from a folder of the corpus; one that starts with `/` is seen from the root. */
export function seenFrom(folder: string, path: string): SeenPath {
  const segments: string[] = path.startsWith("/") || folder === "" ? [] : folder.split("/")
  let above = 0
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue
    if (segment !== "..") segments.push(segment)
    else if (segments.pop() === undefined) above++
  }
  return { path: segments.join("/"), above }
}

/** The same as {@link seenFrom}; `undefined` when the path leaves the root. */
export function joinPath(folder: string, path: string): string | undefined {
  const seen = seenFrom(folder, path)
  return seen.above > 0 ? undefined : seen.path
}

/** How a file in a folder names a path: relative to that folder. */
export function relativePath(folder: string, to: string): string {
  const from = folder === "" ? [] : folder.split("/")
  const segments = to.split("/")
  let shared = 0
  while (shared < from.length && shared < segments.length - 1 && from[shared] === segments[shared]) shared++
  return [...from.slice(shared).map(() => ".."), ...segments.slice(shared)].join("/")
}
