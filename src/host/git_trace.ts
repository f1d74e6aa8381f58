import { lstatSync, realpathSync } from "node:fs"
import { delimiter, dirname, isAbsolute, join } from "node:path"

/**
 * The nearest `.git` in a folder or above it, of whatever kind: where git finds no repository, it says that one is
 * damaged, on another file system, or not asked because git is missing. Folders from GIT_CEILING_DIRECTORIES upwards are
 * not looked at, as git does it. What cannot be looked at counts as there.
 */
export function gitTrace(directory: string, ceilings: string | undefined): string | undefined {
  const barred = new Set(ceilingFolders(ceilings))
  for (let folder = directory;; folder = dirname(folder)) {
    const trace = join(folder, ".git")
    if (isThere(trace)) return trace
    const above = dirname(folder)
    if (above === folder || barred.has(above)) return undefined
  }
}

/** After an empty entry, symbolic links are not resolved. */
function ceilingFolders(ceilings: string | undefined): readonly string[] {
  const entries = (ceilings ?? "").split(delimiter)
  const empty = entries.indexOf("")
  return entries.filter((entry) => isAbsolute(entry)).map((entry) => {
    const folder = entry.length > 1 ? entry.replace(/[/\\]+$/u, "") : entry
    return empty >= 0 && entries.indexOf(entry) > empty ? folder : realOr(folder)
  })
}

function realOr(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}
